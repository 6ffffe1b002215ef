// A tool that starts a process with a session of its own, and then wants to run or declines.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct result {
  int (*initialize)(void *lookup, int device, void *data);
  void (*finalize)(void *data);
  unsigned long long data;
};

static int initialize(void *lookup, int device, void *data) {
#ifdef DECLINES
  return 0;
#else
  if (fork() == 0) {
    setsid();
    FILE *file = fopen(LEFT, "a");
    fprintf(file, "%d\n", getpid());
    fclose(file);
    execlp("sleep", "sleep", "1000", (char *)0);
    _exit(1);
  }
  return 1;
#endif
}

static void finalize(void *data) {}

struct result *ompt_start_tool(unsigned version, const char *runtime) {
  static struct result result = {initialize, finalize, 0};
  return &result;
}
