// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A runtime that is nothing but this file: runtime CHECKER MODE [VERSION]. Prints "end".
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*entry_point_t)(void);
typedef entry_point_t (*lookup_t)(const char *);
typedef struct {
  int (*initialize)(lookup_t, int, void *);
  void (*finalize)(void *);
  uint64_t tool_data;
} result_t;

static int set_callback(int event, entry_point_t callback) {
  (void)event, (void)callback;
  return 5; // always
}
static uint64_t data[8];
static const char *mode;

static entry_point_t lookup(const char *name) {
  if (strcmp(name, "ompt_set_callback") == 0)
    return (entry_point_t)set_callback;
  if (strcmp(name, "ompt_no_such_entry_point") == 0)
    return NULL;
  if (strcmp(mode, "data") == 0)
    return (entry_point_t)(void *)data;
  if (strcmp(mode, "nowhere") == 0)
    return (entry_point_t)(uintptr_t)0x1234560;
  if (strcmp(mode, "crash") == 0)
    *(volatile int *)16 = 0;
  return NULL;
}

// As cts_value of suites/include/cts.h, which is for programs that are linked with a runtime.
static void note(void *checker) {
  typedef void (*note_t)(int, const char *, const char *, const char *, const void *, size_t,
                         const long long *);
  const long long values[] = {1, 1};
  const int cts_note_value = 8;
  ((note_t)dlsym(checker, "ompt_cts_note"))(cts_note_value, "runtime.c",
                                            "init.before-first-construct", "a construct has run",
                                            NULL, 2, values);
}

int main(int argc, char **argv) {
  void *checker = dlopen(argc > 2 ? argv[1] : "", RTLD_NOW | RTLD_GLOBAL);
  if (!checker)
    return 3;
  mode = argv[2];
  result_t *(*start_tool)(unsigned, const char *) =
      (result_t * (*)(unsigned, const char *)) dlsym(checker, "ompt_start_tool");
  result_t *result = start_tool(202111, argc > 3 ? argv[3] : "a runtime");
  if (!result)
    return 4;
  if (strcmp(mode, "never") == 0 || strcmp(mode, "silent") == 0) {
    if (strcmp(mode, "never") == 0)
      note(checker);
  } else {
    result->initialize(strcmp(mode, "lookup") == 0 ? (lookup_t)(void *)data : lookup, 0,
                       &result->tool_data);
    result->finalize(&result->tool_data);
  }
  puts("end");
  return 0;
}
