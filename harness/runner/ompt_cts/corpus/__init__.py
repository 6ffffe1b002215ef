"""`ompt-cts check FOLDER`: judges the runs of all OpenMP programs of a folder (docs/corpus.md)."""
