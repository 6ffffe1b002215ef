"""Brings what the harness needs onto the machine: packages, a virtual environment, the build."""
