"""Sets the machine up for the harness: packages, a virtual environment, the build."""
