"""The commands of a test's lines: compiling, recording, judging, and their results."""
