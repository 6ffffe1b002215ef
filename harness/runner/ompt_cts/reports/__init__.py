# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What people and programs read: report.json and everything made from it."""
