#include "trace/views/subsystems.h"

#include "trace/views/followed.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace cts::view {
namespace {

using namespace ompt_abi;
using enum Subsystem;
using namespace followed;

class Follower {
public:
  Follower(const Trace &trace, const std::function<void(const Change &)> &take)
      : dispatches_(dispatches_of(trace)), take_(take) {
    const std::string runtime = trace.environment("runtime_library");
    for (const Mapping &mapping : trace.mappings())
      if (mapping.path == runtime)
        runtime_.push_back(mapping);
  }

  void event(const RawEvent &raw) {
    here_ = &raw;
    thread_ = &threads_[raw.thread];
    event::with_code(raw.code, [&]<class E>(E e) {
      if (decode(raw, e))
        (*this)(e);
    });
    show();
  }

  // The last shown state ends with the last event.
  void finish(u64 time) {
    for (const auto &[number, thread] : threads_)
      if (thread.shown.subsystem != none)
        take_({number, time, 0, false, false, {}});
  }

  template <class E> void operator()(const E &) {}

  void operator()(const event::start_tool &) { base(init); }
  void operator()(const event::tool_initialized &) { base(attached); }
  void operator()(const event::thread_begin &e) {
    thread_->worker = e.thread_type == ompt_thread_worker;
    base(thread_->worker ? worker_loop : attached);
  }
  void operator()(const event::thread_end &) { base(none), thread_->task = 0; }

  void operator()(const event::parallel_begin &e) {
    labels_[e.parallel.id] = source(e.codeptr_ra);
    push({Frame::fork, fork_call, e.codeptr_ra, e.parallel.id, false, false});
  }
  void operator()(const event::parallel_end &e) {
    pop(Frame::fork, e.parallel.id);
    labels_.erase(e.parallel.id);
  }
  void operator()(const event::implicit_task &e) {
    if (!e.task.ours())
      return;
    if (e.endpoint == ompt_scope_begin) {
      Task &task = made(e.task.id);
      task.implicit = true;
      task.outer = thread_->task;
      const bool initial = (e.flags & ompt_task_initial) != 0;
      const auto at = labels_.find(e.parallel.id);
      task.label = at == labels_.end() ? 0 : at->second;
      if (!initial)
        task.frames.push_back({Frame::construct, user_microtask, task.label, 0, false, false});
      thread_->task = e.task.id;
      return;
    }
    const auto at = tasks_.find(e.task.id);
    if (at == tasks_.end())
      return;
    thread_->task = at->second.outer;
    tasks_.erase(at);
    if (thread_->worker && !thread_->task)
      base(barrier_fork, true); // until the next team, or the thread's end
  }

  void operator()(const event::task_create &e) {
    instant(allocation);
    const Task *by = task();
    if (by && in_taskloop(*by))
      instant(duplicating);
    if (!e.new_task.ours())
      return;
    Task &created = made(e.new_task.id);
    created.undeferred = (e.flags & ompt_task_undeferred) != 0;
    created.label = source(e.codeptr_ra);
    if (const Task *encountering = task(); encountering && !created.label)
      created.label = label_of(*encountering);
    if (e.flags & ompt_task_taskwait) // until it is complete, its creator waits for dependences
      push({Frame::deps, taskwait_deps, created.label, e.new_task.id, false, true});
  }
  void operator()(const event::dependences &) { instant(check_deps); }

  void operator()(const event::task_schedule &e) {
    switch (e.prior_task_status) {
    case ompt_task_early_fulfill: // nobody is switched
    case ompt_task_late_fulfill:
      return;
    case ompt_taskwait_complete:
      pop(Frame::deps, e.prior_task.id);
      tasks_.erase(e.prior_task.id);
      return;
    case ompt_task_yield:
      instant(taskyield);
      break;
    case ompt_task_complete:
    case ompt_task_cancel:
      instant(releasing_deps);
      break;
    default:
      break;
    }
    const bool ends =
        e.prior_task_status == ompt_task_complete || e.prior_task_status == ompt_task_cancel;
    if (Task *prior = of(e.prior_task); prior && ends && !prior->implicit)
      tasks_.erase(e.prior_task.id);
    if (!e.next_task.ours())
      return;
    thread_->task = e.next_task.id;
    Task *next = task();
    if (next && !next->implicit && next->frames.empty())
      next->frames.push_back({Frame::construct, next->undeferred ? running_if0 : running_task,
                              next->label, 0, false, false});
  }

