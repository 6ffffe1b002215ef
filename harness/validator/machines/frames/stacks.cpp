#include "validator/machines/frames/stacks.h"

#include "rules/frames.h"
#include "validator/machines/interface/info.h"

#include <algorithm>

namespace cts {

namespace {

void append(std::vector<u64> &words, const List &more) {
  for (u32 i = 0; i < more.size(); ++i)
    words.push_back(more[i]);
}

} // namespace

Stacks::Stacks(const Context &context)
    : Machine(context), mappings_(context.trace.mappings()),
      program_(context.trace.environment("program")),
      runtime_(context.trace.environment("runtime_library")), machine_(context.trace.machine()),
      unwinder_(machine_, mappings_) {}

Stacks::Owner Stacks::owner_of(u64 pc) const {
  for (const Mapping &mapping : mappings_)
    if (pc >= mapping.low && pc < mapping.high)
      return mapping.path == program_   ? Owner::program
             : mapping.path == runtime_ ? Owner::runtime
                                        : Owner::other;
  return Owner::other;
}

bool Stacks::take(const RawEvent &raw) {
  const auto is = [&](auto &e) { return raw.code == e.event_code && decode(raw, e); };
  event::stack stack;
  event::stack_words words;
  event::probe_task task;
  Copy &copy = streams_[raw.thread];
  if (is(stack)) {
    judge_copy(copy);
    copy = {};
    copy.open = true;
    copy.high = stack.high;
    append(copy.stack.registers, stack.registers);
    return true;
  }
  if (is(words)) {
    if (copy.stack.words.empty())
      copy.stack.low = words.address;
    append(copy.stack.words, words.words);
    return true;
  }
  if (is(task)) {
    copy.asked = task.asked;
    copy.complete |= task.result == 0;
    if (task.result == 2 && task.frame.address)
      copy.levels[task.level] = {task.frame, task.task, task.flags, {raw.thread, raw.position}};
  } else if (raw.code < event::probe_thread::event_code) {
    judge_copy(copy);
  } else if (raw.code == event::sample_end::event_code) {
    judge_copy(copy);
  }
  return false;
}

void Stacks::at_end() {
  for (auto &[number, copy] : streams_)
    judge_copy(copy);
}

// Judges one stack, from the top outwards.
class Stacks::Walk {
public:
  Walk(Judge &judge, const MachineFacts &machine, std::vector<Part> parts, const Copy &copy)
      : judge_(judge), pointers_are_canonical_(machine.cfa_above == 0), parts_(std::move(parts)),
        copy_(copy) {}

  void operator()() {
    for (const auto &[number, level] : copy_.levels) {
      judge_.now_judging(level.ref);
      if (!enter(number, level) || !exit(number, level)) {
        if (!elsewhere_)
          return;
        break; // the outer tasks are on the stacks of other threads
      }
      last_level_ = &level;
    }
    const Level *last = last_level_;
    if (!last || last_ != Edge::exit || !(copy_.complete || elsewhere_))
      return;
    judge_.now_judging(last->ref);
    no_frames(Owner::program, parts_.size(), [&] {
      return frame_separates_runtime::program_beyond{.frame = last->frame.exit, .task = last->task};
    });
  }

private:
  enum class Edge : u8 { enter, exit };
  enum class Place : u8 { here, elsewhere, nowhere };

  // Whether the frame with this address ends the inner part: it follows a frame of the runtime and
  // precedes a frame of the application.
  struct Found {
    Place place = Place::elsewhere;
    std::size_t part = 0;
  };
  // The current task runs on this stack. The tasks around it may run on other stacks, at any
  // address.
  Found find(i32 number, u64 address, u32 flags) const {
    constexpr u64 one_stack = 1024 * 1024;
    if (address < copy_.stack.low)
      return {number == 0 || copy_.stack.low - address < one_stack ? Place::nowhere
                                                                   : Place::elsewhere};
    const bool canonical = (flags & 0x30) == ompt_frame_cfa || pointers_are_canonical_;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (canonical ? address > parts_[i].low && address <= parts_[i].cfa
                    : address >= parts_[i].low && address < parts_[i].cfa)
        return {Place::here, i};
    return {Place::elsewhere};
  }

  bool asked_in_callback() const {
    return copy_.asked != event::note::event_code && copy_.asked != event::sample::event_code;
  }

  // The first frame of this owner between the walk's position and here; otherwise here.
  std::size_t first_of(Owner owner, std::size_t end) const {
    const auto from = parts_.begin() + static_cast<std::ptrdiff_t>(at_);
    const auto to = parts_.begin() + static_cast<std::ptrdiff_t>(std::max(end, at_));
    return static_cast<std::size_t>(
        std::find_if(from, to, [&](const Part &p) { return p.owner == owner; }) - parts_.begin());
  }

  // No frame of this owner may lie in this part of the stack.
  template <class M> bool no_frames(Owner owner, std::size_t end, M &&message) {
    const std::size_t to = std::max(end, at_);
    const Rule rule =
        owner == Owner::program ? rule::frame_separates_runtime : rule::frame_separates_program;
    const bool good = judge_.require(rule, first_of(owner, to) == to, message);
    at_ = to;
    return good;
  }

  // Flags without a kind, or with undefined bits (frame.flags-kind), do not tell the frame's owner.
  static bool told(u32 flags) { return flags & 0x30 && !(flags & ~0x31u); }
  bool application(u32 flags, const Found &found) const {
    return told(flags) ? flags & ompt_frame_application
                       : parts_[found.part].owner == Owner::program;
  }

