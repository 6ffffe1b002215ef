// Command lists and queues, events and fences of the simulated driver. The witness learns of a
// request at once, and of its completion on the queue's own thread.
#include "devices/host_code.h"
#include "devices/level_zero/modules.h"
#include "devices/level_zero/ze.h"
#include "devices/witness.h"
#include "devices/worker.h"

#include <cstring>
#include <mutex>
#include <vector>

using namespace cts::devices;

namespace {

struct Queue {
  Worker worker;
};
struct List {
  int device = 0;
  bool immediate = false, waits = false;
  Queue queue;                                 // immediate
  std::vector<std::function<void()>> commands; // until they are executed
};

using Events = std::vector<Signal *>;

Events events(std::uint32_t count, void **handles) {
  Events found;
  for (std::uint32_t i = 0; handles && i < count; ++i)
    found.push_back(static_cast<Signal *>(handles[i]));
  return found;
}

// A command that waits for events, runs and signals another event.
Result append(void *handle, std::function<void()> action, void *signal, std::uint32_t count,
              void **waits) {
  auto *list = static_cast<List *>(handle);
  auto command = [action = std::move(action), done = static_cast<Signal *>(signal),
                  awaited = events(count, waits)] {
    for (Signal *event : awaited)
      event->wait();
    const std::uint64_t begun = device_time();
    action();
    if (!done)
      return;
    done->begun = begun;
    done->ended = device_time();
    done->set();
  };
  if (!list->immediate) {
    list->commands.push_back(std::move(command));
    return success;
  }
  list->queue.worker.submit(std::move(command));
  if (list->waits)
    list->queue.worker.wait();
  return success;
}

Result launch(void *list, void *handle, void *signal, std::uint32_t count, void **waits) {
  const auto *kernel = static_cast<Kernel *>(handle);
  const int device = kernel->module->device;
  std::function<void()> run = [] {}; // a kernel without parameters belongs to the device runtime
  if (const auto &values = kernel->arguments; !values.empty())
    // The first parameter is the device runtime's.
    run = host_code(*kernel, {values.begin() + 1, values.end()}, kernel->module->links);
  if (!run)
    return no_such_kernel;
  witness_launch(device, kernel->name.c_str());
  return append(
      list,
      [device, name = kernel->name, run = std::move(run)] {
        run();
        witness({device, "complete", nullptr, nullptr, 0, name.c_str()});
      },
      signal, count, waits);
}

Result copy(void *list, void *to, const void *from, std::size_t bytes, void *signal,
            std::uint32_t count, void **waits) {
  if (!to || !from)
    return null_pointer;
  witness_copy(static_cast<List *>(list)->device, to, from, bytes);
  return append(
      list, [=] { std::memcpy(to, from, bytes); }, signal, count, waits);
}

struct Fence : Signal {};

// Events are reused and never destroyed, because a waiting thread may be done with one that the
// setting thread still uses.
std::mutex events_mutex;
std::vector<Signal *> &free_events() {
  static auto &all = *new std::vector<Signal *>;
  return all;
}
Signal *new_event() {
  const std::lock_guard lock(events_mutex);
  auto &free = free_events();
  if (free.empty())
    return new Signal;
  Signal *event = free.back();
  free.pop_back();
  event->reset();
  return event;
}
void free_event(Signal *event) {
  const std::lock_guard lock(events_mutex);
  free_events().push_back(event);
}

} // namespace

ZE zeCommandQueueCreate(void *, void *, const QueueDescription *, void **queue) {
  *queue = new Queue;
  return success;
}
ZE zeCommandQueueDestroy(void *queue) {
  delete static_cast<Queue *>(queue);
  return success;
}
ZE zeCommandQueueExecuteCommandLists(void *handle, std::uint32_t count, void **lists, void *fence) {
  auto *queue = static_cast<Queue *>(handle);
  for (std::uint32_t i = 0; i < count; ++i)
    for (const auto &command : static_cast<List *>(lists[i])->commands)
      queue->worker.submit(command);
  if (fence)
    queue->worker.submit([fence] { static_cast<Fence *>(fence)->set(); });
  return success;
}
ZE zeCommandQueueSynchronize(void *queue, std::uint64_t) {
  static_cast<Queue *>(queue)->worker.wait();
  return success;
}

