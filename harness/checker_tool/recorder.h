// The trace of the process, and the calling thread's part of the trace.
#pragma once

#include "checker_tool/clock.h"
#include "checker_tool/options.h"
#include "checker_tool/safe_read.h"
#include "checker_tool/settings.h"
#include "checker_tool/spin_lock.h"
#include "checker_tool/threads.h"
#include "ompt_abi/ompt_abi.h"
#include "trace/stream_writer.h"

#include <array>

namespace cts {

// The data that one thread needs to record. Only its thread uses it, and it shares no cache line
// with another thread's data.
class alignas(128) ThreadRecorder {
public:
  // Claims the recorder for one event; false in a signal handler that has interrupted the thread
  // while it recorded another: the event is counted as dropped, and the stream stays whole. Call
  // this before the event's stamp is taken: the claim tells a reader of the growing stream that an
  // older event may still come.
  bool enter() {
    if (!busy_ || std::atomic_ref(*busy_).load(std::memory_order_relaxed)) [[unlikely]]
      return refused();
    std::atomic_ref(*busy_).store(StreamEntry::stamped, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst); // live.cpp has the other half of a fence
    return true;
  }
  // Records the event and ends the claim.
  template <class E> void record_and_leave(const E &e, u64 time) {
    if (!stream_.append(e, time)) [[unlikely]]
      dropped(time);
    leave();
  }
  // Records an event of this moment.
  template <class E> void record(const E &e);

  // The word behind p, as it is.
  Ref ref(const ompt_abi::ompt_data_t *p);
  // The word behind p. At the beginning of its life the word gets an identifier of ours.
  New created(ompt_abi::ompt_data_t *p, bool begins);
  Frame frame(const ompt_abi::ompt_frame_t *p);
  // The string, or as much of it as can be read and recorded, copied to `to`.
  std::string_view text(const char *p, char *to);
  // Room for an event's texts and lists while it is recorded: from the claim to the record.
  template <class T> T *room() { return reinterpret_cast<T *>(room_); }
  template <class T> bool read(const T *p, T &value) { return memory_.read(p, value); }

  StreamWriter &stream() { return stream_; }
  u32 number() const { return number_; }
  // The stack that the thread began with, and one after its highest byte; 0 if unknown.
  u64 stack_low() const { return stack_low_; }
  u64 stack_high() const { return stack_high_; }
  // Call this before a frame is recorded: it records once that the thread is on another stack.
  void tell_stack() {
    const auto here = reinterpret_cast<u64>(__builtin_frame_address(0));
    if (here - stack_low_ >= stack_high_ - stack_low_ && stack_high_ != 0) [[unlikely]]
      leaves_stack();
  }
  // Callbacks only need recording.
  bool only_records() const { return only_records_; }
  // Whether this callback is one of the first 64 with its code, or one in 256.
  bool in_sample(u8 code) {
    u32 &seen = seen_[code % seen_.size()];
    return ++seen <= 64 || seen % 256 == 0;
  }
  // A pseudo-random number for the perturbation of this thread.
  u64 random();

private:
  friend class Recorder;
  u32 new_identifier() {
    if (identifiers_left_ == 0 && !take_identifiers()) [[unlikely]]
      return 0;
    --identifiers_left_;
    return next_identifier_++;
  }
  bool take_identifiers();
  void leaves_stack();
  void leave() {
    // A reader that finds the claim ended finds the event recorded.
    std::atomic_ref(*busy_).store(StreamEntry::idle, std::memory_order_release);
  }
  void open_stream(u64 tid);
  bool refused();
  void dropped(u64 time);

  StreamWriter stream_;
  SafeMemory memory_;
  u32 next_identifier_ = 0;
  u32 identifiers_left_ = 0;
  u32 number_ = 0;
  u64 stack_low_ = 0, stack_high_ = 0;
  bool only_records_ = true;
  bool other_stack_ = false; // this is recorded
  u32 unseen_ = 0;           // replaces an entry in the manifest
  u32 *busy_ = &unseen_;     // recording: the entry's; null in a child, where all of this is 0
  WatchedThread watched_;
  u64 random_ = 0;
  std::array<u32, 38> seen_{}; // by code
  alignas(8) char room_[3 * (text_limit + 1)];
  static_assert(sizeof room_ >= list_limit * sizeof(u64));
};

// Everything of the process. Functions are thread safe unless they say otherwise.
class Recorder {
public:
  // Never destroyed: callbacks may come after static destructors have run.
  static Recorder &instance();

  // Makes the trace directory and its first files; the environment block grows until
  // write_metadata. False with a one-line reason if nothing can be recorded. Called once a process.
  bool start(Options &&options, Text &error);
  bool started() const { return started_; }
  // The process was forked from one that recorded.
  bool forked() const { return forked_; }
  const Options &options() const { return options_; }

