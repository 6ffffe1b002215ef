"""One module per sub-command; `ompt_cts.cli` has the table."""