  void operator()(const event::work &e) {
    if (e.endpoint == ompt_scope_begin)
      push(begun(e.work_type, e.codeptr_ra), e.task);
    else if (e.endpoint == ompt_scope_end)
      pop(Frame::construct, e.work_type, e.task);
  }
  void operator()(const event::dispatch &e) {
    Task *by = of(e.task);
    if (!by || by->frames.empty())
      return;
    Frame &frame = by->frames.back();
    if (e.kind == ompt_dispatch_section)
      frame.state = section;
    else if (e.kind == ompt_dispatch_ws_loop_chunk || e.kind == ompt_dispatch_iteration) {
      if (frame.state == dynamic_init || frame.state == dynamic_chunk || frame.approximate)
        frame.state = dynamic_chunk, frame.approximate = false;
    } else
      return;
    again_ = true; // the next chunk is another one, though it looks the same
  }

  void operator()(const event::sync_region &e) {
    region(e.kind, e.endpoint, e.task, e.codeptr_ra, Frame::sync);
  }
  void operator()(const event::sync_region_wait &e) {
    region(e.kind, e.endpoint, e.task, e.codeptr_ra, Frame::wait);
  }

  void operator()(const event::mutex_acquire &e) {
    if (e.kind == ompt_mutex_test_lock || e.kind == ompt_mutex_test_nest_lock)
      return; // it does not wait, and no event reports a failure
    const Subsystem state = e.kind == ompt_mutex_critical ? critical_acquiring : none;
    push({Frame::mutex, state, 0, e.wait_id, false, true});
  }
  void operator()(const event::mutex_acquired &e) {
    if (e.kind == ompt_mutex_test_lock || e.kind == ompt_mutex_test_nest_lock)
      return;
    pop(Frame::mutex, e.wait_id);
    if (e.kind == ompt_mutex_critical)
      push({Frame::mutex, critical_section, 0, e.wait_id, false, false});
  }
  void operator()(const event::mutex_released &e) {
    if (e.kind != ompt_mutex_critical)
      return;
    instant(critical_releasing);
    pop(Frame::mutex, e.wait_id);
  }

private:
  Frame begun(u32 work, u64 label) const {
    Frame frame{Frame::construct, none, label, work, false, false};
    switch (work) {
    case ompt_work_loop_static:
      frame.state = static_chunk;
      break;
    case ompt_work_loop: // the schedule is not reported
      frame.state = static_chunk;
      frame.approximate = true;
      break;
    case ompt_work_loop_dynamic:
    case ompt_work_loop_guided:
    case ompt_work_loop_other:
      frame.state = dispatches_.chunks ? dynamic_init : dynamic_chunk;
      frame.approximate = !dispatches_.chunks;
      break;
    case ompt_work_sections:
      frame.state = dispatches_.sections ? none : section;
      frame.approximate = !dispatches_.sections;
      break;
    case ompt_work_single_executor:
    case ompt_work_single_other:
      frame.state = single;
      break;
    case ompt_work_distribute:
      frame.state = distribute;
      break;
    default:
      break;
    }
    return frame;
  }

  static bool in_taskloop(const Task &task) {
    return std::ranges::any_of(task.frames, [](const Frame &f) {
      return f.kind == Frame::construct && f.id == ompt_work_taskloop;
    });
  }

  // The address, if it may be the program's; the runtime may give its own code, and does so for its
  // own constructs.
  u64 source(u64 address) const {
    const auto has = [&](const Mapping &m) { return address - 1 >= m.low && address - 1 < m.high; };
    return std::ranges::any_of(runtime_, has) ? 0 : address;
  }
  // The label of the innermost construct that has one.
  static u64 label_of(const Task &task) {
    u64 label = task.label;
    for (const Frame &frame : task.frames)
      label = frame.label ? frame.label : label;
    return label;
  }

  void region(u32 kind, u32 endpoint, const Ref &by, u64 label, Frame::Kind frame_kind) {
    Subsystem state = none;
    if (kind == ompt_sync_region_taskgroup)
      state = taskgroup;
    else if (kind == ompt_sync_region_taskwait)
      state = taskwait;
    else if (kind == ompt_sync_region_barrier_implicit_parallel ||
             kind == ompt_sync_region_barrier_teams)
      state = barrier_join;
    else if (is_barrier(kind))
      state = barrier_plain;
    if (state == none)
      return; // a reduction: it has callbacks of its own
    const bool waits = frame_kind == Frame::wait;
    if (endpoint == ompt_scope_begin)
      push({frame_kind, state, waits ? 0 : label, kind, false, waits}, by);
    else if (endpoint == ompt_scope_end)
      pop(frame_kind, kind, by);
  }

