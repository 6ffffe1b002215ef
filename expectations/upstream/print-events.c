// A tool that prints what an OpenMP runtime tells it: link it into the program, as in
// clang -fopenmp program.c print-events.c. Words that the tool puts into ompt_data_t are printed as
// the numbers that they are: 0 is a word that it has not written. PRINT_EVENTS=classic registers
// the callbacks for devices that have no -emi in their name.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp-tools.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ompt_get_task_info_t get_task_info;
static ompt_get_num_procs_t get_num_procs;
static ompt_get_num_places_t get_num_places;
static ompt_get_partition_place_nums_t get_partition_place_nums;
static int last_word, last_thread;
static __thread int thread;

static void print(const char *format, ...) {
  char text[512];
  va_list arguments;
  if (!thread)
    thread = __atomic_add_fetch(&last_thread, 1, __ATOMIC_RELAXED);
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  printf("thread %d: %s\n", thread, text);
}
static char *word(ompt_data_t *data) { // lives until the thread's sixteenth word after it
  static __thread char text[16][24];
  static __thread unsigned next;
  char *here = text[next++ % 16];
  data ? snprintf(here, 24, "%llu", (unsigned long long)data->value) : snprintf(here, 24, "NULL");
  return here;
}
static char *place(const void *code) { // with the file that it is in; lives until the next
  static __thread char text[96];
  Dl_info in;
  if (!dladdr(code, &in) || !in.dli_fname)
    snprintf(text, sizeof text, "%p", code);
  else
    snprintf(text, sizeof text, "%p in %s", code,
             strrchr(in.dli_fname, '/') ? strrchr(in.dli_fname, '/') + 1 : in.dli_fname);
  return text;
}
static void name(ompt_data_t *data) {
  if (data && !data->value)
    data->value = __atomic_add_fetch(&last_word, 1, __ATOMIC_RELAXED);
}
static const char *end(ompt_scope_endpoint_t e) {
  return e == ompt_scope_begin ? "begin" : e == ompt_scope_end ? "end" : "beginend";
}
static void ask(void) { // what a tool may ask inside a callback
  for (int level = 0; level < 2; level++) {
    int flags = 0, number = 0;
    ompt_data_t *task = NULL, *parallel = NULL;
    ompt_frame_t *frame = NULL;
    if (get_task_info(level, &flags, &task, &frame, &parallel, &number) != 2)
      break;
    print("  task_info level=%d flags=0x%x task=%s parallel=%s thread_num=%d exit_frame=%s flags=0x%x "
          "enter_frame=%s flags=0x%x", level, flags, word(task), word(parallel), number,
          frame && frame->exit_frame.ptr ? "set" : "NULL", frame ? frame->exit_frame_flags : 0,
          frame && frame->enter_frame.ptr ? "set" : "NULL", frame ? frame->enter_frame_flags : 0);
  }
  int places[2] = {-7, -7}; // the first is offered, the second must stay as it is
  int room = get_partition_place_nums(0, places);
  print("  num_procs=%d num_places=%d partition=%d%s", get_num_procs(), get_num_places(), room,
        places[0] != -7 ? " (written into an array of size 0)" : "");
}

