// A taskgraph region lies in a taskgroup, unless nogroup says otherwise.
// REQUIRES: taskgraph
#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
#pragma omp taskgraph
    {
#pragma omp task
      cts_body("task");
    }
    cts_count("taskgraph.taskgroup", 1, "sync_region kind=taskgroup endpoint=begin");
    cts_count("taskgraph.taskgroup", 1, "sync_region kind=taskgroup endpoint=end");
    cts_mark();
#pragma omp taskgraph nogroup graph_id(1)
    {
#pragma omp task
      cts_body("task");
    }
    cts_count("taskgraph.taskgroup", 0, "sync_region kind=taskgroup");
  }
}
