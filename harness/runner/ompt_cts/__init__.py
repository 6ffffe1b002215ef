# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runner behind `ompt-cts`: set-up, runtimes, running, judging and reporting."""

__version__ = "0.1.0"