  // Sets a line of the environment block. False if the line is there already. Not thread safe.
  bool describe(std::string_view name, std::string_view value) {
    return settings_.set(name, value);
  }
  void write_metadata();
  bool write_metadata(Text &error);
  // Notes which executable mappings the process has, or had when this was called before, so that
  // code addresses can be named later.
  void write_memory_map();
  // The manifest's data of the process.
  ManifestHeader &manifest() const { return manifest_.header(); }
  void mark_initialized();
  void mark_finalized();
  void mark_exited();
  // The initializer has returned and the finalizer was not called.
  bool active() const;

  // The calling thread's recorder, made at its first event; null only when memory runs out.
  ThreadRecorder *thread() {
    if (current_) [[likely]]
      return current_;
    return attach_thread();
  }
  // Writes out the calling thread's buffer. A later event opens it again.
  void close_thread();
  // A stream for the samples of the calling thread, and the bounds of its stack; null only when
  // memory runs out. The thread uses the stream in the signal handler; detach_samples closes it.
  ThreadRecorder *attach_samples(u64 &stack_low, u64 &stack_high);
  void detach_samples(ThreadRecorder *samples);
  // The functions of other parts, each called if set: when a recorded thread exits, and in the
  // child of a fork. Not thread safe; called in the initializer.
  struct Followers {
    void (*thread_exits)() = nullptr;
    void (*child_starts)() = nullptr;
  };
  void set_followers(const Followers &followers) { followers_ = followers; }
  // Takes n identifiers out of the process's supply and returns the first; 0 when it is used up.
  u32 take_identifiers(u32 n);
  u64 now() const { return clock_.now(); }

private:
  friend class ThreadRecorder;
  friend union ImmortalRecorder;
  constexpr Recorder() = default;
  ThreadRecorder *attach_thread();
  static void thread_exits(void *recorder);
  static void *memory_for_recorder();
  void after_fork_in_child();
  void child_found_out();
  bool start_in_child();
  bool open_directory(bool forked, Text &error);
  bool claim_directory(Text &error);

  // The model keeps the access to one instruction; two words fit what the loader reserves.
  [[gnu::tls_model("initial-exec")]] static constinit thread_local ThreadRecorder *current_;
  // A signal handler must not attach the thread that is being attached.
  [[gnu::tls_model("initial-exec")]] static constinit thread_local bool attaching_;

  TimeSource clock_;
  Options options_;
  Settings settings_;
  Text directory_;
  ManifestFile manifest_;
  SpinLock mappings_lock_;
  Text mappings_;    // all that were ever seen
  u64 unloaded_ = 0; // the number of unloadings seen, and one more
  Followers followers_;
  SpinLock starting_;
  bool started_ = false;
  bool forked_ = false; // from a process that recorded
};

union ImmortalRecorder {
  constexpr ImmortalRecorder() : recorder() {}
  ~ImmortalRecorder() {}
  Recorder recorder;
};
extern constinit ImmortalRecorder the_recorder;

inline Recorder &Recorder::instance() { return the_recorder.recorder; }

template <class E> void ThreadRecorder::record(const E &e) {
  if (enter()) [[likely]]
    record_and_leave(e, Recorder::instance().now());
}

inline Ref ThreadRecorder::ref(const ompt_abi::ompt_data_t *p) {
  Ref r;
  if (!p)
    return r;
  ompt_abi::ompt_data_t data{~u64{0}};
  read(p, data);
  const u64 value = data.value;
  if (is_identifier_word(value)) [[likely]] {
    r.id = static_cast<u32>(value);
  } else {
    r.address = reinterpret_cast<u64>(p);
    r.value = value;
  }
  return r;
}

inline New ThreadRecorder::created(ompt_abi::ompt_data_t *p, bool begins) {
  New n;
  if (!p)
    return n;
  n.address = reinterpret_cast<u64>(p);
  ompt_abi::ompt_data_t data{};
  if (!read(p, data)) {
    n.value = ~u64{0};
    return n;
  }
  const u64 value = data.value;
  if (begins) {
    n.id = new_identifier();
    n.value = value;
    if (!memory_.write(p, identifier_word(n.id))) [[unlikely]]
      n.id = 0; // no later event can show the identifier
  } else if (is_identifier_word(value)) {
    n.id = static_cast<u32>(value);
  } else {
    n.value = value;
  }
  return n;
}

inline Frame ThreadRecorder::frame(const ompt_abi::ompt_frame_t *p) {
  Frame f;
  f.address = reinterpret_cast<u64>(p);
  ompt_abi::ompt_frame_t frame{};
  if (!p)
    return f;
  if (!read(p, frame)) {
    f.exit_flags = f.enter_flags = ~0u;
    return f;
  }
  f.exit = frame.exit_frame.value;
  f.enter = frame.enter_frame.value;
  f.exit_flags = static_cast<u32>(frame.exit_frame_flags);
  f.enter_flags = static_cast<u32>(frame.enter_frame_flags);
  return f;
}

} // namespace cts
