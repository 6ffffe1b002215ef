// A taskloop of COUNT iterations with the clause CLAUSE generates from LEAST to MOST tasks.
#pragma once

#include "cts.h"

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    cts_mark();
    cts_expect("taskloop.count", "work work_type=taskloop endpoint=begin => count=%d", COUNT);
    _Pragma(CTS_TEXT(omp taskloop CLAUSE)) for (int i = 0; i < COUNT; i++) cts_body("taskloop");
    cts_count_range("taskloop.num-tasks", LEAST, MOST,
                    "task_create flags&explicit encountering_task=current");
  }
}
