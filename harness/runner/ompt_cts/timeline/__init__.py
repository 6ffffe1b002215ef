"""The activities of the threads of a recorded run, as pictures after ovni's OpenMP model (docs/timelines.md)."""
