"""From the files of steps to verdicts: outcomes of tests, known deviations, rules, changes."""
