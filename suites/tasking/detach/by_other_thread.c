// Another thread of the team fulfils the event, outside every explicit task.
// REQUIRES: detach
#include "cts.h"

int main(void) {
  omp_event_handle_t event;
  int handed_over = 0;
#pragma omp parallel num_threads(2) shared(event, handed_over)
  {
    int fulfiller = omp_get_num_threads() - 1;
    if (omp_get_thread_num() == 0) {
      omp_event_handle_t mine;
      cts_expect("task-fulfill.event", "task_create => new_task=$detached");
#pragma omp task detach(mine)
      cts_body("task");
      event = mine;
#pragma omp atomic write seq_cst
      handed_over = 1;
    }
    if (omp_get_thread_num() == fulfiller) {
      int seen;
      do {
#pragma omp atomic read seq_cst
        seen = handed_over;
      } while (!seen);
      cts_expect("task-fulfill.event", "task_schedule next_task=null => prior_task=$detached");
      omp_fulfill_event(event);
    }
  }
  cts_total("task-fulfill.early-late", 1,
            "task_schedule prior_task_status=early_fulfill/late_fulfill");
}
