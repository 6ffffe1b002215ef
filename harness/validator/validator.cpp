#include "validator/validator.h"

#include "ompt_abi/tables.h"
#include "rules/activation.h"
#include "trace/ahead.h"
#include "validator/circumstances.h"
#include "validator/machines/all.h"
#include "validator/shown.h"

namespace cts {
namespace {

std::string preliminary_by(const char *mark) {
  return fmt::format("the runtime has the tools interface of a technical report before OpenMP 5.0 "
                     "({}), not that of 5.0 or later",
                     mark);
}

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
  using Found = std::function<void(const std::vector<Finding> &)>;

  // `from`: the trace itself, or the LiveTrace that reads it.
  template <class From>
  Run(const Trace &trace, From &from, version profile, Found found)
      : judge_(profile), uncertainty_(static_cast<u64>(
                             static_cast<double>(trace.clock().frequency) * stamp_uncertainty)),
        machines_({judge_, world_, trace, uncertainty_}), events_(from), trace_(trace),
        found_(std::move(found)) {
    if constexpr (std::is_same_v<From, LiveTrace>)
      live_ = &from;
    for (const auto &callback : all_callbacks())
      judge_.registered(static_cast<u8>(callback.code),
                        answer_of(trace.environment(fmt::format("registered_{}", callback.name))));
    if (trace.environment("cancellation") == "off")
      judge_.cancellation_is_off();
    judge_.set_active();
    judge_.knows([this](u32 number) {
      const Thread *thread = world_.find_thread(number);
      return thread ? circumstances_on(world_, *thread) : 0;
    });
  }

  Verdict operator()() {
    Verdict verdict;
    verdict.profile = judge_.profile();
    if (!trace_.growing())
      verdict.damage = trace_.damage(); // the damage known before reading
    if (verdict.damage.empty())
      read(verdict);
    if (verdict.damage.empty())
      verdict.damage = problem_of_machines();
    if (verdict.damage.empty())
      verdict.damage = problem_of_end(verdict);
    verdict.threads = trace_.threads().size();
    verdict.dropped += trace_.dropped();
    verdict.damaged = !verdict.damage.empty();
    if (!verdict.damaged)
      verdict.damage = why_incomplete(verdict);
    verdict.complete = verdict.damage.empty();
    verdict.beginning = !verdict.complete && !verdict.damaged && is_beginning(verdict.dropped);
    if (verdict.damaged)
      return verdict;
    for (const Rule rule : every_rule()) {
      verdict.exercised[static_cast<std::size_t>(rule)] = judge_.exercised(rule);
      verdict.failed[static_cast<std::size_t>(rule)] = judge_.failed(rule);
    }
    verdict.findings = judge_.findings();
    verdict.shown = world_.shown;
    return verdict;
  }

private:
  // After the first dropped event, any event may be missing: only the events before it are judged.
  void read(Verdict &verdict) {
    while (const RawEvent *raw = events_.next()) {
      if (event(*raw)) {
        ++verdict.events;
        ++verdict.seen[raw->code];
      }
      if (judge_.findings().size() != told_) [[unlikely]]
        tell();
    }
    if (live_)
      live_->settle();
    verdict.damage = events_.damage();
    if (verdict.damage.empty() && machines_.inquiry.preliminary())
      verdict.damage = preliminary_by("its states are called omp_state_…");
    if (verdict.damage.empty() && machines_.registration.preliminary())
      verdict.damage = preliminary_by("it answers 4 where always is meant");
    verdict.dropped = events_.discarded();
    if (verdict.dropped || trace_.dropped())
      return;
    judge_.knows(nullptr); // no event is current any more
    judge_initialization();
    machines_.for_each([](auto &machine) {
      if constexpr (requires { machine.at_end(); })
        machine.at_end();
    });
    tell();
  }

  void tell() {
    told_ = judge_.findings().size();
    if (found_)
      found_(judge_.findings());
  }

  // A program that notes its position shows that constructs have begun.
  void judge_initialization() {
    const ManifestHeader &manifest = trace_.manifest();
    if (manifest.started && !manifest.initialized && manifest.step == InitializerStep::none &&
        first_note_.valid())
      judge_.violated([&] { return init_before_first_construct::not_called{}.at(first_note_); });
  }

  // A problem that prevents a machine's verdict.
  std::string problem_of_machines() {
    std::string problem;
    machines_.for_each([&](auto &machine) {
      if constexpr (requires { machine.problem(); })
        if (problem.empty())
          problem = machine.problem();
    });
    return problem;
  }

  // The reasons why machines could not judge all that the trace has.
  std::string unjudged() {
    std::string reasons;
    machines_.for_each([&](auto &machine) {
      if constexpr (requires { machine.unjudged(); })
        reasons += machine.unjudged();
    });
    return reasons;
  }

