// A league on the host, and a region inside each of its teams, in C++,
// with and without optimization and frame pointers.
// REQUIRES: host_teams
#include "teams.c"
