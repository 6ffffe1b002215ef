"""`ompt-cts corpus`: judges the runs of all OpenMP programs of a folder (docs/corpus.md)."""
