#include "devices/worker.h"

#include "devices/witness.h"

#include <chrono>

namespace cts::devices {

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable())
    thread_.join();
}

void Worker::submit(std::function<void()> command) {
  if (!behavior().asynchronous) {
    command();
    return;
  }
  const std::lock_guard lock(mutex_);
  commands_.push_back(std::move(command));
  ++unfinished_;
  if (!thread_.joinable())
    thread_ = std::thread([this] { work(); });
  changed_.notify_all();
}

void Worker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return unfinished_ == 0; });
}

bool Worker::idle() {
  const std::lock_guard lock(mutex_);
  return unfinished_ == 0;
}

void Worker::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ending_ || !commands_.empty(); });
    if (commands_.empty())
      return;
    const auto command = std::move(commands_.front());
    commands_.pop_front();
    lock.unlock();
    if (behavior().delay)
      std::this_thread::sleep_for(std::chrono::microseconds(behavior().delay));
    command();
    lock.lock();
    --unfinished_;
    changed_.notify_all();
  }
}

void Signal::set() {
  {
    const std::lock_guard lock(mutex_);
    set_ = true;
  }
  changed_.notify_all();
}

void Signal::reset() {
  const std::lock_guard lock(mutex_);
  set_ = false;
}

bool Signal::is_set() {
  const std::lock_guard lock(mutex_);
  return set_;
}

bool Signal::wait(std::uint64_t nanoseconds) {
  std::unique_lock lock(mutex_);
  const auto done = [&] { return set_; };
  if (nanoseconds == ~std::uint64_t{0}) {
    changed_.wait(lock, done);
    return true;
  }
  return changed_.wait_for(lock, std::chrono::nanoseconds(nanoseconds), done);
}

} // namespace cts::devices
