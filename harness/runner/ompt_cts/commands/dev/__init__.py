"""`ompt-cts dev COMMAND`: for who works on the suites and on what is known of the runtimes."""
