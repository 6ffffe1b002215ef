"""From what steps left to verdicts: outcomes of tests, known deviations, rules, changes."""
