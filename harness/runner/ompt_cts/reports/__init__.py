"""The output for people and programs: report.json and everything made from it."""
