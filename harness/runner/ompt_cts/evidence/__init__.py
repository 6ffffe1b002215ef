"""The hand-over of a run: `ompt-cts bundle` makes a bundle, `ompt-cts verify` checks it elsewhere.

docs/evidence.md describes the contents of a bundle, the checks, and the facts that only a signature
can support.
"""
