"""Runs the suites by lit."""