  bool named(u64 address, u32 flags, const Found &found, const char *which, const Level &level) {
    const bool application = flags & ompt_frame_application;
    const bool whose = found.place == Place::here &&
                       (!told(flags) || parts_[found.part].owner !=
                                            (application ? Owner::runtime : Owner::program));
    using namespace frame_names_a_frame;
    return judge_.require(rule::frame_names_a_frame, whose, [&]() -> Message {
      if (found.place == Place::nowhere)
        return of_no_frame{
            .which = which, .frame = address, .task = level.task, .top = copy_.stack.low};
      if (application)
        return said_application{.which = which, .frame = address, .task = level.task};
      return said_runtime{.which = which, .frame = address, .task = level.task};
    });
  }

  // Walks up to the enter frame. Returns false if nothing more can be judged.
  bool enter(i32 number, const Level &level) {
    const u64 address = level.frame.enter;
    if (!address)
      return number == 0 ? into_the_program() : true;
    const Found found = find(number, address, level.frame.enter_flags);
    if ((elsewhere_ = found.place == Place::elsewhere))
      return false;
    if (!named(address, level.frame.enter_flags, found, "enter", level))
      return false;
    const std::size_t end = found.part + (application(level.frame.enter_flags, found) ? 0 : 1);
    last_ = Edge::enter;
    // The next part of the task on top may run inside the part before, which its exit frame then
    // leaves out; a final task is tied, whatever its clause says, and yet divided into parts.
    if (last_level_ && last_level_->flags & (ompt_task_untied | ompt_task_final)) {
      at_ = end;
      return true;
    }
    // On top of the stack, the runtime may have called a function of the program.
    if (number == 0 && !asked_in_callback()) {
      at_ = end;
      return true;
    }
    return no_frames(Owner::program, end, [&] {
      return frame_separates_runtime::program_before_enter{
          .frame = address, .task = level.task, .level = number};
    });
  }

  // A task without an enter frame is in the program's code, or in a call that does not set the
  // frame.
  bool into_the_program() {
    at_ = first_of(Owner::program, parts_.size());
    return true;
  }

  bool exit(i32 number, const Level &level) {
    const u64 address = level.frame.exit;
    const bool entered = level.frame.enter != 0;
    if (!address) {
      // The program's initial task reaches to the end of the stack.
      const bool initial =
          level.flags & ompt_task_initial && number == copy_.levels.rbegin()->first;
      if (initial && copy_.complete && (entered || number == 0)) {
        // A runtime's own thread may have an initial task and no code of the program.
        if (first_of(Owner::program, parts_.size()) < parts_.size())
          program_part(number, level, parts_.size());
        return false;
      }
      return true;
    }
    const Found found = find(number, address, level.frame.exit_flags);
    if ((elsewhere_ = found.place == Place::elsewhere))
      return false;
    if (!named(address, level.frame.exit_flags, found, "exit", level))
      return false;
    const std::size_t end = found.part + (application(level.frame.exit_flags, found) ? 1 : 0);
    last_ = Edge::exit;
    if (!entered && number > 0) // suspended at an unknown place
      return no_frames(Owner::program, end, [&] {
        return frame_separates_runtime::program_before_exit{
            .task = level.task, .level = number, .frame = address};
      });
    return program_part(number, level, end);
  }

  bool program_part(i32 number, const Level &level, std::size_t end) {
    // Functions that the runtime may call on top of the stack without an enter frame:
    // compiler-written constructors, copies and combiners.
    if (number == 0 && !level.frame.enter && copy_.asked == event::sample::event_code &&
        first_of(Owner::runtime, end) < end)
      return false;
    using namespace frame_separates_program;
    return no_frames(Owner::runtime, end, [&]() -> Message {
      if (level.frame.exit)
        return runtime_before_exit{.frame = level.frame.exit, .task = level.task, .level = number};
      return runtime_before_end{.task = level.task, .level = number};
    });
  }

  Judge &judge_;
  bool pointers_are_canonical_; // a frame pointer is the frame's canonical address
  std::vector<Part> parts_;
  const Copy &copy_;
  std::size_t at_ = 0; // the frames before are judged
  Edge last_ = Edge::enter;
  const Level *last_level_ = nullptr;
  bool elsewhere_ = false; // the walk has come to an address outside this stack
};

void Stacks::judge_copy(Copy &copy) {
  if (!copy.open)
    return;
  copy.open = false;
  if (copy.levels.empty() || copy.levels.begin()->first != 0 || between_tasks(copy.asked))
    return;
  std::vector<Part> parts;
  u64 low = copy.stack.low;
  for (const StackFrame &frame : unwinder_.frames(copy.stack)) {
    // The outermost frame has no caller; a return address may lie after its function.
    const u64 cfa = frame.cfa ? frame.cfa : copy.high;
    if (cfa < low)
      return; // no stack
    parts.push_back({frame.pc, low, cfa, owner_of(parts.empty() ? frame.pc : frame.pc - 1)});
    low = cfa;
  }
  if (parts.size() < 2)
    return;
  // In the runtime's own code, a sample may meet frames that the runtime is about to set or clear.
  if (copy.asked == event::sample::event_code && parts.front().owner != Owner::program)
    return;
  Walk(judge, machine_, std::move(parts), copy)();
}

} // namespace cts
