// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/validator.h"

#include "ompt_abi/tables.h"
#include "validator/machines/all.h"

namespace cts {
namespace {

using namespace ompt_abi;

constexpr double stamp_uncertainty = 2e-6; // in seconds; see Context

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
      : judge_(profile), uncertainty_(static_cast<u64>(
                             static_cast<double>(trace.clock().frequency) * stamp_uncertainty)),
        machines_({judge_, world_, trace, uncertainty_}), events_(trace), trace_(trace) {
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
    machines_.for_each([&](auto &machine) {
      if constexpr (requires { machine.problem(); })
        if (verdict.damage.empty())
          verdict.damage = machine.problem();
    });
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
    bool taken = false;
    machines_.for_each([&](auto &machine) {
      if constexpr (requires { machine.takes(raw); })
        taken |= machine.takes(raw);
    });
    if (taken)
      return true;
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

  template <class E> [[gnu::noinline]] bool show(const RawEvent &raw) {
    E e;
    if (!decode(raw, e))
      return true; // the reader has measured it: cannot be
    const EventRef ref{raw.thread, raw.position};
    bool ready = true;
    machines_.for_each([&](auto &machine) {
      if constexpr (requires { machine.ready(e); })
        ready &= machine.ready(e);
    });
    if (!ready && deferred_ != ref) {
      deferred_ = ref;
      events_.defer(raw.time + uncertainty_);
      return false;
    }
    judge_.now_judging(ref);
    world_.now = raw.time;
    const Here here{ref, raw.time, raw.code, world_.thread(raw.thread), raw};
    machines_.for_each([&](auto &machine) {
      if constexpr (requires { machine.before(here); })
        machine.before(here);
    });
    if constexpr (E::event_code <= event::last_callback)
      machines_.for_each([&](auto &machine) {
        if constexpr (requires { machine.callback(here, e); })
          machine.callback(here, e);
        else if constexpr (requires { machine.callback(here); })
          machine.callback(here);
      });
    machines_.for_each([&](auto &machine) {
      if constexpr (requires { machine.on(here, e); })
        machine.on(here, e);
    });
    return true;
  }

  World world_;
  Judge judge_;
  u64 uncertainty_;
  Machines machines_;
  MergedReader events_;
  const Trace &trace_;
  EventRef deferred_;
};

} // namespace

Verdict validate(const Trace &trace, version profile) { return Run(trace, profile)(); }

} // namespace cts
