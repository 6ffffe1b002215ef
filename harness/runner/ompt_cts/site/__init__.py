# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The web site: `ompt-cts site` puts it together from the documents and from the data."""
