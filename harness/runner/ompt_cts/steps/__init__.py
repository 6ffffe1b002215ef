"""What a test's lines start: compiling, recording, judging, and what is left of them."""