ZE zeCommandListCreate(void *, void *device, const void *, void **list) {
  auto *made = new List;
  made->device = number_of(device);
  *list = made;
  return success;
}
ZE zeCommandListCreateImmediate(void *, void *device, const QueueDescription *description,
                                void **list) {
  constexpr std::uint32_t synchronous = 1;
  auto *made = new List;
  made->device = number_of(device);
  made->immediate = true;
  made->waits = description && description->mode == synchronous;
  *list = made;
  return success;
}
ZE zeCommandListDestroy(void *list) {
  delete static_cast<List *>(list);
  return success;
}
ZE zeCommandListClose(void *) { return success; }
ZE zeCommandListReset(void *list) {
  static_cast<List *>(list)->commands.clear();
  return success;
}
ZE zeCommandListHostSynchronize(void *list, std::uint64_t timeout) {
  Worker &worker = static_cast<List *>(list)->queue.worker;
  if (timeout == 0)
    return worker.idle() ? success : not_ready;
  worker.wait();
  return success;
}
ZE zeCommandListAppendBarrier(void *list, void *signal, std::uint32_t count, void **waits) {
  return append(
      list, [] {}, signal, count, waits);
}
ZE zeCommandListAppendEventReset(void *list, void *event) {
  return append(
      list, [event] { static_cast<Signal *>(event)->reset(); }, nullptr, 0, nullptr);
}
ZE zeCommandListAppendSignalEvent(void *list, void *event) {
  return append(
      list, [] {}, event, 0, nullptr);
}
ZE zeCommandListAppendWaitOnEvents(void *list, std::uint32_t count, void **waits) {
  return append(
      list, [] {}, nullptr, count, waits);
}
ZE zeCommandListAppendLaunchKernel(void *list, void *kernel, const GroupCount *, void *signal,
                                   std::uint32_t count, void **waits) {
  return launch(list, kernel, signal, count, waits);
}
ZE zeCommandListAppendLaunchCooperativeKernel(void *list, void *kernel, const GroupCount *,
                                              void *signal, std::uint32_t count, void **waits) {
  return launch(list, kernel, signal, count, waits);
}
ZE zeCommandListAppendLaunchKernelWithArguments(void *list, void *kernel, GroupCount, GroupCount,
                                                void **values, const void *, void *signal,
                                                std::uint32_t count, void **waits) {
  auto &arguments = static_cast<Kernel *>(kernel)->arguments;
  for (std::size_t i = 0; values && i < arguments.size(); ++i)
    std::memcpy(&arguments[i], values[i], sizeof arguments[i]);
  return launch(list, kernel, signal, count, waits);
}
ZE zeCommandListAppendMemAdvise(void *, void *, const void *, std::size_t, std::uint32_t) {
  return success;
}
ZE zeCommandListAppendMemoryPrefetch(void *, const void *, std::size_t) { return success; }
ZE zeCommandListAppendMemoryCopy(void *list, void *to, const void *from, std::size_t bytes,
                                 void *signal, std::uint32_t count, void **waits) {
  return copy(list, to, from, bytes, signal, count, waits);
}
ZE zeCommandListAppendMemoryCopyRegion(void *, void *, const void *, std::uint32_t, std::uint32_t,
                                       const void *, const void *, std::uint32_t, std::uint32_t,
                                       void *, std::uint32_t, void **) {
  return unsupported;
}
ZE zeCommandListAppendMemoryFill(void *list, void *p, const void *pattern,
                                 std::size_t pattern_bytes, std::size_t bytes, void *signal,
                                 std::uint32_t count, void **waits) {
  const auto *from = static_cast<const char *>(pattern);
  witness({static_cast<List *>(list)->device, "fill", p, nullptr, bytes});
  return append(
      list,
      [=, text = std::vector<char>(from, from + pattern_bytes)] {
        for (std::size_t i = 0; i < bytes; ++i)
          static_cast<char *>(p)[i] = text[i % text.size()];
      },
      signal, count, waits);
}

ZE zeEventPoolCreate(void *, const void *, std::uint32_t, void **, void **pool) {
  static char the_pool;
  *pool = &the_pool;
  return success;
}
ZE zeEventPoolDestroy(void *) { return success; }
ZE zeEventCreate(void *, const void *, void **event) {
  *event = new_event();
  return success;
}
ZE zeEventDestroy(void *event) {
  free_event(static_cast<Signal *>(event));
  return success;
}
ZE zeEventHostReset(void *event) {
  static_cast<Signal *>(event)->reset();
  return success;
}
ZE zeEventHostSignal(void *event) {
  static_cast<Signal *>(event)->set();
  return success;
}
ZE zeEventHostSynchronize(void *event, std::uint64_t timeout) {
  return static_cast<Signal *>(event)->wait(timeout) ? success : not_ready;
}
ZE zeEventQueryStatus(void *event) {
  return static_cast<Signal *>(event)->is_set() ? success : not_ready;
}
ZE zeEventQueryKernelTimestamp(void *handle, KernelTimes *times) {
  const auto *event = static_cast<Signal *>(handle);
  *times = {event->begun, event->ended, event->begun, event->ended};
  return success;
}

ZE zeFenceCreate(void *, const void *, void **fence) {
  *fence = new Fence;
  return success;
}
ZE zeFenceDestroy(void *fence) {
  delete static_cast<Fence *>(fence);
  return success;
}
ZE zeFenceHostSynchronize(void *fence, std::uint64_t timeout) {
  return static_cast<Fence *>(fence)->wait(timeout) ? success : not_ready;
}
