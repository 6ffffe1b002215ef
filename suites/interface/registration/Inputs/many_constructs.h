/* A program of many constructs whose number of events is the same in every run: two threads, one
 * thread at a time in what could go either way. Needs OMP_CANCELLATION=true for its cancel.
 */
#ifndef MANY_CONSTRUCTS_H
#define MANY_CONSTRUCTS_H

#include <omp.h>

static int sum, cells[16];

static void worksharing(void) {
#pragma omp for schedule(dynamic, 2)
  for (int i = 0; i < 16; i++)
    cells[i] = i;
#pragma omp for schedule(dynamic) nowait
  for (int i = 0; i < 16; i++)
    cells[i] += i;
#pragma omp barrier
#pragma omp for schedule(static)
  for (int i = 0; i < 16; i++)
    cells[i] += i;
#pragma omp for ordered schedule(static, 1)
  for (int i = 0; i < 4; i++) {
#pragma omp ordered
    sum += cells[i];
  }
#pragma omp sections
  {
#pragma omp section
    cells[0] = 1;
#pragma omp section
    cells[1] = 1;
  }
#pragma omp single
  cells[2] = 1;
#pragma omp master
  cells[3] = 1;
}

static void tasks(void) {
#pragma omp single
  {
    for (int i = 0; i < 4; i++) {
#pragma omp task
      cells[i] = i;
    }
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp task depend(out : cells[0])
      cells[0] = 7;
#pragma omp task depend(in : cells[0])
      cells[1] = cells[0];
    }
#pragma omp task if (0)
    cells[5] = 1;
#pragma omp taskloop num_tasks(3)
    for (int i = 0; i < 6; i++)
      cells[i] = i;
  }
}

static void mutexes(omp_lock_t *lock, omp_nest_lock_t *nest) {
#pragma omp critical
  sum++;
#pragma omp critical(named)
  sum++;
  omp_set_lock(lock);
  sum++;
  omp_unset_lock(lock);
  omp_set_nest_lock(nest);
  omp_set_nest_lock(nest);
  sum++;
  omp_unset_nest_lock(nest);
  omp_unset_nest_lock(nest);
#pragma omp atomic
  sum++;
#pragma omp flush
}

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  int total = 0;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(2)
  {
    worksharing();
    tasks();
    mutexes(&lock, &nest);
  }
#pragma omp parallel for num_threads(2) reduction(+ : total)
  for (int i = 0; i < 16; i++)
    total += cells[i];
#pragma omp parallel num_threads(1)
  {
#pragma omp for
    for (int i = 0; i < 4; i++) {
#pragma omp cancel for
    }
  }
  (void)omp_test_lock(&lock);
  omp_unset_lock(&lock);
  (void)omp_control_tool(omp_control_tool_flush, 0, NULL);
  omp_destroy_nest_lock(&nest);
  omp_destroy_lock(&lock);
  return total < 0;
}

#endif
