# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a test's lines start: compiling, recording, judging, and what is left of them."""
