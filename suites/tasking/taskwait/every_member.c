// Every member of a team waits for its own children.
#include "cts.h"

int main(void) {
  int team = 0;
#pragma omp parallel num_threads(3) shared(team)
  {
    int executed = 0;
    cts_increment(&team);
    for (int i = 0; i < 4; i++)
#pragma omp task shared(executed)
      cts_increment(&executed);
    cts_expect("sync.task-data", "sync_region kind=taskwait endpoint=begin => task=current");
#pragma omp taskwait
    cts_value("taskwait.children-complete", "executed", executed, 4);
  }
  cts_total("taskwait.pair-kind", team, "sync_region kind=taskwait endpoint=begin");
  cts_total("taskwait.pair-kind", team, "sync_region kind=taskwait endpoint=end");
}
