// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checker_tool/recorder.h"

#include "checker_tool/sampler.h"
#include "trace/system_calls.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <link.h>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <set>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cts {
namespace {

constexpr u32 identifier_batch = 1024;
// glibc runs the destructors of thread-specific data in up to four rounds. Ours waits for the last,
// since the runtime's own destructor still makes callbacks. ThreadSanitizer forgets the thread in
// the last, before us.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CTS_THREAD_SANITIZER
#endif
#endif
#ifdef CTS_THREAD_SANITIZER
constexpr u32 last_destructor_round = 2;
#else
constexpr u32 last_destructor_round = 3;
#endif

pthread_key_t exit_key;

bool write_file(const std::string &path, const std::string &text) {
  const Unnoticed unnoticed;
  const std::string fresh = path + ".new";
  const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0)
    return false;
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = ::write(fd, text.data() + done, text.size() - done);
    if (wrote <= 0)
      break;
    done += static_cast<std::size_t>(wrote);
  }
  ::close(fd);
  if (done == text.size() && ::rename(fresh.c_str(), path.c_str()) == 0)
    return true;
  ::unlink(fresh.c_str());
  return false;
}

// Left alone where the system does not tell.
void stack_of_this_thread(u64 &low, u64 &high) {
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0)
    return;
  void *begin = nullptr;
  std::size_t bytes = 0;
  ::pthread_attr_getstack(&attributes, &begin, &bytes);
  ::pthread_attr_destroy(&attributes);
  low = reinterpret_cast<u64>(begin);
  high = low + bytes;
}

TraceState *map_state(const std::string &path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0)
    return nullptr;
  void *mapping = MAP_FAILED;
  const int no_room = ::posix_fallocate(fd, 0, sizeof(TraceState));
  if (no_room == 0)
    mapping = ::mmap(nullptr, sizeof(TraceState), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  if (mapping == MAP_FAILED) {
    errno = no_room ? no_room : errno;
    return nullptr;
  }
  auto *state = static_cast<TraceState *>(mapping);
  state->magic = state_magic;
  state->next_identifier = 1;
  return state;
}

} // namespace

constinit thread_local ThreadRecorder *Recorder::current_ = nullptr;
constinit ImmortalRecorder the_recorder;

bool Recorder::open_directory(std::string &error) {
  directory_ = options_.trace;
  struct stat exists;
  const auto taken = [&] {
    return ::stat((directory_ + "/" + info_directory).c_str(), &exists) == 0;
  };
  if (taken())
    directory_ += "." + std::to_string(::getpid());
  for (int copy = 1; taken(); ++copy) // the same process id again, in a later container or reboot
    directory_ = options_.trace + "." + std::to_string(::getpid()) + "." + std::to_string(copy);
  if (::mkdir(directory_.c_str(), 0755) != 0 && errno != EEXIST) {
    error = "cannot make the trace directory " + directory_ + ": " + std::strerror(errno);
    return false;
  }
  const std::string info = directory_ + "/" + info_directory;
  if (::mkdir(info.c_str(), 0755) != 0) {
    error = "cannot write into the trace directory " + directory_ + ": " + std::strerror(errno);
    return false;
  }
  state_ = map_state(info + "/state");
  if (!state_) {
    error = "no room for a trace in " + directory_ + ": " + std::strerror(errno);
    return false;
  }
  return true;
}

bool Recorder::start(const Options &options, std::string &error) {
  const Unnoticed unnoticed;
  options_ = options;
  if (!open_directory(error))
    return false;
  clock_.start();
  static const int once [[maybe_unused]] = [] {
    ::pthread_key_create(&exit_key, thread_exits);
    return ::pthread_atfork(nullptr, nullptr, [] { instance().after_fork_in_child(); });
  }();
  started_ = true;
  return true;
}

void Recorder::describe(std::string name, std::string value) {
  for (auto &[known, old] : environment_)
    if (known == name) {
      old = std::move(value);
      return;
    }
  environment_.emplace_back(std::move(name), std::move(value));
}

void Recorder::write_metadata() {
  write_file(directory_ + "/" + metadata_name, metadata_text(clock_.description(), environment_));
}