static void thread_begin(ompt_thread_t type, ompt_data_t *data) { print("thread_begin type=%d", type); }
static void thread_end(ompt_data_t *data) { print("thread_end"); }
static void parallel_begin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *parallel,
                           unsigned int requested, int flags, const void *code) {
  char *before = word(parallel);
  name(parallel);
  print("parallel_begin task=%s parallel=%s (was %s) requested=%u flags=0x%x code=%s", word(task),
        word(parallel), before, requested, flags, place(code));
  ask();
}
static void parallel_end(ompt_data_t *parallel, ompt_data_t *task, int flags, const void *code) {
  print("parallel_end parallel=%s task=%s flags=0x%x", word(parallel), word(task), flags);
}
static void implicit_task(ompt_scope_endpoint_t e, ompt_data_t *parallel, ompt_data_t *task,
                          unsigned int actual, unsigned int index, int flags) {
  char *before = word(task);
  if (e == ompt_scope_begin)
    name(task);
  print("implicit_task %s parallel=%s task=%s (was %s) actual_parallelism=%u index=%u flags=0x%x",
        end(e), word(parallel), word(task), before, actual, index, flags);
  if (e == ompt_scope_begin)
    ask();
}
static void task_create(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *made, int flags,
                        int dependences, const void *code) {
  name(made);
  print("task_create by=%s task=%s flags=0x%x code=%s", word(task), word(made), flags, place(code));
}
static void dependences(ompt_data_t *task, const ompt_dependence_t *list, int count) {
  for (int i = 0; i < count; i++)
    print("dependences task=%s type=%d variable=%p", word(task), list[i].dependence_type,
          list[i].variable.ptr);
}
static void task_schedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next) {
  print("task_schedule prior=%s status=%d next=%s", word(prior), status, word(next));
}
static void work(ompt_work_t type, ompt_scope_endpoint_t e, ompt_data_t *parallel, ompt_data_t *task,
                 uint64_t count, const void *code) {
  print("work type=%d %s count=%llu code=%s", type, end(e), (unsigned long long)count, place(code));
}
static void dispatch(ompt_data_t *parallel, ompt_data_t *task, ompt_dispatch_t kind,
                     ompt_data_t instance) {
  if (kind == ompt_dispatch_iteration || kind == ompt_dispatch_section)
    print("dispatch kind=%d instance=%llu", kind, (unsigned long long)instance.value);
  else
    print("dispatch kind=%d start=%llu iterations=%llu", kind,
          (unsigned long long)((ompt_dispatch_chunk_t *)instance.ptr)->start,
          (unsigned long long)((ompt_dispatch_chunk_t *)instance.ptr)->iterations);
}
static void masked(ompt_scope_endpoint_t e, ompt_data_t *parallel, ompt_data_t *task, const void *code) {
  print("masked %s parallel=%s task=%s", end(e), word(parallel), word(task));
}
static void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t e, ompt_data_t *parallel,
                        ompt_data_t *task, const void *code) {
  print("sync_region kind=%d %s parallel=%s code=%s", kind, end(e), word(parallel), place(code));
}
static void cancel(ompt_data_t *task, int flags, const void *code) {
  print("cancel task=%s flags=0x%x", word(task), flags);
}
static void error(ompt_severity_t severity, const char *message, size_t length, const void *code) {
  print("error severity=%d message=%s length=%zu", severity, message ? message : "NULL", length);
}
static int control_tool(uint64_t command, uint64_t modifier, void *arg, const void *code) {
  print("control_tool command=%llu", (unsigned long long)command);
  return 0;
}
static void device_initialize(int number, const char *type, ompt_device_t *device,
                              ompt_function_lookup_t lookup, const char *documentation) {
  print("device_initialize device=%d type=\"%s\" lookup=%s ompt_start_trace=%p", number, type,
        lookup ? "set" : "NULL", lookup ? (void *)lookup("ompt_start_trace") : NULL);
}
static void device_load(int number, const char *file, int64_t offset, void *vma, size_t bytes,
                        void *host, void *device, uint64_t module) {
  print("device_load device=%d file=%s offset=%lld vma=%p bytes=%zu host=%p device_addr=%p", number,
        file ? file : "NULL", (long long)offset, vma, bytes, host, device);
}
static void target_emi(ompt_target_t kind, ompt_scope_endpoint_t e, int device, ompt_data_t *task,
                       ompt_data_t *target_task, ompt_data_t *target, const void *code) {
  name(target);
  print("target_emi kind=%d %s task=%s target_task=%s target=%s", kind, end(e), word(task),
        word(target_task), word(target));
}
static void data_op_emi(ompt_scope_endpoint_t e, ompt_data_t *target_task, ompt_data_t *target,
                        ompt_id_t *id, ompt_target_data_op_t type, void *from, int from_device,
                        void *to, int to_device, size_t bytes, const void *code) {
  print("target_data_op_emi type=%d %s from=%p to=%p bytes=%zu", type, end(e), from, to, bytes);
}
static void target(ompt_target_t kind, ompt_scope_endpoint_t e, int device, ompt_data_t *task,
                   ompt_id_t id, const void *code) {
  print("target kind=%d %s task=%s id=%llu", kind, end(e), word(task), (unsigned long long)id);
}
static void data_op(ompt_id_t target_id, ompt_id_t id, ompt_target_data_op_t type, void *from,
                    int from_device, void *to, int to_device, size_t bytes, const void *code) {
  print("target_data_op target_id=%llu type=%d from=%p to=%p bytes=%zu",
        (unsigned long long)target_id, type, from, to, bytes);
}
static void device_unload(int number, uint64_t module) { print("device_unload device=%d", number); }

#define REGISTER(what) add(ompt_callback_##what, (ompt_callback_t)what, #what)
static ompt_set_callback_t set_callback;
static void add(ompt_callbacks_t which, ompt_callback_t function, const char *text) {
  ompt_set_result_t answer = set_callback(which, function);
  if (answer != ompt_set_always)
    print("ompt_set_callback(%s) = %d", text, answer);
}
static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  set_callback = (ompt_set_callback_t)lookup("ompt_set_callback");
  get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
  get_num_procs = (ompt_get_num_procs_t)lookup("ompt_get_num_procs");
  get_num_places = (ompt_get_num_places_t)lookup("ompt_get_num_places");
  get_partition_place_nums =
      (ompt_get_partition_place_nums_t)lookup("ompt_get_partition_place_nums");
  REGISTER(thread_begin), REGISTER(thread_end), REGISTER(parallel_begin), REGISTER(parallel_end);
  REGISTER(implicit_task), REGISTER(task_create), REGISTER(dependences), REGISTER(task_schedule);
  REGISTER(work), REGISTER(dispatch), REGISTER(masked), REGISTER(sync_region), REGISTER(cancel);
  REGISTER(error), REGISTER(control_tool), REGISTER(device_initialize), REGISTER(device_load);
  REGISTER(device_unload);
  const char *wanted = getenv("PRINT_EVENTS");
  if (wanted && !strcmp(wanted, "classic")) {
    add(ompt_callback_target, (ompt_callback_t)target, "target");
    add(ompt_callback_target_data_op, (ompt_callback_t)data_op, "target_data_op");
  } else {
    REGISTER(target_emi);
    add(ompt_callback_target_data_op_emi, (ompt_callback_t)data_op_emi, "target_data_op_emi");
  }
  return 1;
}
static void finalize(ompt_data_t *data) { print("finalize"); }
ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return &result;
}
