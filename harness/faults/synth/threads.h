// Real threads that execute given steps, one at a time.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace cts::synth {

// Runs steps on threads of the given numbers; run() returns after the step. Thread 1 is the
// caller's own.
class Threads {
public:
  ~Threads();
  void run(unsigned number, const std::function<void()> &step);
  // The thread ends now.
  void end(unsigned number);

private:
  struct Worker {
    std::mutex mutex;
    std::condition_variable changed;
    const std::function<void()> *step = nullptr;
    bool ending = false;
    std::thread thread;
  };
  static void work(Worker &worker);
  std::map<unsigned, std::unique_ptr<Worker>> workers_;
};

} // namespace cts::synth
