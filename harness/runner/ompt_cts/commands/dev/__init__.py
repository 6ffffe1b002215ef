"""`ompt-cts dev COMMAND`: commands for work on the suites and on known deviations."""
