/*
 * A tool that tells what the runtime does with it: start, init, event (its first callback), fini.
 * Compiled into a program or a library, with
 *   -DTOOL=NAME        what it calls itself
 *   -DSTART_NULL       ompt_start_tool declines
 *   -DINIT_RESULT=N    what the initializer returns (1)
 *   -DNO_CALLBACKS     nothing is registered
 *   -DARGUMENTS        tells what ompt_start_tool was given
 *   -DENDS_ITSELF      exports tool_ends_itself(), which calls ompt_finalize_tool
 *   -DERRORS           tells of errors, and of nothing else
 *   -DTAKES_BACK       registers parallel_begin alone and takes it back; tells the answer, and
 *                      whether ompt_get_callback still finds one
 *   -DREGISTERS_LATE   exports tool_registers(), and registers nothing before it is called
 */
#include "mini_ompt.h"
#include "story.h"

#include <stddef.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
static const char name[] = TEXT(TOOL);

#ifndef INIT_RESULT
#define INIT_RESULT 1
#endif

#ifndef START_NULL
#ifndef NO_CALLBACKS
static ompt_set_callback_t set_callback;
static int told;

static void first_event(void) {
  if (!__atomic_exchange_n(&told, 1, __ATOMIC_RELAXED))
    story_tell(name, "event");
}

/* Every callback has a signature of its own. */
static void thread_begin(int type, ompt_data_t *thread) {
  (void)type;
  (void)thread;
  first_event();
}

static void parallel_begin(ompt_data_t *task, const void *frame, ompt_data_t *parallel,
                           unsigned requested, int flags, const void *codeptr) {
  (void)task;
  (void)frame;
  (void)parallel;
  (void)requested;
  (void)flags;
  (void)codeptr;
  first_event();
}

#ifdef ERRORS
static void error(int severity, const char *message, size_t length, const void *codeptr) {
  (void)message;
  (void)length;
  (void)codeptr;
  story_tell(name, severity == 2 ? "error=fatal" : "error=other");
}
#endif

#ifdef REGISTERS_LATE
void tool_registers(void) {
  story_tell_number(name, "answer",
                    set_callback(ompt_callback_parallel_begin, (ompt_callback_t)parallel_begin));
}
#endif
#endif

#ifdef ENDS_ITSELF
static ompt_finalize_tool_t finalize_tool;

void tool_ends_itself(void) {
  if (finalize_tool)
    finalize_tool();
}
#endif

static int initialize(ompt_function_lookup_t lookup, int initial_device_num,
                      ompt_data_t *tool_data) {
  (void)initial_device_num;
  (void)tool_data;
  (void)lookup;
#ifdef ENDS_ITSELF
  finalize_tool = (ompt_finalize_tool_t)lookup("ompt_finalize_tool");
#endif
#ifndef NO_CALLBACKS
  set_callback = (ompt_set_callback_t)lookup("ompt_set_callback");
#ifdef ERRORS
  set_callback(ompt_callback_error, (ompt_callback_t)error);
  (void)thread_begin;
  (void)parallel_begin;
#elif defined(TAKES_BACK)
  ompt_get_callback_t get_callback = (ompt_get_callback_t)lookup("ompt_get_callback");
  ompt_callback_t found = 0;
  set_callback(ompt_callback_parallel_begin, (ompt_callback_t)parallel_begin);
  story_tell_number(name, "answer", set_callback(ompt_callback_parallel_begin, 0));
  story_tell_number(name, "found", get_callback(ompt_callback_parallel_begin, &found));
  (void)thread_begin;
#elif !defined(REGISTERS_LATE)
  /* Any answer from "sometimes" on is a registration; which of them is due, other tests judge. */
  if (set_callback(ompt_callback_thread_begin, (ompt_callback_t)thread_begin) <
          ompt_set_sometimes ||
      set_callback(ompt_callback_parallel_begin, (ompt_callback_t)parallel_begin) <
          ompt_set_sometimes)
    story_tell(name, "unregistered");
#else
  (void)thread_begin;
#endif
#endif
  story_tell(name, "init");
  return INIT_RESULT;
}

static void finalize(ompt_data_t *tool_data) {
  (void)tool_data;
  story_tell(name, "fini");
}

static ompt_start_tool_result_t result = {initialize, finalize, {0}};
#endif

__attribute__((visibility("default"))) ompt_start_tool_result_t *
ompt_start_tool(unsigned omp_version, const char *runtime_version);

ompt_start_tool_result_t *ompt_start_tool(unsigned omp_version, const char *runtime_version) {
#ifdef ARGUMENTS
  story_tell_number(name, "version", omp_version);
  story_tell(name, runtime_version && *runtime_version ? "runtime=named" : "runtime=unnamed");
#else
  (void)omp_version;
  (void)runtime_version;
#endif
#ifdef START_NULL
  story_tell(name, "null");
  return 0;
#else
  story_tell(name, "start");
  return &result;
#endif
}
