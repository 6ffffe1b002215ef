"""The work of `ompt-cts check`, with a module for each kind of input."""
