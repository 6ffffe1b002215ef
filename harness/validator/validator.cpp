// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/validator.h"

#include "ompt_abi/tables.h"
#include "validator/machines/all.h"

namespace cts {
namespace {

using namespace ompt_abi;

Answer answer_of(const std::string &text) {
  const auto value = parse(enum_kind::set_result, text);
  if (text.empty() || !value)
    return Answer::unknown;
  switch (*value) {
  case ompt_set_error:
    return Answer::error;
  case ompt_set_never:
    return Answer::never;
  case ompt_set_impossible:
    return Answer::impossible;
  case ompt_set_sometimes:
    return Answer::sometimes;
  case ompt_set_sometimes_paired:
    return Answer::sometimes_paired;
  case ompt_set_always:
    return Answer::always;
  }
  return Answer::error;
}

class Run {
public:
  Run(const Trace &trace, version profile)
      : judge_(profile), machines_(judge_, world_, trace), events_(trace), trace_(trace) {
    for (const auto &callback : all_callbacks())
      judge_.registered(static_cast<u8>(callback.code),
                        answer_of(trace.environment(fmt::format("registered_{}", callback.name))));
  }

  Verdict operator()() {
    Verdict verdict;
    verdict.profile = judge_.profile();
    while (const RawEvent *raw = events_.next())
      if (event(*raw))
        ++verdict.events;
    machines_.for_each([](auto &machine) {
      if constexpr (requires { machine.at_end(); })
        machine.at_end();
    });
    verdict.threads = trace_.threads().size();
    verdict.dropped = events_.discarded() + trace_.dropped();
    verdict.damage = events_.damage();
    if (verdict.damage.empty() && verdict.dropped)
      verdict.damage = fmt::format("{} events were dropped while recording", verdict.dropped);
    if (verdict.damage.empty())
      verdict.damage = machines_.notes.problem();
    if (verdict.damage.empty() && !trace_.initialized())
      verdict.damage = "the tool was not initialised";
    verdict.complete = verdict.damage.empty();
    for (std::size_t i = 0; i < rule_count; ++i) {
      verdict.exercised[i] = judge_.exercised(static_cast<Rule>(i));
      verdict.failed[i] = judge_.failed(static_cast<Rule>(i));
    }
    verdict.findings = judge_.findings();
    return verdict;
  }

private:
  // Shows the event to the machines; false if it must come again later.
  bool event(const RawEvent &raw) {
    switch (raw.code) {
#define CTS_EVENT(number, event_name, fields)                                                      \
  case number:                                                                                     \
    return show<event::event_name>(raw);
#include "trace/events.def"
#undef CTS_EVENT
    default:
      return true;
    }
  }

  // Does the event end a region whose members have not all been heard to end?
  template <class E> bool ends_with_members(const E &e) const {
    if constexpr (std::is_same_v<E, event::parallel_end>) {
      const Parallel *region = world_.parallel(e.parallel);
      return region && (region->finished < region->begun || region->begun < region->actual);
    } else {
      return false;
    }
  }

  template <class E> [[gnu::noinline]] bool show(const RawEvent &raw) {
    E e;
    if (!decode(raw, e))
      return true; // the reader has measured it: cannot be
    // The end of a region says what all its members have done: they are heard first. So it is with
    // an identifier that nobody has been seen to give out.
    const bool ready = machines_.identity.ready(e);
    if ((!ready || ends_with_members(e)) && deferred_ != EventRef{raw.thread, raw.position}) {
      deferred_ = {raw.thread, raw.position};
      events_.defer(raw.time + machines_.uncertainty);
      return false;
    }
    const EventRef ref{raw.thread, raw.position};
    judge_.now_judging(ref);
    world_.now = raw.time;
    const Here here{ref, raw.time, raw.code, world_.thread(raw.thread), raw};
    machines_.notes.before(here);
    if constexpr (E::event_code <= event::last_callback) {
      machines_.identity.look(here, e);
      machines_.for_each([&](auto &machine) {
        if constexpr (requires { machine.callback(here); })
          machine.callback(here);
      });
      // Whoever acts in a task shows that it is not waiting for a region that it encountered. An
      // event that names another task than the one that the thread executes shows only that: the
      // rule on the argument says so.
      const Task *current = here.thread.current;
      if constexpr (requires { e.encountering_task; } && !std::is_same_v<E, event::parallel_end>) {
        if (Task *task = world_.task(e.encountering_task); task && (!current || task == current))
          machines_.parallels.acts(here, *task);
      } else if constexpr (requires { e.task; } && !std::is_same_v<E, event::implicit_task>) {
        if (Task *task = world_.task(e.task); task && (!current || task == current))
          machines_.parallels.acts(here, *task);
      } else if constexpr (std::is_same_v<E, event::implicit_task>) {
        if (Task *task = world_.task(e.task); task && task == current)
          machines_.parallels.left(here, *task);
      }
    }
    if constexpr (std::is_same_v<E, event::probe_parallel> || std::is_same_v<E, event::probe_task>)
      machines_.identity.look(here, e);
    machines_.for_each([&](auto &machine) {
      if constexpr (requires { machine.on(here, e); })
        machine.on(here, e);
    });
    return true;
  }

  World world_;
  Judge judge_;
  Machines machines_;
  MergedReader events_;
  const Trace &trace_;
  EventRef deferred_;
};

} // namespace

Verdict validate(const Trace &trace, version profile) { return Run(trace, profile)(); }

} // namespace cts
