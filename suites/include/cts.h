/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Ground truth for the validator. A test program says, by notes into its own trace, what it knows
 * to be true: where it is, which event comes next and with which arguments, how many there were.
 * A note stands in the trace in order with the events of its thread. Without the checker tool
 * every function here does nothing, so the programs also run by themselves.
 *
 * C99 and C++11; Fortran uses the module in cts.f90, which calls the same functions.
 * All functions may be called from any thread, in any task, and never from a signal handler.
 *
 * Patterns
 *   "event condition…"                        which events are meant
 *   "event condition… => condition…"          and what must hold of the next such event
 * An event is named as in harness/trace/events.def (parallel_begin, work, sync_region, …).
 * A condition compares one field:
 *   field=value   field!=value   field<n  field<=n  field>n  field>=n
 *   field=a/b/c        any of these
 *   field&flag  field!&flag       flag bits all set, none set
 *   field=$name        binds the variable at its first use, compares afterwards (whole trace)
 *   field!=$name       differs from what the variable holds
 *   field=current      the task that is current on this thread when the event arrives
 *   inside=event       the current task is in a region of this event (work, sync_region, …);
 *                      != where it is not; not in totals
 *   codeptr_ra@function=name      the code address, if there is one, lies in this function; !=
 * where it lies in another one of the program codeptr_ra@lines=first-last   lies in these lines of
 * its source; != where it does not A value is a number (decimal, 0x…), an enumerator by its short
 * name (kind=barrier_explicit, flags&untied), an event by its name (probe_task asked=note: what was
 * asked at a note), or null / nonnull for a pointer.
 */
#ifndef CTS_H
#define CTS_H

#include <dlfcn.h>
#include <omp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cts_note_kind {
#define CTS_NOTE(name, number) cts_note_##name = number,
#include "cts_notes.def"
};

typedef void (*cts_note_function)(int kind, const char *where, const char *rule, const char *text,
                                  const void *frame, size_t count, const long long *values);

#define CTS_TEXT_(x) #x
#define CTS_TEXT(x) CTS_TEXT_(x)
#define CTS_WHERE __FILE__ ":" CTS_TEXT(__LINE__)

/* The checker tool's note function, or NULL while no checker is loaded. Asking the runtime for the
 * number of threads first makes a lazy runtime start, and with it the tool. */
static inline cts_note_function cts_sink(void) {
  static void *known; /* racing threads store the same value */
  cts_note_function sink;
  void *found = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (!found) {
    (void)omp_get_max_threads();
    found = dlsym((void *)0 /* RTLD_DEFAULT */, "ompt_cts_note");
    __atomic_store_n(&known, found, __ATOMIC_RELAXED);
  }
  *(void **)&sink = found;
  return sink;
}

static inline void cts_emit(int kind, const char *where, const char *rule, const char *text,
                            const void *frame, size_t count, const long long *values) {
  cts_note_function sink = cts_sink();
  if (sink)
    sink(kind, where, rule, text, frame, count, values);
}

static inline void cts_emit_formatted(int kind, const char *where, const char *rule, size_t count,
                                      const long long *values, const char *format, va_list args) {
  char text[512];
  int length = vsnprintf(text, sizeof text, format, args);
  cts_emit(kind, where, rule, length < (int)sizeof text ? text : "!pattern too long", NULL, count,
           values);
}

/* The first statement of a structured block of the construct named: this code runs inside it, in
 * the task of that construct. Constructs are parallel, teams, loop, sections, section, single,
 * masked, scope, workshare, distribute, task, taskloop, taskgroup, critical, ordered, barrier (only
 * after it), target, and serial for what runs in the initial task; of a combined construct the
 * outermost. Another name is a mistake of the test: it has no verdict. */
#define cts_body(construct) cts_body_at(CTS_WHERE, (construct), __builtin_frame_address(0))
static inline void cts_body_at(const char *where, const char *construct, const void *frame) {
  long long values[6];
  values[0] = omp_get_thread_num();
  values[1] = omp_get_num_threads();
  values[2] = omp_get_level();
  values[3] = omp_get_team_num();
  values[4] = omp_get_num_teams();
  values[5] = omp_in_final();
  cts_emit(cts_note_body, where, "", construct, frame, 6, values);
}

/* The first statement after the construct, in the encountering task, for which the construct has
 * ended. */
#define cts_after(construct)                                                                       \
  cts_emit(cts_note_after, CTS_WHERE, "", (construct), __builtin_frame_address(0), 0, NULL)

/* cts_expect(rule, pattern, printf arguments…): the next event on this thread that the selector
 * names must satisfy the assertion. If not, or if no such event comes although the runtime promised
 * every such event, the rule is contradicted. */
#define cts_expect(...) cts_expect_at(CTS_WHERE, __VA_ARGS__)
static inline void cts_expect_at(const char *where, const char *rule, const char *pattern, ...)
    __attribute__((format(printf, 3, 4)));