  // A word of the manifest would make an unfinished record a whole one.
  std::string problem_of_end(const Verdict &verdict) const {
    const bool whole = verdict.dropped + trace_.dropped() == 0;
    const bool called = verdict.seen[event::tool_finalize::event_code] != 0;
    return whole && trace_.finalized() && !called
               ? "the manifest says that the finalizer was called, and no event does"
               : "";
  }

  // Whether all missing events come after all present ones.
  bool is_beginning(u64 dropped) {
    if (!trace_.initialized())
      return false;
    return dropped ? trace_.manifest().lost_from != 0 : !trace_.ended();
  }

  std::string why_incomplete(const Verdict &verdict) {
    if (verdict.dropped) {
      const std::string reason = trace_.loss();
      return fmt::format("{} events were dropped while recording{}{}{}", verdict.dropped,
                         reason.empty() ? "" : ": ", reason,
                         trace_.manifest().lost_from ? "; what came before is judged" : "");
    }
    const ManifestHeader &manifest = trace_.manifest();
    if (!trace_.initialized() && trace_.end() == "exited")
      return manifest.started
                 ? "the tool was not initialized: the runtime called ompt_start_tool, and "
                   "never the initializer"
                 : "the tool was not initialized";
    if (trace_.ended())
      return trace_.initialized() ? unjudged() : "the tool was not initialized";
    const char *within[] = {"", " within the initializer, when the lookup function was called",
                            " within the initializer, when states and mutexes were enumerated",
                            " within the initializer, when callbacks were registered", ""};
    const std::string end = trace_.end();
    const auto step = static_cast<std::size_t>(manifest.step);
    return (end == "running"    ? "the process still runs"
            : end == "replaced" ? "the process went on with another program (exec)"
                                : "the process did not end in order: it was killed, it crashed, or "
                                  "it left by _exit") +
           std::string(end == "unknown" && step < std::size(within) ? within[step] : "");
  }

  // Shows the event to the machines; returns false if it must come again later.
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
    default:
      return true;
    }
  }

  template <class E> [[gnu::noinline]] bool show(const RawEvent &raw) {
    E e;
    if (!decode(raw, e))
      return true; // the reader has measured it: cannot be
    const EventRef ref{raw.thread, raw.position};
    if (!ready(machines_, e) && deferred_ != ref) {
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
    if constexpr (std::is_same_v<E, event::note>)
      if (!first_note_.valid()) {
        first_note_ = ref;
        if (live_) // notes count over the whole program, also what came before
          live_->keep_from_now_on();
      }
    tell(machines_, here, e);
    if constexpr (requires { shown_.on(here, e); })
      shown_.on(here, e);
    return true;
  }

  // The functions of machine.h that see the event itself. About three thousand pairs of an event
  // and a machine exist. One function for each event contains them all, because a call of for_each
  // would make a function for each pair, most of them empty. (`All` is Machines: a requires
  // expression needs a type that depends on a template parameter.)
  template <class All, class E> static bool ready(All &machines, const E &e) {
    bool ready = true;
#define CTS_MACHINE(type, name, ...)                                                               \
  if constexpr (requires { machines.name.ready(e); })                                              \
    ready &= machines.name.ready(e);
#include "validator/machines/machines.def"
    return ready;
  }
  template <class All, class E> static void tell(All &machines, const Here &here, const E &e) {
    if constexpr (E::event_code <= event::last_callback) {
#define CTS_MACHINE(type, name, ...)                                                               \
  if constexpr (requires { machines.name.callback(here, e); })                                     \
    machines.name.callback(here, e);                                                               \
  else if constexpr (requires { machines.name.callback(here); })                                   \
    machines.name.callback(here);
#include "validator/machines/machines.def"
    }
#define CTS_MACHINE(type, name, ...)                                                               \
  if constexpr (requires { machines.name.on(here, e); })                                           \
    machines.name.on(here, e);
#include "validator/machines/machines.def"
  }

  World world_;
  Judge judge_;
  u64 uncertainty_;
  Machines machines_;
  Shown shown_{world_};
  AheadReader events_;
  const Trace &trace_;
  LiveTrace *live_ = nullptr;
  Found found_;
  std::size_t told_ = 0;
  EventRef deferred_;
  EventRef first_note_;
};

} // namespace

Verdict validate(const Trace &trace, version profile) {
  return Run(trace, trace, profile, nullptr)();
}

Verdict validate(LiveTrace &live, version profile,
                 const std::function<void(const std::vector<Finding> &)> &found) {
  const Verdict verdict = Run(live.trace(), live, profile, found)();
  live.judged(verdict.events);
  return verdict;
}

} // namespace cts
