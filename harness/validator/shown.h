// The circumstances that the trace has shown; sees an event after all machines have applied it.
#pragma once

#include "validator/circumstances.h"
#include "validator/machines/machine.h"

namespace cts {

class Shown {
public:
  explicit Shown(World &world) : world_(world) {}

  void on(const Here &here, const event::thread_begin &e);
  void on(const Here &here, const event::parallel_begin &e);
  void on(const Here &here, const event::implicit_task &e);
  void on(const Here &here, const event::task_create &e);
  void on(const Here &here, const event::task_schedule &e);
  void on(const Here &here, const event::sync_region &e);
  void on(const Here &here, const event::cancel &e);
  void on(const Here &here, const event::mutex_acquire &e);
  void on(const Here &here, const event::lock_init &e);

private:
  void show(Circumstance one) { world_.shown |= bit(one); }
  void look(const Here &here) {
    world_.shown |= circumstances_on(world_, here.thread, world_.shown);
  }

  // The facts of a task outside all regions that look() uses. A task in regions is like itself
  // only, as long as its innermost region is the same.
  struct Like {
    u32 thread = EventRef::no_thread;
    Task::Kind kind{};
    u32 flags = 0, parallel = 0;
    bool of_taskloop = false, has_dependences = false;
    u32 in_regions = 0; // the task's identifier
    EventRef inside;
    bool operator==(const Like &) const = default;
  };

  World &world_;
  Like last_[2]; // outside and in regions
  bool region_ = false;
  bool root_ = false;
  u32 size_ = 0; // of the last team
};

} // namespace cts
