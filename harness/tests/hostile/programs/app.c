/* A team of two, then what the first argument says: signal N, _exit, leave (the first thread, and
 * no other), wait (until somebody looks: a second), fork, child, exec PROGRAM, load LIBRARY (which
 * calls its function `late`, and unloads it; with a third argument it opens no file any more),
 * behind (a child that waits for ever), apart LIBRARY (a child that calls `late` beside another
 * copy of the runtime, without a tool). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
#pragma omp parallel num_threads(2)
  {
  }
  if (argc < 2)
    return 0;
  if (!strcmp(argv[1], "signal"))
    raise(atoi(argv[2]));
  if (!strcmp(argv[1], "_exit"))
    _exit(0);
  if (!strcmp(argv[1], "leave"))
    syscall(SYS_exit, 0);
  if (!strcmp(argv[1], "wait"))
    sleep(1);
  if (!strcmp(argv[1], "exec"))
    execl(argv[2], argv[2], (char *)0);
  if (!strcmp(argv[1], "load")) {
    void *library = dlopen(argv[2], RTLD_NOW);
    void (*late)(void) = library ? (void (*)(void))dlsym(library, "late") : 0;
    if (!late)
      return 3;
    if (argc > 3)
      setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, 0});
    late();
    dlclose(library);
  }
  if (!strcmp(argv[1], "behind"))
    while (fork() == 0)
      pause();
  if (!strcmp(argv[1], "child")) { /* that uses OpenMP, too */
    if (fork() == 0) {
#pragma omp parallel num_threads(2)
      {
      }
      exit(0);
    }
    wait(0);
  }
  if (!strcmp(argv[1], "apart")) {
    if (fork() == 0) {
      setenv("OMP_TOOL", "disabled", 1);
      ((void (*)(void))dlsym(dlmopen(LM_ID_NEWLM, argv[2], RTLD_NOW), "late"))();
      _exit(0);
    }
    wait(0);
  }
  if (!strcmp(argv[1], "fork")) { /* a child that does nothing but start another program */
    if (fork() == 0) {
      execl("/bin/true", "true", (char *)0);
      _exit(1);
    }
    wait(0);
  }
}
