#include "validator/machines/frames/frames.h"

#include "rules/frames.h"
#include "rules/parallel.h"
#include "rules/tasks.h"
#include "validator/machines/host/barriers.h"

namespace cts {

namespace {

constexpr u32 kind_bits = 0x30;
constexpr u32 known_flags = kind_bits | ompt_frame_application;

// Two words lie between a function's frame pointer and its canonical frame address.
constexpr u64 above_frame_pointer = 16;

// Whether the task is in a runtime call of its own during this callback. A task that begins or ends
// has made no call, and in the closing barrier none of its code is left.
bool entered_by_call(u32 asked) {
  switch (asked) {
  case event::parallel_end::event_code:
  case event::sync_region::event_code:
  case event::sync_region_wait::event_code:
  case event::work::event_code:
  case event::masked::event_code:
  case event::reduction::event_code:
  case event::mutex_acquire::event_code:
  case event::mutex_acquired::event_code:
  case event::mutex_released::event_code:
  case event::lock_init::event_code:
  case event::lock_destroy::event_code:
  case event::nest_lock::event_code:
  case event::flush::event_code:
  case event::control_tool::event_code:
    return true;
  default:
    return false;
  }
}

// A task that the program did not write: a region of the runtime's own creates the teams.
bool of_league(const Thread &thread, const Task *task) {
  if (!task || task->kind != Task::Kind::initial)
    return false;
  return task->parallel || thread.entered.empty() || thread.entered.front().task != task->id;
}

} // namespace

void Frames::judge_flags(const Frame &frame, std::string_view where) {
  const auto legal = [](u64 address, u32 flags) {
    return (flags & ~known_flags) == 0 && (address == 0 || (flags & kind_bits) != 0);
  };
  const bool exit = legal(frame.exit, frame.exit_flags);
  const u32 flags = exit ? frame.enter_flags : frame.exit_flags;
  const std::string_view which = exit ? "enter" : "exit";
  const u64 address = exit ? frame.enter : frame.exit;
  using namespace frame_flags_kind;
  judge.require(
      rule::frame_flags_kind, exit && legal(frame.enter, frame.enter_flags), [&]() -> Message {
        if (flags & ~known_flags)
          return unknown_bits{.which = which, .frame = address, .flags = flags, .where = where};
        if (flags)
          return no_kind{.which = which, .frame = address, .flags = flags, .where = where};
        return empty{.which = which, .frame = address, .flags = flags, .where = where};
      });
}

// A task's frames lie in the stack of the thread that executes it, which may differ from the thread
// of the callback. An untied task may have moved, so any stack is right.
void Frames::judge_place(const Here &here, const Frame &frame, const Info::Shot &task) {
  const Thread *runs = task.flags & ompt_task_untied ? nullptr : world.find_thread(task.thread);
  const auto on_stack = [&](u64 address) {
    const auto inside = [&](const Thread &thread) {
      return !thread.stack_high || (address >= thread.stack_low && address < thread.stack_high);
    };
    if (address == 0 || (runs && inside(*runs)))
      return true;
    if (runs)
      return false;
    for (const auto &[number, thread] : world.threads())
      if (inside(thread))
        return true;
    return false;
  };
  const bool exit = on_stack(frame.exit);
  const Thread &stack = runs ? *runs : here.thread;
  judge.require(rule::frame_points_into_stack, exit && on_stack(frame.enter), [&] {
    return frame_points_into_stack::outside{.which = exit ? "enter" : "exit",
                                            .frame = exit ? frame.enter : frame.exit,
                                            .task = task.id,
                                            .thread = stack.number,
                                            .low = stack.stack_low,
                                            .high = stack.stack_high}
        .why("the task began here", task.created);
  });
}

// A task enters the runtime deeper in its stack than it left the runtime.
void Frames::judge_depth(const Here &here, const Frame &frame, const Task &task) {
  const auto own = [&](u64 address) {
    return address >= here.thread.stack_low && address < here.thread.stack_high;
  };
  if (!own(frame.exit) || !own(frame.enter) || task.untied())
    return;
  judge.require(rule::frame_nesting_order, frame.enter <= frame.exit, [&] {
    return frame_nesting_order::exit_inside_enter{
        .exit = frame.exit, .task = task.id, .enter = frame.enter}
        .why("the task began here", task.created);
  });
}

// The enter frame belongs to the function that holds the construct, or to a function that it
// called. Frames outside that function belong to its caller.
void Frames::judge_construct(const Here &here, const Frame &frame, std::string_view what) {
  PerThread &t = of(here);
  if (!t.construct_frame || !frame.enter)
    return;
  const u64 outermost = t.construct_frame + above_frame_pointer;
  judge.require(rule::frame_enclosing_function, frame.enter <= outermost, [&] {
    return frame_enclosing_function::enter_outside{
        .frame = frame.enter, .event = what, .function = t.construct_frame}
        .why("the program noted its frame here", t.construct_noted);
  });
  t.construct_frame = 0;
}

void Frames::pass(const Here &here, const Frame &frame, const Task *task, u32 code) {
  PerThread &t = of(here);
  t.passed = frame;
  t.passed_in = frame.address ? code : 0;
  t.passed_of = task ? task->id : 0;
}

// One frame object, asked for in two ways at one moment. Only the current task's: another thread may
// change the frame of a task in whose name this thread creates tasks.
void Frames::judge_passed(const event::probe_task &e, const PerThread &t, const Info::Shot &task) {
  if (!e.asked || e.asked != t.passed_in || e.level != 0 || task.id != t.passed_of)
    return;
  const Frame &frame = t.passed;
  const bool same = frame.exit == e.frame.exit && frame.enter == e.frame.enter;
  const bool region = t.passed_in == event::parallel_begin::event_code;
  judge.require(region ? rule::parallel_begin_frame_nonnull : rule::task_create_frame, same, [&] {
    return (region ? Message(parallel_begin_frame_nonnull::another_frame{
                         .exit = frame.exit, .enter = frame.enter, .task = task.id})
                   : Message(task_create_frame::another_frame{
                         .exit = frame.exit, .enter = frame.enter, .task = task.id}))
        .why("the task began here", task.created);
  });
}

void Frames::on(const Here &here, const event::note &e) {
  PerThread &t = of(here);
  const auto kind = static_cast<NoteKind>(e.kind);
  t.note_kind = kind;
  t.note_frame = e.frame;
  t.plain_code = is_place(kind);
  if (kind == NoteKind::frame && (e.text == "parallel" || e.text == "task" || e.text == "teams")) {
    t.construct_frame = e.frame;
    t.construct_noted = here.ref;
  } else if (kind == NoteKind::after || kind == NoteKind::body) {
    t.construct_frame = 0;
  }
}

void Frames::on(const Here &here, const event::parallel_begin &e) {
  const Frame &frame = e.encountering_frame;
  const Task *task = world.task(e.encountering_task);
  pass(here, frame, task, e.event_code);
  if (frame.address == 0)
    return;
  judge_flags(frame, "at parallel-begin");
  if (!task || task != here.thread.current) // another rule reports this
    return;
  judge_place(here, frame, Info::Shot::of(task));
  judge_depth(here, frame, *task);
  judge_construct(here, frame, "parallel-begin");
  // The region inside a team's initial task may be the runtime's own and have no frames.
  if (of_league(here.thread, task))
    return;
  const bool initial = task->kind == Task::Kind::initial;
  const bool enter = frame.enter != 0 || judge.profile() < version::v52;
  using namespace frame_in_parallel_begin;
  judge.require(rule::frame_in_parallel_begin, enter && (frame.exit == 0) == initial, [&] {
    return (!enter    ? Message(enter_empty{.task = task->id})
            : initial ? Message(exit_of_initial{.task = task->id, .frame = frame.exit})
                      : Message(exit_empty{.task = task->id}))
        .why("the task began here", task->created);
  });
}

void Frames::on(const Here &here, const event::task_create &e) {
  const Frame &frame = e.encountering_frame;
  const Task *task = world.task(e.encountering_task);
  pass(here, frame, task, e.event_code);
  if (frame.address == 0)
    return;
  judge_flags(frame, "at task-create");
  if (task && task == here.thread.current) {
    judge_place(here, frame, Info::Shot::of(task));
    judge_depth(here, frame, *task);
    // The task's own code led here. The region inside a team's initial task may be the runtime's
    // own and have no frames.
    const bool own_frames = task->kind == Task::Kind::explicit_ ||
                            (task->kind == Task::Kind::implicit && task->actual > 1);
    if (own_frames)
      judge.require(rule::frame_exit_set_in_user_code, frame.exit != 0, [&] {
        return frame_exit_set_in_user_code::creating{.task = task->id}.why("the task began here",
                                                                           task->created);
      });
  }
  judge_construct(here, frame, "task-create");
}

void Frames::on(const Here &here, const event::sync_region &e) {
  of(here).closing = closes_region(e.kind);
}
void Frames::on(const Here &here, const event::sync_region_wait &e) {
  of(here).closing = closes_region(e.kind);
}

// Level 0, in the program's own code.
void Frames::judge_program(const event::probe_task &e, const PerThread &t, const Info::Shot &task) {
  const Frame &frame = e.frame;
  const bool after = t.note_kind == NoteKind::after;
  const Rule empty = after ? rule::frame_cleared_after : rule::frame_enter_null_in_user_code;
  judge.require(empty, frame.enter == 0, [&] {
    return (after ? Message(frame_cleared_after::enter_set{.task = task.id, .frame = frame.enter})
                  : Message(frame_enter_null_in_user_code::enter_set{.task = task.id,
                                                                     .frame = frame.enter}))
        .why("the task began here", task.created);
  });
  if (task.kind == Task::Kind::initial)
    return;
  const bool exit = judge.require(rule::frame_exit_set_in_user_code, frame.exit != 0, [&] {
    return frame_exit_set_in_user_code::running{.task = task.id}.why("the task began here",
                                                                     task.created);
  });
  if (!exit || t.note_kind != NoteKind::body || !t.note_frame)
    return;
  // The exit frame belongs to the caller of the task's outlined code, or to a frame further out: it
  // lies outside every function that the task runs. The caller of an undeferred task may be the
  // function into which the compiler has put the task's code: then any address of that frame fits.
  constexpr auto of_caller = ompt_frame_application | ompt_frame_stackaddress;
  judge.require(rule::frame_enclosing_function,
                frame.exit > t.note_frame || frame.exit_flags == of_caller ||
                    (frame.exit == t.note_frame && (frame.exit_flags & ompt_frame_application)),
                [&] {
                  return frame_enclosing_function::exit_inside{
                      .frame = frame.exit, .task = task.id, .function = t.note_frame}
                      .why("the task began here", task.created);
                });
}

// Addresses grow outwards: exit of level 0, enter of level 1, exit of level 1 …
void Frames::judge_order(const Here &here, const event::probe_task &e, PerThread &t,
                         const Info::Shot &task) {
  const auto here_on_stack = [&](u64 address) {
    return address >= here.thread.stack_low && address < here.thread.stack_high;
  };
  if (e.level == 0)
    t.inner = 0;
  for (const u64 address : {e.frame.enter, e.frame.exit}) {
    if (!address || !here_on_stack(address))
      continue;
    const auto nested = [&] {
      return judge.require(rule::frame_nesting_order, t.inner <= address, [&] {
        return frame_nesting_order::inside_inner{.frame = address,
                                                 .task = task.id,
                                                 .level = e.level,
                                                 .inner_frame = t.inner,
                                                 .inner = t.inner_task}
            .why("the task began here", task.created);
      });
    };
    if (t.inner && !nested())
      return;
    t.inner = address;
    t.inner_task = task.id;
  }
}

void Frames::on(const Here &here, const event::probe_task &e) {
  if (e.result != 2)
    return;
  PerThread &t = of(here);
  // At a switch, judge only frames that surely belong to one task.
  if (e.frame.address && (info_.last_named(here.ref.thread) || !between_tasks(e.asked)))
    judge_flags(e.frame, "in what ompt_get_task_info gives");
  const Info::Shot *task = info_.last_named(here.ref.thread);
  if (!task) {
    t.inner = 0;
    return;
  }
  const bool merged = task->flags & ompt_task_merged;
  if (!merged)
    judge.require(rule::frame_exists, e.frame.address != 0, [&] {
      return frame_exists::none{.task = task->id}.why("the task began here", task->created);
    });
  if (e.frame.address == 0)
    return;
  judge_place(here, e.frame, *task);
  judge_order(here, e, t, *task);
  judge_passed(e, t, *task);
  const bool program = task->kind == Task::Kind::initial && !task->parallel && !task->parent &&
                       here.thread.entered.size() <= 1;
  if (program)
    judge.require(rule::frame_initial_exit_null, e.frame.exit == 0, [&] {
      return frame_initial_exit_null::exit_set{.task = task->id, .frame = e.frame.exit}.why(
          "the task began here", task->created);
    });
  if (e.level == 0)
    judge_current(e, t, *task);
  else if (const Task *alive = world.tasks.find(task->id))
    judge_suspended(here, e, *task, *alive);
}

// Level 0: the task that executes here.
void Frames::judge_current(const event::probe_task &e, const PerThread &t, const Info::Shot &task) {
  if (e.asked == event::note::event_code && t.plain_code)
    judge_program(e, t, task);
  // Up to 5.1, only a suspended task must have its enter frame set.
  const bool barrier =
      e.asked == event::sync_region::event_code || e.asked == event::sync_region_wait::event_code;
  if (judge.profile() >= version::v52 && entered_by_call(e.asked) && !(barrier && t.closing))
    judge.require(rule::frame_enter_set_in_callback, e.frame.enter != 0, [&] {
      return frame_enter_set_in_callback::enter_empty{.task = task.id,
                                                      .asked = where_asked(e.asked)}
          .why("the task began here", task.created);
    });
}

// A task below another task on this stack.
void Frames::judge_suspended(const Here &here, const event::probe_task &e, const Info::Shot &task,
                             const Task &alive) {
  const bool here_runs = task.thread == here.thread.number;
  const bool runs_code = (alive.kind == Task::Kind::explicit_ && alive.started) ||
                         (alive.kind == Task::Kind::implicit && alive.actual > 1 &&
                          judge.promised(ompt_callback_sync_region) && !may_be_closing(alive));
  if (e.asked == event::note::event_code && here_runs && runs_code)
    judge.require(rule::frame_exit_set_in_user_code, e.frame.exit != 0, [&] {
      return frame_exit_set_in_user_code::suspended{.task = task.id, .level = e.level}.why(
          "the task began here", task.created);
    });
  // In the closing barrier of its region, an implicit task has none of its own code left.
  const bool over = task.kind == Task::Kind::implicit && e.frame.exit == 0 && may_be_closing(alive);
  const bool barriers =
      judge.promised(ompt_callback_sync_region) || task.kind != Task::Kind::implicit;
  if (here_runs && &alive != here.thread.current && !of_league(here.thread, &alive) && !over &&
      barriers)
    judge.require(rule::frame_enter_set_when_suspended, e.frame.enter != 0, [&] {
      return frame_enter_set_when_suspended::enter_empty{
          .task = task.id, .level = e.level, .asked = where_asked(e.asked)}
          .why("the task began here", task.created);
    });
}

} // namespace cts
