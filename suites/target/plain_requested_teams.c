// A target region without teams runs one initial task: the launch asks for no more than one team.
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int x = 0;
  cts_expect("submit.requested-teams",
             "target_submit_emi endpoint=begin => requested_num_teams<=1");
#pragma omp target map(tofrom : x)
  x = 1;
  return x != 1;
}
