// A simulated queue: commands run in order, on a thread of its own, after the requested delay; or
// at once if the simulation is synchronous.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace cts::devices {

class Worker {
public:
  Worker() = default;
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;
  ~Worker(); // when everything is done

  void submit(std::function<void()> command);
  // Returns when all earlier commands have finished.
  void wait();
  bool idle();

private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> commands_;
  std::size_t unfinished_ = 0;
  bool ending_ = false;
  std::thread thread_; // started by the first command
};

// A condition that becomes true, on any thread.
class Signal {
public:
  void set();
  void reset();
  bool is_set();
  // False if it did not become true within this many nanoseconds; ~0 waits for ever.
  bool wait(std::uint64_t nanoseconds = ~std::uint64_t{0});

  std::uint64_t begun = 0, ended = 0; // of the command that set it, in nanoseconds

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
};

} // namespace cts::devices