  Task &made(u64 id) {
    Task &task = tasks_[id];
    task.number = ++created_;
    return task;
  }
  Task *task() { return find(thread_->task); }
  Task *find(u64 id) {
    const auto at = tasks_.find(id);
    return id && at != tasks_.end() ? &at->second : nullptr;
  }
  // The task that an event names, or the thread's current task.
  template <class Data> Task *of(const Data &data) {
    Task *named = data.ours() ? find(data.id) : nullptr;
    return named ? named : task();
  }

  void push(Frame frame) { push(frame, Ref{}); }
  template <class Data> void push(Frame frame, const Data &by) {
    frame.label = source(frame.label);
    Task *task = of(by);
    if (!task)
      return;
    // Not every runtime reports the end of such a wait; a later construct is not inside it.
    if (!task->frames.empty() && task->frames.back().kind == Frame::deps)
      task->frames.pop_back();
    task->frames.push_back(frame);
  }
  void pop(Frame::Kind kind, u64 id) { pop(kind, id, Ref{}); }
  // The innermost of its kind; unfinished inner ones end with it. A loop may begin with another
  // type than it ends with.
  template <class Data> void pop(Frame::Kind kind, u64 id, const Data &by) {
    Task *task = of(by);
    if (!task)
      return;
    auto &frames = task->frames;
    for (std::size_t i = frames.size(); i-- > 0;)
      if (frames[i].kind == kind && (frames[i].id == id || kind == Frame::construct) &&
          frames[i].state != user_microtask && frames[i].state != running_task &&
          frames[i].state != running_if0) {
        frames.resize(i);
        return;
      }
  }

  void base(Subsystem state, bool stalled = false) {
    thread_->base = state;
    thread_->stalled = stalled;
  }

  Shown shown() {
    Shown result;
    result.subsystem = thread_->base;
    result.stalled = thread_->stalled;
    const Task *executed = task();
    if (!executed)
      return result;
    result.stalled = false;
    result.task = executed->number;
    result.label = label_of(*executed);
    for (const Frame &frame : executed->frames) {
      if (frame.state != none) {
        result.subsystem = frame.state;
        result.approximate = frame.approximate;
      }
      result.stalled = frame.stalled;
    }
    if (executed->frames.empty() && result.subsystem != init) // the program's serial part
      result.subsystem = attached;
    return result;
  }

  void show() {
    const Shown next = shown();
    if (thread_->shown == next && !again_)
      return;
    thread_->shown = next;
    take_({here_->thread, here_->time, here_->position, false, again_, next});
    again_ = false;
  }

  void instant(Subsystem state) {
    Shown now = shown();
    now.subsystem = state;
    now.approximate = false;
    take_({here_->thread, here_->time, here_->position, true, false, now});
  }

  Dispatches dispatches_;
  std::vector<Mapping> runtime_; // code of the runtime itself
  const std::function<void(const Change &)> &take_;
  std::unordered_map<u32, Thread> threads_;
  std::unordered_map<u64, Task> tasks_;
  std::unordered_map<u64, u64> labels_; // of parallel regions
  u32 created_ = 0;
  bool again_ = false;
  const RawEvent *here_ = nullptr;
  Thread *thread_ = nullptr;
};

} // namespace

std::string_view text_of(Subsystem subsystem) {
  static constexpr std::array texts = {
      std::string_view{},
#define CTS_SUBSYSTEM(name, text, shown) std::string_view{text},
#include "trace/views/subsystems.def"
  };
  return texts[static_cast<std::size_t>(subsystem)];
}

std::string changes(const Trace &trace, const std::function<void(const Change &)> &take) {
  Follower follower(trace, take);
  MergedReader events(trace);
  u64 last = 0;
  while (const RawEvent *raw = events.next()) {
    last = std::max(last, raw->time);
    follower.event(*raw);
  }
  follower.finish(last);
  return events.damage();
}

std::string stretches(const Trace &trace, const std::function<void(const Stretch &)> &take) {
  std::unordered_map<u32, Stretch> open;
  return changes(trace, [&](const Change &change) {
    const Stretch fresh{change.thread,  change.time,  change.time, change.position,
                        change.instant, change.again, change.shown};
    if (change.instant)
      return take(fresh);
    Stretch &now = open[change.thread];
    if (now.shown.subsystem != none && change.time > now.begin) {
      now.end = change.time;
      take(now);
    }
    now = fresh;
  });
}

} // namespace cts::view
