// Return addresses (catalogue chapter codeptr): they lie in code, outside the runtime's own
// library, and those of one region's begin and end in one function. Entry points are code, too.
#pragma once

#include "rules/codeptr.h"
#include "trace/source_lines.h"
#include "validator/by_thread.h"
#include "validator/machines/machine.h"

namespace cts {

class Codeptr : Machine {
public:
  explicit Codeptr(const Context &context);

  // The results of lookup functions.
  void on(const Here &here, const event::lookup &e) {
    if (e.entry_point != no_entry_point) // another rule judges results for that name
      entry_point(here, e.entry_point, e.address);
  }
  void on(const Here &here, const event::device_entry_point &e) {
    if (!e.entry_point.ends_with("()"))
      entry_point(here, e.entry_point, static_cast<u64>(e.result));
  }

  void on(const Here &here, const event::tool_initialize &e) {
    entry_point(here, "the lookup function", e.lookup);
  }
  void on(const Here &here, const event::device_initialize &e) {
    entry_point(here, "a device's lookup function", e.lookup);
  }

  void on(const Here &here, const event::parallel_end &e);
  // The code address identifies a section.
  void on(const Here &here, const event::dispatch &e);

  // Every event with a return address.
  template <class E>
  requires requires(const E &e) { e.codeptr_ra; }
  void on(const Here &here, const E &e) {
    if (!e.codeptr_ra) {
      if constexpr (requires { e.endpoint; })
        pair(here, e.endpoint, 0, 0);
      return;
    }
    Known &known = known_[(e.codeptr_ra >> 1) % known_.size()];
    if (known.address != e.codeptr_ra) [[unlikely]]
      known = look(e.codeptr_ra);
    if (!mapped_)
      return;
    judge.held(rule::codeptr_in_text);
    judge.held(rule::codeptr_in_function);
    if (!known.legal) [[unlikely]]
      complain(here, known);
    if (known.call != CallSite::unknown)
      judge.held(rule::codeptr_after_call);
    if constexpr (
        requires { e.task.id; } && requires { e.endpoint; })
      pair(here, e.endpoint, e.codeptr_ra, e.task.id);
    else if constexpr (requires { e.endpoint; })
      pair(here, e.endpoint, e.codeptr_ra, 0);
  }

  void at_end();
  std::string unjudged() const;

private:
  // The call before an address: none, or its target.
  enum class CallSite : u8 { unknown, none, elsewhere, same_file };
  struct Known {
    u64 address = 0;
    bool legal = true;
    bool executable = true;
    bool open = false;                 // legal if the process turns out to have had code there
    CallSite call = CallSite::unknown; // before it
  };
  // Ends pair with begins last in, first out on their thread, event by event.
  struct Open {
    u8 code;
    u64 address;
    EventRef begin;
    u32 task;
  };
  // Whether the mapping certainly had this code during the whole run: a library may be unloaded,
  // and another one loaded at its address.
  bool steady(const Mapping *mapping) const;
  bool recorded(const Mapping &mapping);
  CallSite call_before(const Mapping &mapping, u64 address);
  void judge_nested(const Here &here, u64 end, u64 begin, u64 outer, EventRef began);
  void entry_point(const Here &here, std::string_view name, u64 address);
  Known look(u64 address);
  void ask_later(Rule rule, u64 address, Message message);
  const Mapping *mapping_of(u64 address) const;
  void complain(const Here &here, const Known &known);
  void find_mappings();
  void pair(const Here &here, u32 endpoint, u64 address, u32 task);

  // In a growing trace: addresses without known code, judged when all code is known.
  struct Unknown {
    Rule rule;
    u64 address;
    Message message;
  };
  static constexpr std::size_t unknown_limit = 1000;
  std::array<Known, 256> known_{};
  std::vector<Mapping> mappings_;
  std::string runtime_, program_; // paths of their files
  bool reused_ = false;           // code may have come where other code was (dlclose, dlopen)
  bool mapped_ = false;
  bool complete_ = false; // all code that the process ever had is among the mappings
  const Trace &trace_;
  std::string directory_;
  std::map<u64, bool> recorded_; // by the mapping's begin: as_recorded reads the list of code
  ManifestHeader manifest_;
  bool growing_;
  std::vector<Unknown> unknown_;
  u64 misses_ = 0;
  u64 unplaced_ = 0; // addresses outside the known code
  std::unique_ptr<SourceLines> sources_;
  std::map<std::pair<u64, u64>, bool> same_function_;
  ByThread<std::vector<Open>> open_;
};

} // namespace cts
