// target teams with num_teams(4): the launch asks for four teams.
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int teams = 0;
#pragma omp target map(                                                                            \
        tofrom : teams) /* whatever the device needs at first use has been launched */
  teams = 0;
  cts_mark();
  cts_expect("target.kind", "target_emi endpoint=begin => kind=target");
  cts_expect("submit.requested-teams", "target_submit_emi endpoint=begin => requested_num_teams=4");
#pragma omp target teams num_teams(4) map(tofrom : teams)
  {
    if (omp_get_team_num() == 0)
      teams = omp_get_num_teams();
  }
  cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
  return teams < 1 || teams > 4;
}
