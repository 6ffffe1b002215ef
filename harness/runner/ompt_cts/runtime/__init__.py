"""The runtimes under test: described, found, obtained, asked what they can do."""
