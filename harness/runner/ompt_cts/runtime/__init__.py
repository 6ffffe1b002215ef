"""The runtimes under test: their descriptions, discovery, provision and abilities."""