void Recorder::write_memory_map() {
  // Never destroyed: devices are finalised after the destructors of this library have run.
  struct Known {
    std::mutex one_at_a_time;
    std::set<std::string> mappings; // also those that are gone by now
    std::optional<unsigned long long> unloaded;
  };
  static Known &known = *new Known;
  const std::lock_guard lock(known.one_at_a_time);
  if (std::FILE *maps = std::fopen("/proc/self/maps", "re")) {
    char line[4352];
    while (std::fgets(line, sizeof line, maps)) {
      char permissions[5] = "";
      if (std::sscanf(line, "%*s %4s", permissions) == 1 && permissions[2] == 'x')
        known.mappings.insert(line);
    }
    std::fclose(maps);
  }
  unsigned long long unloaded = 0;
  ::dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *count) {
        *static_cast<unsigned long long *>(count) = info->dlpi_subs;
        return 1;
      },
      &unloaded);
  // There may have been code that went before anybody looked.
  if (known.unloaded && *known.unloaded != unloaded)
    known.mappings.insert(std::string("0-0 --xp 0 00:00 0 ") + unloaded_path + "\n");
  known.unloaded = unloaded;
  std::string text;
  for (const std::string &line : known.mappings)
    text += line;
  write_file(directory_ + "/" + info_directory + "/maps", text);
}

void Recorder::mark_initialized() { std::atomic_ref(state_->initialized).store(1); }
void Recorder::mark_finalized() { std::atomic_ref(state_->finalized).store(1); }
bool Recorder::active() const {
  return started_ && std::atomic_ref(state_->initialized).load() != 0 &&
         std::atomic_ref(state_->finalized).load() == 0;
}

u32 Recorder::take_identifiers(u32 n) {
  const u64 first = std::atomic_ref(state_->next_identifier).fetch_add(n);
  return first + n > 0xFFFF'FFFFu ? 0 : static_cast<u32>(first);
}

ThreadRecorder *Recorder::attach_thread() {
  const u32 number = threads_.fetch_add(1);
  auto *recorder = new (std::nothrow) ThreadRecorder;
  if (!recorder) {
    std::atomic_ref(state_->dropped).fetch_add(1);
    return nullptr;
  }
  if (number < stream_limit)
    recorder->stream_.open(directory_.c_str(), number); // if not, every event counts as dropped
  recorder->number_ = number;
  recorder->only_records_ = options_.probes == Probes::none && options_.perturb == 0;
  recorder->random_ = options_.perturb * 0x9E3779B97F4A7C15u + number + 1;
  current_ = recorder;
  ::pthread_setspecific(exit_key, recorder);
  event::stream_begin e;
  e.tid = static_cast<u64>(::syscall(SYS_gettid));
  e.main = e.tid == static_cast<u64>(::getpid());
  stack_of_this_thread(e.stack_low, e.stack_high);
  recorder->record(e, now());
  return recorder;
}

ThreadRecorder *Recorder::attach_samples(u64 &stack_low, u64 &stack_high) {
  const ThreadRecorder *own = thread();
  auto *samples = own ? new (std::nothrow) ThreadRecorder : nullptr;
  if (!samples)
    return nullptr;
  samples->number_ = threads_.fetch_add(1);
  if (samples->number_ < stream_limit)
    samples->stream_.open(directory_.c_str(), samples->number_);
  stack_of_this_thread(stack_low, stack_high);
  samples->record(event::samples_of{own->number_, options_.sample}, now());
  return samples;
}

void Recorder::detach_samples(ThreadRecorder *samples) {
  samples->stream_.close();
  delete samples;
}

void Recorder::close_thread() {
  if (current_)
    current_->stream_.close();
}

void Recorder::thread_exits(void *argument) {
  auto *recorder = static_cast<ThreadRecorder *>(argument);
  if (recorder != current_)
    return; // belonged to the parent of a fork
  if (++recorder->destructor_rounds_ <= last_destructor_round) {
    ::pthread_setspecific(exit_key, recorder);
    return;
  }
  sampler::thread_ends();
  recorder->stream_.close();
  delete recorder;
  current_ = nullptr;
}

// The child has the forking thread only. Its trace is its own; the parent's mappings, which it
// shares, are left alone for good.
void Recorder::after_fork_in_child() {
  const Unnoticed unnoticed;
  current_ = nullptr;
  sampler::forget_in_child();
  threads_ = 0;
  std::string error;
  started_ = started_ && open_directory(error);
  if (!started_)
    return;
  describe("process", std::to_string(::getpid()));
  describe("forked", "1");
  write_metadata();
}

void ThreadRecorder::dropped() {
  // An open stream has counted the event itself.
  if (!stream_.is_open())
    std::atomic_ref(Recorder::instance().state_->dropped).fetch_add(1);
}

bool ThreadRecorder::take_identifiers() {
  next_identifier_ = Recorder::instance().take_identifiers(identifier_batch);
  identifiers_left_ = next_identifier_ ? identifier_batch : 0;
  return next_identifier_ != 0;
}

std::string_view ThreadRecorder::text(const char *p, char (&buffer)[text_limit + 1]) {
  std::size_t length = 0;
  while (p && length < text_limit && readable(p + length, 1) && p[length])
    buffer[length] = p[length], ++length;
  return {buffer, length};
}

u64 ThreadRecorder::random() {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return random_;
}

} // namespace cts
