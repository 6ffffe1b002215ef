// A runtime that is nothing but this file: runtime CHECKER MODE [VERSION]. Prints "end".
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void (*entry_point_t)(void);
typedef entry_point_t (*lookup_t)(const char *);
typedef struct {
  int (*initialize)(lookup_t, int, void *);
  void (*finalize)(void *);
  uint64_t tool_data;
} result_t;

static entry_point_t callbacks[64];
static int set_callback(int event, entry_point_t callback) {
  if (event > 0 && event < 64)
    callbacks[event] = callback;
  return 5; // always
}
static uint64_t data[8];
static const char *mode;

// Calls every callback that takes addresses, with words and texts that lie there.
static void show(char *there) {
  enum {
    thread_begin = 1,
    parallel_begin = 3,
    task_create = 5,
    device_load = 14,
    dependences = 18
  };
  typedef void (*callback_t)(void *, void *, void *, void *, void *, void *, void *, void *);
  for (int event = thread_begin; event < 64; ++event)
    if (callbacks[event] && (event <= task_create || event == device_load || event >= dependences))
      ((callback_t)callbacks[event])(there, there + 64, there + 128, there + 192, there + 256,
                                     there + 320, there + 384, there + 448);
}

// Shows memory that is unmapped or made read-only before the second call.
static void show_what_goes(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  for (int how = 0; how < 4; ++how) {
    char *there = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    show(there + page - 64); // some of it on the second page
    if (how == 0)
      munmap(there, 2 * page);
    else if (how == 1)
      munmap(there + page, page);
    else
      mprotect(there, 2 * page, how == 2 ? PROT_NONE : PROT_READ);
    show(there + page - 64);
    show(there);
  }
  show(NULL);
  show((char *)-4096);
  show((char *)0x1234567812345678); // no address at all
}

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

static sigjmp_buf before;
static void jump(int signal) {
  (void)signal;
  siglongjmp(before, 1);
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
  if (strcmp(mode, "handles") == 0) {
    signal(SIGSEGV, jump);
    signal(SIGBUS, SIG_IGN);
  }
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
    if (strcmp(mode, "goes") == 0)
      show_what_goes();
    if (strcmp(mode, "two") == 0) { // argv[3]: this file as a library, the second runtime
      int (*other)(int, char **) = (int (*)(int, char **))dlsym(dlopen(argv[3], RTLD_NOW), "main");
      printf("the second %d\n", other(3, (char *[]){argv[0], argv[1], "data", NULL}));
    }
    if (strcmp(mode, "falls") == 0)
      *(volatile int *)16 = 0;
    if (strcmp(mode, "handles") == 0) {
      if (sigsetjmp(before, 1) == 0)
        *(volatile int *)16 = 0;
      raise(SIGBUS); // is ignored
    }
    result->finalize(&result->tool_data);
  }
  puts("end");
  return 0;
}
