// unloads LIBRARY FUNCTION ARGUMENT: loads the library, calls the function on a thread that lives
// on, and unloads the library, and with it the OpenMP runtime, if the runtime can be unloaded. Then
// that thread ends and other threads come and go. Prints "sum 120" if the function returned 0.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char *argument;
static int (*function)(const char *);
static int result = 1;
static pthread_barrier_t called, unloaded;

static void *call(void *unused) {
  result = function(argument);
  pthread_barrier_wait(&called);
  pthread_barrier_wait(&unloaded);
  return unused;
}

static void *nothing(void *unused) { return unused; }

int main(int argc, char **argv) {
  pthread_t caller, other;
  void *library = argc == 4 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library || !(function = (int (*)(const char *))dlsym(library, argv[2])))
    return 3;
  argument = argv[3];
  pthread_barrier_init(&called, NULL, 2);
  pthread_barrier_init(&unloaded, NULL, 2);
  if (pthread_create(&caller, NULL, call, NULL))
    return 3;
  pthread_barrier_wait(&called);
  if (dlclose(library))
    return 3;
  pthread_barrier_wait(&unloaded);
  pthread_join(caller, NULL);
  for (int i = 0; i < 10; ++i)
    if (pthread_create(&other, NULL, nothing, NULL) || pthread_join(other, NULL))
      return 3;
  if (result == 0)
    printf("sum 120\n");
  return result;
}
