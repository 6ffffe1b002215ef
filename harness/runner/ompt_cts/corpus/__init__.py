# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`ompt-cts corpus`: judges the runs of all OpenMP programs of a folder (docs/corpus.md)."""
