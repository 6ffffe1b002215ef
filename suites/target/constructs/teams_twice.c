// Two leagues, one after the other: each submission has the requested number of teams.
// RULES: submit.requested-teams submit.count
#include "../device.h"

int main(void) {
  int a[4] = {0}, wrong = 0;
  (void)separate_storage();
  for (int teams = 1; teams <= 2; teams++) {
    cts_mark();
#pragma omp target teams num_teams(teams) thread_limit(1) map(tofrom : a)
    {
      if (omp_get_team_num() < 4)
        a[omp_get_team_num()] += 1;
    }
    cts_count("submit.count", 1, "target_submit_emi endpoint=begin");
    wrong |= a[0] != teams;
  }
  return wrong;
}
