# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The activities of the threads of a recorded run, as pictures after ovni's OpenMP model (docs/timelines.md)."""
