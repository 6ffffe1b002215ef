// Compares the frames that ompt_get_task_info gives for the tasks of a stack with that stack. The
// checker copied the stack, and this machine unwinds the copy without the runtime's help (chapter
// frames).
//
// The enter and exit frames of the levels divide the stack, from its top outwards. Up to the enter
// frame of level 0 the runtime works for this task. Up to the exit frame of level 0 lie the task's
// own frames. Up to the enter frame of level 1 lie the frames of the runtime that began the task,
// and so on to the stack's end.
#pragma once

#include "trace/unwinder.h"
#include "validator/machines/machine.h"

#include <array>
#include <map>

namespace cts {

class Stacks : Machine {
public:
  explicit Stacks(const Context &context);

  static constexpr std::array taken{event::stack::event_code, event::stack_words::event_code};
  // Only this machine reads stack copies; of the other events it reads the answers that follow a
  // copy.
  bool takes(const RawEvent &raw) {
    if (streams_.empty() && raw.code != event::stack::event_code) [[likely]]
      return false;
    return take(raw);
  }
  void at_end();

private:
  enum class Owner : u8 { program, runtime, other };
  struct Part {
    u64 pc, low, cfa; // the frame's bytes: from low up to its canonical frame address
    Owner owner;
  };
  struct Level {
    Frame frame;
    Ref task;
    u32 flags = 0;
    EventRef ref;
  };
  // A stack copy and the answers that followed it in its stream.
  struct Copy {
    bool open = false;
    StackCopy stack;
    u64 high = 0;
    u32 asked = 0;
    bool complete = false; // all levels have been asked for
    std::map<i32, Level> levels;
  };
  class Walk;

  bool take(const RawEvent &raw);
  void judge_copy(Copy &copy);
  Owner owner_of(u64 pc) const;

  std::map<u32, Copy> streams_; // by number
  std::vector<Mapping> mappings_;
  std::string program_, runtime_;
  const MachineFacts &machine_;
  Unwinder unwinder_;
};

} // namespace cts
