// A tool that registers every callback, as the checker does, and does nothing in them; with
// OMPT_CTS_WORDS=1 the tool only writes the words that begin there. The tool shows whether a crash
// needs a tool, one that keeps data, or the checker, and the cost for the runtime of a tool's
// callbacks alone. OMPT_CTS_TARGET chooses the family of target callbacks, as for the checker. The
// tool ends its activity where the checker does, because the runtime may crash there without a
// record.
#include "checker_tool/libraries.h"
#include "ompt_abi/ompt_abi.h"
#include "ompt_abi/tables.h"
#include "trace/note_kinds.h"

#include <atomic>
#include <cstdlib>
#include <string_view>

namespace {

using namespace ompt_abi;

ompt_finalize_tool_t finalize_tool = nullptr;

// In the supported calling conventions a callee may ignore its arguments.
int nothing() { return 0; }

void write(ompt_data_t *word) {
  static std::atomic<std::uint64_t> last{0};
  if (word)
    word->value = ++last;
}

void thread_begin(ompt_thread_t, ompt_data_t *thread) { write(thread); }
void parallel_begin(ompt_data_t *, const ompt_frame_t *, ompt_data_t *parallel, unsigned, int,
                    const void *) {
  write(parallel);
}
void task_create(ompt_data_t *, const ompt_frame_t *, ompt_data_t *task, int, int, const void *) {
  write(task);
}
void implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t *, ompt_data_t *task, unsigned,
                   unsigned, int) {
  if (endpoint == ompt_scope_begin)
    write(task);
}
void target_emi(ompt_target_t, ompt_scope_endpoint_t endpoint, int, ompt_data_t *, ompt_data_t *,
                ompt_data_t *target, const void *) {
  if (endpoint == ompt_scope_begin)
    write(target);
}

bool asks_for(const char *variable, std::string_view value) {
  const char *text = std::getenv(variable);
  return text && text == value;
}

template <class F> ompt_callback_t callback(F *function) {
  return reinterpret_cast<ompt_callback_t>(function);
}

ompt_callback_t writer_of(ompt_callbacks_t code) {
  switch (code) {
  case ompt_callback_thread_begin:
    return callback(thread_begin);
  case ompt_callback_parallel_begin:
    return callback(parallel_begin);
  case ompt_callback_task_create:
    return callback(task_create);
  case ompt_callback_implicit_task:
    return callback(implicit_task);
  case ompt_callback_target_emi:
    return callback(target_emi);
  default:
    return callback(nothing);
  }
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t *) {
  const auto set_callback = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  if (!set_callback)
    return 0;
  finalize_tool = reinterpret_cast<ompt_finalize_tool_t>(lookup("ompt_finalize_tool"));
  const bool emi = !asks_for("OMPT_CTS_TARGET", "classic");
  const bool words = asks_for("OMPT_CTS_WORDS", "1");
  for (const callback_info &info : all_callbacks())
    if (!info.counterpart || info.emi == emi)
      set_callback(info.code, words ? writer_of(info.code) : callback(nothing));
  return 1;
}

void finalize(ompt_data_t *) {}

ompt_start_tool_result_t result = {initialize, finalize, {0}};

} // namespace

extern "C" [[gnu::visibility("default")]] ompt_start_tool_result_t *ompt_start_tool(unsigned,
                                                                                    const char *) {
  // A runtime may load a tool for itself alone; the program must find ompt_cts_note. The runtime
  // may have an ompt_start_tool of its own.
  cts::make_symbols_global(reinterpret_cast<void *>(&finalize));
  return &result;
}

extern "C" [[gnu::visibility("default")]] void ompt_cts_note(int kind) {
  if (kind == static_cast<int>(cts::NoteKind::finalize_tool) && finalize_tool)
    finalize_tool();
}
