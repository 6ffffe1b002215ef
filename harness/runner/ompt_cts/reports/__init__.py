"""What people and programs read: report.json and everything made from it."""
