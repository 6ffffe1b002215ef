"""The kill matrix: checks the checker."""
