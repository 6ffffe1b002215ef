# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the suites by lit."""