static inline void cts_expect_at(const char *where, const char *rule, const char *pattern, ...) {
  va_list args;
  va_start(args, pattern);
  cts_emit_formatted(cts_note_expect, where, rule, 0, NULL, pattern, args);
  va_end(args);
}

/* From here on cts_count counts this thread's events. */
#define cts_mark() cts_emit(cts_note_mark, CTS_WHERE, "", "", NULL, 0, NULL)

static inline void cts_counted_at(int kind, const char *where, const char *rule, long long lowest,
                                  long long highest, const char *selector, ...)
    __attribute__((format(printf, 6, 7)));
static inline void cts_counted_at(int kind, const char *where, const char *rule, long long lowest,
                                  long long highest, const char *selector, ...) {
  long long values[2];
  va_list args;
  values[0] = lowest;
  values[1] = highest;
  va_start(args, selector);
  cts_emit_formatted(kind, where, rule, 2, values, selector, args);
  va_end(args);
}

/* cts_count(rule, number, selector, printf arguments…): the number of events that the selector
 * names and that this thread made since the last mark; _range: from lowest to highest. */
#define cts_count(rule, number, ...)                                                               \
  cts_counted_at(cts_note_count, CTS_WHERE, (rule), (number), (number), __VA_ARGS__)
#define cts_count_range(rule, lowest, highest, ...)                                                \
  cts_counted_at(cts_note_count, CTS_WHERE, (rule), (lowest), (highest), __VA_ARGS__)

/* The same for the whole trace and all threads, judged when the trace has been read. */
#define cts_total(rule, number, ...)                                                               \
  cts_counted_at(cts_note_total, CTS_WHERE, (rule), (number), (number), __VA_ARGS__)
#define cts_total_range(rule, lowest, highest, ...)                                                \
  cts_counted_at(cts_note_total, CTS_WHERE, (rule), (lowest), (highest), __VA_ARGS__)

/* This function's frame contains the construct named (the next one: parallel, teams or task), for
 * the frame rules. */
#define cts_frame(construct)                                                                       \
  cts_emit(cts_note_frame, CTS_WHERE, "", (construct), __builtin_frame_address(0), 0, NULL)

/* cts_value(rule, name, got, right): a value that the program itself could compare. */
#define cts_value(rule, name, got, right)                                                          \
  cts_value_at(CTS_WHERE, (rule), (name), (long long)(got), (long long)(right))
static inline void cts_value_at(const char *where, const char *rule, const char *name,
                                long long got, long long right) {
  long long values[2];
  values[0] = got;
  values[1] = right;
  cts_emit(cts_note_value, where, rule, name, NULL, 2, values);
}

/* The word of the sampler that the function of this name returns; NULL without samples. */
static inline const volatile unsigned long long *cts_sampler_word(const char *name) {
  typedef const volatile unsigned long long *(*word_function)(void);
  word_function word;
  void *found = cts_sink() ? dlsym((void *)0 /* RTLD_DEFAULT */, name) : NULL;
  if (!found)
    return NULL;
  *(void **)&word = found;
  return word();
}

/* The address of the number of samples taken so far. */
static inline const volatile unsigned long long *cts_sample_count(void) {
  return cts_sampler_word("ompt_cts_sample_count");
}

/* cts_hold(threads): stays in the program's own code until this many threads have had some forty
 * samples each, however seldom a thread gets a processor. The wait is bounded, because there may be
 * fewer threads. Without samples it goes on at once. */
static inline void cts_hold(int threads) {
  const volatile unsigned long long *looked_at = cts_sampler_word("ompt_cts_look");
  const volatile unsigned long long *taken = cts_sample_count();
  unsigned long long most = taken ? *taken + 1000ULL * (unsigned)threads : 0;
  while (looked_at && taken && (unsigned)*looked_at < (unsigned)threads && *taken < most) {
  }
}

/* Whether the program should go on until there are this many samples in all; false without samples.
 * The variable CTS_STORM multiplies the number. */
static inline int cts_wants_samples(unsigned long long many) {
  const volatile unsigned long long *taken = cts_sample_count();
  const char *factor = getenv("CTS_STORM");
  return taken && *taken < many * (factor ? strtoull(factor, NULL, 10) : 1);
}

/* One thread tells another one, without OpenMP, that it has come this far. */
static inline void cts_announce(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }
static inline void cts_await(int *flag) {
  while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE)) {
  }
}

/* Counts from several threads, without a construct whose events another runtime might report. */
static inline void cts_increment(int *counter) { __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED); }

/* Lets the tool end its activity: the checker calls ompt_finalize_tool from here. */
#define cts_finalize_tool() cts_emit(cts_note_finalize_tool, CTS_WHERE, "", "", NULL, 0, NULL)

#ifdef __cplusplus
}
#endif
#endif
