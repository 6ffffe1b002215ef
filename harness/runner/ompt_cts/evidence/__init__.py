"""A run that is handed over: made here by `ompt-cts bundle`, checked elsewhere by `ompt-cts verify`.

docs/evidence.md says what a bundle holds, what is checked, and what only a signature can show.
"""
