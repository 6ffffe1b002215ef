# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One module per sub-command; `ompt_cts.cli` has the table."""
