// ompt_finalize_tool detaches the tool, and nothing else: the program goes on with what it has
// used before, here regions, a critical section, a lock or tasks; and so does a function that
// calls the tool and has asked for its thread's number before. From 6.0 on that is unspecified.
// DEFINE: %{told} = "ends.start ends.init ends.event ends.fini main.end"
// RUN: %cts-tool -DTOOL=ends -DENDS_ITSELF -o %t.ends.so
// RUN: %cts-compile %s -Wl,--no-as-needed %t.ends.so -Wl,--as-needed -o %t
// RUN: %cts-observe finalize-tool.program-goes-on -- %cts-story %{told} -- \
// RUN:   OMP_TOOL=enabled %t region
// RUN: %cts-observe finalize-tool.program-goes-on -- %cts-story %{told} -- \
// RUN:   OMP_TOOL=enabled %t critical
// RUN: %cts-observe finalize-tool.program-goes-on -- %cts-story %{told} -- \
// RUN:   OMP_TOOL=enabled %t lock
// RUN: %cts-observe finalize-tool.program-goes-on -- %cts-story %{told} -- \
// RUN:   OMP_TOOL=enabled %t task
// RUN: %cts-observe finalize-tool.program-goes-on -- %cts-story %{told} -- \
// RUN:   OMP_TOOL=enabled OMP_SCHEDULE=guided %t inside
#include "tools/story.h"
#include <omp.h>
#include <string.h>

extern void tool_ends_itself(void);

static omp_lock_t lock;

static void use(const char *what) {
  int count = 0, threads = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    threads = omp_get_num_threads();
    if (!strcmp(what, "critical")) {
#pragma omp critical
      count++;
    } else if (!strcmp(what, "lock")) {
      omp_set_lock(&lock);
      count++;
      omp_unset_lock(&lock);
    } else if (!strcmp(what, "task")) {
#pragma omp task shared(count)
#pragma omp atomic
      count++;
    } else {
#pragma omp atomic
      count++;
    }
  }
  if (count != threads)
    story_tell_number("main", "counted", count);
}

int main(int number, char **arguments) {
  const char *what = number > 1 ? arguments[1] : "region";
  int used = 0;
  omp_init_lock(&lock);
  for (int part = 0; part < 2; part++) {
    if (strcmp(what, "inside"))
      use(what);
    else { // the compiler asks for the thread's number where the function begins
#pragma omp critical
      used++;
    }
    if (!part)
      tool_ends_itself();
  }
  story_tell("main", "end");
}
