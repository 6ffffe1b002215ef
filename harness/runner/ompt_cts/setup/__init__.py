# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Brings what the harness needs onto the machine: packages, a virtual environment, the build."""
