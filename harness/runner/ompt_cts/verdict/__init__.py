# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From what steps left to verdicts: outcomes of tests, known deviations, rules, changes."""
