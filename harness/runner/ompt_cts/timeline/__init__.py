# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the threads of a recorded run did, as pictures after ovni's OpenMP model (docs/timelines.md)."""
