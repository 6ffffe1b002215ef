// Frame objects (catalogue chapter frames): a task's exit and enter frames, as callbacks pass and
// probes show them, must fit the threads' stacks and the frames that programs note.
#pragma once

#include "trace/note_kinds.h"
#include "validator/by_thread.h"
#include "validator/machines/interface/info.h"

namespace cts {

class Frames : Machine {
public:
  Frames(const Context &context, const Info &info) : Machine(context), info_(info) {}

  void on(const Here &here, const event::note &e);
  void on(const Here &here, const event::parallel_begin &e);
  void on(const Here &here, const event::task_create &e);
  void on(const Here &here, const event::sync_region &e);
  void on(const Here &here, const event::sync_region_wait &e);
  // Called after the machine info has seen the event.
  void on(const Here &here, const event::probe_task &e);

private:
  struct PerThread {
    u64 construct_frame = 0; // noted: the function that holds the next construct
    EventRef construct_noted;
    NoteKind note_kind{}; // of the last note
    u64 note_frame = 0;
    bool plain_code = false; // in a body or after a construct: the task runs user code
    bool closing = false;    // the callback belongs to the barrier that closes the region
    u64 inner = 0; // the address of the last frame that the outward walk met on this stack
    u32 inner_task = 0;
    Frame passed; // by the last parallel-begin or task-create, whose event and task follow
    u32 passed_in = 0;
    u32 passed_of = 0;
  };
  PerThread &of(const Here &here) { return threads_[here.ref.thread]; }
  void judge_flags(const Frame &frame, const std::string_view where);
  void judge_place(const Here &here, const Frame &frame, const Info::Shot &task);
  void judge_depth(const Here &here, const Frame &frame, const Task &task);
  void pass(const Here &here, const Frame &frame, const Task *task, u32 code);
  void judge_passed(const event::probe_task &e, const PerThread &t, const Info::Shot &task);
  void judge_construct(const Here &here, const Frame &frame, std::string_view what);
  void judge_order(const Here &here, const event::probe_task &e, PerThread &t,
                   const Info::Shot &task);
  void judge_current(const event::probe_task &e, const PerThread &t, const Info::Shot &task);
  void judge_suspended(const Here &here, const event::probe_task &e, const Info::Shot &task,
                       const Task &alive);
  void judge_program(const event::probe_task &e, const PerThread &t, const Info::Shot &task);

  const Info &info_;
  ByThread<PerThread> threads_;
};

} // namespace cts
