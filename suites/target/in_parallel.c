// Two threads of a team offload at the same time: one pair and one launch for each, in the task
// that encountered the construct.
// REQUIRES: offload
#include "cts.h"

int main(void) {
  int team = 0;
#pragma omp parallel num_threads(2) shared(team)
  {
    int x = 0, me = omp_get_thread_num();
#pragma omp atomic
    team++;
    cts_expect("target.context", "task_create => encountering_task=$me%d", me);
#pragma omp task
    cts_body("task");
    cts_expect("target.context", "target_emi endpoint=begin => task=$me%d", me);
#pragma omp target map(tofrom : x)
    x = 1;
    cts_value("target.pair", "x", x, 1);
  }
  cts_total("target.pair", team, "target_emi kind=target endpoint=begin");
  cts_total("target.pair", team, "target_emi kind=target endpoint=end");
  /* a runtime may launch something of its own at first use */
  cts_total_range("submit.count", team, team + 5, "target_submit_emi endpoint=begin");
}
