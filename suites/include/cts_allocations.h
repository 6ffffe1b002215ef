/* For programs that want to know whether the runtime allocates while it is asked in a signal
 * handler: this file defines malloc and its like for the whole process, on top of glibc's own. It
 * is included by one source of a program.
 *
 * cts_handler_allocations() is the number of allocations that entry points have made so far; each
 * stands in the trace, with the stacks of both sides. */
#ifndef CTS_ALLOCATIONS_H
#define CTS_ALLOCATIONS_H

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static long long cts_allocations;
static int (*cts_allocates)(size_t); /* the checker's; known from cts_watch_allocations() on */

static inline void cts_count_allocation(size_t bytes) {
  int (*tell)(size_t) = __atomic_load_n(&cts_allocates, __ATOMIC_RELAXED);
  if (tell && tell(bytes))
    __atomic_fetch_add(&cts_allocations, 1, __ATOMIC_RELAXED);
}

/* From here on allocations are counted. Earlier the runtime has not started the checker, and the
 * lookup of the checker's function allocates as well. */
static inline void cts_watch_allocations(void) {
  int (*tell)(size_t);
  *(void **)&tell = dlsym((void *)0 /* RTLD_DEFAULT */, "ompt_cts_allocates");
  __atomic_store_n(&cts_allocates, tell, __ATOMIC_RELAXED);
}

static inline long long cts_handler_allocations(void) {
  return __atomic_load_n(&cts_allocations, __ATOMIC_RELAXED);
}

void *malloc(size_t bytes) {
  cts_count_allocation(bytes);
  return __libc_malloc(bytes);
}
void *calloc(size_t count, size_t bytes) {
  cts_count_allocation(count * bytes);
  return __libc_calloc(count, bytes);
}
void *realloc(void *old, size_t bytes) {
  cts_count_allocation(bytes);
  return __libc_realloc(old, bytes);
}
void *memalign(size_t alignment, size_t bytes) {
  cts_count_allocation(bytes);
  return __libc_memalign(alignment, bytes);
}
void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void **place, size_t alignment, size_t bytes) {
  void *memory = memalign(alignment, bytes);
  if (!memory)
    return ENOMEM;
  *place = memory;
  return 0;
}
void free(void *memory) { __libc_free(memory); }

#endif
