#include "checker_tool/recorder.h"

#include "checker_tool/libraries.h"
#include "checker_tool/process_facts.h"

namespace cts {
namespace {

constexpr u32 identifier_batch = 1024;
} // namespace

constinit thread_local ThreadRecorder *Recorder::current_ = nullptr;
constinit thread_local bool Recorder::attaching_ = false;
constinit ImmortalRecorder the_recorder;

// Making info claims a folder: of many processes with one name, only one succeeds. The others, and
// a later program in the same process, get folders of their own.
bool Recorder::claim_directory(Text &error) {
  const auto process = static_cast<u64>(kernel::process());
  for (u64 attempt = 0;; ++attempt) {
    directory_ = attempt == 0   ? Text(options_.trace.view())
                 : attempt == 1 ? Text(options_.trace.view(), ".", process)
                                : Text(options_.trace.view(), ".", process, ".", attempt - 1);
    int failed = kernel::make_directory(directory_);
    if (failed != 0 && failed != -EEXIST) {
      error = {"cannot make the trace directory ", directory_.view(), ": ", reason(failed).view()};
      return false;
    }
    failed = kernel::make_directory(Text(directory_.view(), "/", info_directory));
    if (failed == 0)
      return true;
    if (failed != -EEXIST) {
      error = {"cannot write into the trace directory ", directory_.view(), ": ",
               reason(failed).view()};
      return false;
    }
    mark_replaced(directory_);
  }
}

bool Recorder::open_directory(bool forked, Text &error) {
  if (!claim_directory(error))
    return false;
  int failed = replace_file(Text(directory_.view(), "/", info_directory), process_name,
                            process_facts(forked).view());
  if (!failed)
    failed = manifest_.create(directory_, options_.limit, options_.waits);
  if (failed)
    error = {"no room for a trace in ", directory_.view(), ": ", reason(failed).view()};
  return !failed;
}

bool Recorder::start(Options &&options, Text &error) {
  const Unnoticed unnoticed;
  options_ = std::move(options);
  if (!open_directory(forked_, error))
    return false;
  // A live judge runs fences in this process (trace/live.cpp), which needs this permission.
  kernel::let_fence();
  SafeMemory::guard_process();
  clock_.start();
  manifest().clock_zero = clock_.zero();
  static bool once = false; // the runtime calls from one thread at a time
  if (!once) {
    watch_threads(thread_exits, [] { instance().after_fork_in_child(); });
    once = true;
  }
  started_ = true;
  return true;
}

bool Recorder::write_metadata(Text &error) {
  const Unnoticed unnoticed;
  int failed = 0;
  settings_.show([&](std::span<const Setting> settings) {
    failed = replace_file(directory_, metadata_name,
                          cts::write_metadata(clock_.description(), settings).view());
  });
  if (failed)
    error = {"no room for a trace in ", directory_.view(), ": ", reason(failed).view()};
  return !failed;
}

void Recorder::write_metadata() {
  Text error; // what an earlier call has written stays
  write_metadata(error);
}

void Recorder::write_memory_map() {
  const Unnoticed unnoticed;
  const Locked lock(mappings_lock_);
  const auto add = [this](std::string_view line) {
    std::string_view known = mappings_.view();
    for (std::size_t at; (at = known.find(line)) != std::string_view::npos;) {
      if ((at == 0 || known[at - 1] == '\n') && part_of(known, at + line.size()).starts_with('\n'))
        return;
      known.remove_prefix(at + 1);
    }
    mappings_ += line;
    mappings_ += '\n';
  };
  const CodeMappings now;
  now.for_each_line(add);
  const u64 unloaded = times_unloaded();
  // Code may have been unloaded before anybody looked.
  if (unloaded_ && unloaded_ != unloaded)
    add(Text("0-0 --xp 0 00:00 0 ", unloaded_path).view());
  unloaded_ = unloaded;
  const bool written =
      (!mappings_.view().empty() &&
       std::atomic_ref(manifest().maps_bytes).load() == mappings_.view().size()) ||
      !replace_file(Text(directory_.view(), "/", info_directory), maps_name, mappings_.view());
  // A process that gives up its rights, its root or its files can no longer do this.
  std::atomic_ref(manifest().maps_stale).store(!now.known() || !written);
  if (written)
    std::atomic_ref(manifest().maps_bytes).store(mappings_.view().size());
}

void Recorder::mark_initialized() {
  // A runtime that shuts down and starts again has one record.
  std::atomic_ref(manifest().finalized).store(0);
  std::atomic_ref(manifest().step).store(InitializerStep::done);
  std::atomic_ref(manifest().initialized).store(1);
}
void Recorder::mark_finalized() { std::atomic_ref(manifest().finalized).store(1); }
void Recorder::mark_exited() {
  const Unnoticed unnoticed;
  remove_waiting_buffers(directory_, manifest_);
  std::atomic_ref(manifest().end).store(ProcessEnd::exited);
}
bool Recorder::active() const {
  return started_ && std::atomic_ref(manifest().initialized).load() != 0 &&
         std::atomic_ref(manifest().finalized).load() == 0;
}

u32 Recorder::take_identifiers(u32 n) {
  const u64 first = std::atomic_ref(manifest().next_identifier).fetch_add(n);
  return first + n > 0xFFFF'FFFFu ? 0 : static_cast<u32>(first);
}

void ThreadRecorder::leaves_stack() {
  if (!other_stack_)
    record(event::other_stack{});
  other_stack_ = true;
}

// A forked child finds zeros there, even after a fork that the C library does not see: it must not
// write into its parent's buffers.
void *Recorder::memory_for_recorder() {
  void *memory = kernel::map_private(sizeof(ThreadRecorder));
  if (memory)
    kernel::wipe_in_child(memory, sizeof(ThreadRecorder));
  return memory;
}

ThreadRecorder *Recorder::attach_thread() {
  if (!started_ && !start_in_child())
    return nullptr;
  if (attaching_) {
    std::atomic_ref(manifest().nested).fetch_add(1);
    manifest_.lost(now(), 0);
    return nullptr;
  }
  attaching_ = true;
  void *memory = memory_for_recorder();
  if (!memory) {
    std::atomic_ref(manifest().dropped).fetch_add(1);
    manifest_.lost(now(), ENOMEM);
    attaching_ = false;
    return nullptr;
  }
  auto *recorder = new (memory) ThreadRecorder;
  event::stream_begin e;
  e.tid = static_cast<u64>(kernel::thread());
  e.main = e.tid == static_cast<u64>(kernel::process());
  recorder->memory_.look();
  recorder->open_stream(e.tid);
  recorder->only_records_ = options_.probes == Probes::none && options_.order == Order::free;
  recorder->random_ = options_.perturb * 0x9E3779B97F4A7C15u + recorder->number_ + 1;
  recorder->watched_.thread = recorder;
  watch_this_thread(recorder->watched_);
  stack_of_this_thread(e.stack_low, e.stack_high);
  recorder->stack_low_ = e.stack_low;
  recorder->stack_high_ = e.stack_high;
  recorder->record(e);
  current_ = recorder;
  attaching_ = false;
  return recorder;
}

ThreadRecorder *Recorder::attach_samples(u64 &stack_low, u64 &stack_high) {
  const ThreadRecorder *own = thread();
  void *memory = own ? memory_for_recorder() : nullptr;
  if (!memory)
    return nullptr;
  auto *samples = new (memory) ThreadRecorder;
  samples->memory_.look();
  samples->open_stream(static_cast<u64>(kernel::thread()));
  stack_of_this_thread(stack_low, stack_high);
  samples->stack_low_ = stack_low;
  samples->stack_high_ = stack_high;
  samples->record(event::samples_of{own->number_, options_.sample});
  return samples;
}

void Recorder::detach_samples(ThreadRecorder *samples) {
  samples->stream_.close();
  kernel::unmap(samples, sizeof *samples);
}

void Recorder::close_thread() {
  if (current_ && current_->enter()) {
    current_->stream_.close();
    current_->leave();
  }
}

void Recorder::thread_exits(void *argument) {
  auto *recorder = static_cast<ThreadRecorder *>(argument);
  if (!recorder || recorder != current_)
    return; // belonged to the parent of a fork, and may be wiped here
  if (instance().followers_.thread_exits)
    instance().followers_.thread_exits();
  instance().close_thread();
  current_ = nullptr;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  kernel::unmap(recorder, sizeof *recorder);
}

// The child has only the forking thread. The child makes its own trace when it records something,
// and never touches the parent's mappings, which parent and child share.
void Recorder::after_fork_in_child() {
  current_ = nullptr;
  attaching_ = false;
  if (followers_.child_starts)
    followers_.child_starts();
  forked_ = forked_ || started_;
  started_ = false;
}

// The event that would show it is lost.
void Recorder::child_found_out() {
  after_fork_in_child();
  if (!thread())
    return;
  std::atomic_ref(manifest().dropped).fetch_add(1);
  manifest_.lost(now(), 0);
}

bool Recorder::start_in_child() {
  if (!forked_)
    return false;
  const Unnoticed unnoticed;
  const Locked lock(starting_);
  if (started_)
    return true;
  const u64 next_identifier = manifest().next_identifier; // the parent's words may occur
  const bool active = manifest().initialized && !manifest().finalized; // and so is the child's tool
  Text error;
  if (!open_directory(true, error)) {
    forked_ = false;
    return false;
  }
  manifest().next_identifier = next_identifier;
  manifest().clock_zero = clock_.zero();
  describe("process", Text(static_cast<u64>(kernel::process())).view());
  describe("forked", "1");
  write_metadata();
  write_memory_map();
  std::atomic_ref(started_).store(true);
  if (active) {
    manifest().started = 1;
    mark_initialized();
  }
  return true;
}

// Takes the next number. With too many threads every event counts as dropped. A live judge sees
// from the number of streams that one may be coming, because the number is taken before any stamp
// of the stream.
void ThreadRecorder::open_stream(u64 tid) {
  Recorder &recorder = Recorder::instance();
  number_ = std::atomic_ref(recorder.manifest().streams).fetch_add(1);
  if (number_ >= stream_limit)
    return;
  stream_.open(recorder.directory_, number_, &recorder.manifest_, tid);
  if (stream_.entry())
    busy_ = &stream_.entry()->recording;
}

bool ThreadRecorder::refused() {
  Recorder &recorder = Recorder::instance();
  if (!busy_) {
    recorder.child_found_out();
    return false;
  }
  std::atomic_ref(recorder.manifest().nested).fetch_add(1);
  recorder.manifest_.lost(recorder.now(), 0);
  return false;
}

void ThreadRecorder::dropped(u64 time) {
  // An open stream has counted the event itself.
  if (stream_.is_open())
    return;
  Recorder &recorder = Recorder::instance();
  std::atomic_ref(recorder.manifest().dropped).fetch_add(1);
  recorder.manifest_.lost(time, 0);
}

bool ThreadRecorder::take_identifiers() {
  next_identifier_ = Recorder::instance().take_identifiers(identifier_batch);
  identifiers_left_ = next_identifier_ ? identifier_batch : 0;
  return next_identifier_ != 0;
}

std::string_view ThreadRecorder::text(const char *p, char *to) {
  std::size_t length = 0;
  while (p && to && length < text_limit && read(p + length, to[length]) && to[length])
    ++length;
  return {to, length};
}

u64 ThreadRecorder::random() {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return random_;
}

} // namespace cts
