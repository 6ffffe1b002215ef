# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtimes under test: described, found, obtained, asked what they can do."""
