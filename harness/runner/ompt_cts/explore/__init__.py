"""`ompt-cts explore`: programs drawn from a grammar, run, judged and cut down (docs/explore.md)."""
