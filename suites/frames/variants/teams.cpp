// A league on the host, and a region inside each of its teams, in C++.
// REQUIRES: host_teams
#include "teams.c"
