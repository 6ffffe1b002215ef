// Executes a construct very often: mend_cost.py counts the cost of a change of a runtime on it.
//   constructs NAME TIMES
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int times;
static volatile int sink;
static omp_lock_t lock;

static void region(void) {
  for (int i = 0; i < times; i++)
#pragma omp parallel num_threads(2)
    sink = 1;
}

static void serialized(void) {
  for (int i = 0; i < times; i++)
#pragma omp parallel if (sink)
    (void)0;
}

static void league(void) {
  for (int i = 0; i < times; i++)
#pragma omp teams num_teams(1) thread_limit(1)
    sink = 0;
}

static void barrier(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < times; i++) {
#pragma omp barrier
  }
}

static void loop(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < times; i++) {
#pragma omp for schedule(static) nowait
    for (int k = 0; k < 2; k++)
      sink = k;
  }
}

static void chunks(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < times; i++) {
#pragma omp for schedule(dynamic, 1) nowait
    for (int k = 0; k < 4; k++)
      sink = k;
  }
}

static void single(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < times; i++) {
#pragma omp single nowait
    sink = i;
  }
}

static void critical(void) {
  for (int i = 0; i < times; i++)
#pragma omp critical
    sink = i;
}

static void locks(void) {
  omp_init_lock(&lock);
  for (int i = 0; i < times; i++) {
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
  }
}

static void task(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < times; i++) {
#pragma omp task
    sink = i;
  }
}

static void undeferred(void) {
  for (int i = 0; i < times; i++) {
#pragma omp task if (0)
    sink = i;
  }
}

static void untied(void) {
  for (int i = 0; i < times; i++) {
#pragma omp task untied
    {
      sink = i;
#pragma omp taskyield
    }
  }
}

static void taskwait(void) {
  for (int i = 0; i < times; i++) {
#pragma omp taskwait
  }
}

static void taskgroup(void) {
  for (int i = 0; i < times; i++) {
#pragma omp taskgroup
    sink = i;
  }
}

static void depend(void) {
  int a = 0;
  for (int i = 0; i < times; i++) {
#pragma omp task depend(inout : a) shared(a)
    a++;
#pragma omp taskwait depend(in : a)
  }
}

static void taskloop(void) {
  for (int i = 0; i < times; i++) {
#pragma omp taskloop grainsize(2)
    for (int k = 0; k < 4; k++)
      sink = k;
  }
}

static const struct {
  const char *name;
  void (*run)(void);
} constructs[] = {
    {"parallel", region},
    {"serialized", serialized},
    {"league", league},
    {"barrier", barrier},
    {"loop", loop},
    {"chunks", chunks},
    {"single", single},
    {"critical", critical},
    {"lock", locks},
    {"task", task},
    {"undeferred", undeferred},
    {"untied", untied},
    {"taskwait", taskwait},
    {"taskgroup", taskgroup},
    {"depend", depend},
    {"taskloop", taskloop},
};

int main(int number, char **words) {
  times = number > 2 ? atoi(words[2]) : 1;
  for (unsigned i = 0; i < sizeof constructs / sizeof *constructs; i++) {
    if (number < 2)
      puts(constructs[i].name);
    else if (!strcmp(words[1], constructs[i].name))
      constructs[i].run();
  }
  return 0;
}
