// A league on the host, and a region inside each of its teams, in C++,
// with and without optimization and frame pointers.
// RULES: frame.separates-program frame.separates-runtime frame.names-a-frame
// REQUIRES: host_teams
// RECORD: --stacks=all
// BUILD: frame_pointers
#include "teams.c"
