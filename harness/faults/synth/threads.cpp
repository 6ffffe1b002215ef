#include "faults/synth/threads.h"

namespace cts::synth {

void Threads::work(Worker &worker) {
  std::unique_lock lock(worker.mutex);
  while (true) {
    worker.changed.wait(lock, [&] { return worker.step || worker.ending; });
    if (!worker.step)
      return;
    (*worker.step)();
    worker.step = nullptr;
    worker.changed.notify_all();
  }
}

void Threads::run(unsigned number, const std::function<void()> &step) {
  if (number == 1) {
    step();
    return;
  }
  auto &worker = workers_[number];
  if (!worker) {
    worker = std::make_unique<Worker>();
    worker->thread = std::thread([w = worker.get()] { work(*w); });
  }
  std::unique_lock lock(worker->mutex);
  worker->step = &step;
  worker->changed.notify_all();
  worker->changed.wait(lock, [&] { return !worker->step; });
}

void Threads::end(unsigned number) {
  const auto at = workers_.find(number);
  if (at == workers_.end())
    return;
  {
    const std::lock_guard lock(at->second->mutex);
    at->second->ending = true;
  }
  at->second->changed.notify_all();
  at->second->thread.join();
  workers_.erase(at);
}

Threads::~Threads() {
  while (!workers_.empty())
    end(workers_.begin()->first);
}

} // namespace cts::synth
