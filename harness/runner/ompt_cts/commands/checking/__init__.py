"""What `ompt-cts check` does, a module for each kind of thing that it takes."""
