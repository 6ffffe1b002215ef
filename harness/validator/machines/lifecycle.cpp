// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/lifecycle.h"

#include "trace/note_kinds.h"

#include "ompt_abi/tables.h"

#include <algorithm>

namespace cts {

using namespace ompt_abi;

// The year and month of an OpenMP specification, as _OPENMP gives it, or of one to come.
static bool dates_a_version(u32 value) {
  // Versions 1.0 to 6.0 (in Fortran and C) and the technical reports between them, which compilers
  // and runtimes have named as theirs.
  static constexpr u32 dates[] = {199710, 199810, 199911, 200011, 200203, 200505, 200805,
                                  201107, 201211, 201307, 201411, 201511, 201611, 201711,
                                  201807, 201811, 201911, 202008, 202011, 202107, 202111,
                                  202211, 202311, 202408, 202411};
  const u32 month = value % 100;
  return std::find(std::begin(dates), std::end(dates), value) != std::end(dates) ||
         (value > 202411 && value < 210000 && month >= 1 && month <= 12);
}

void Lifecycle::on(const Here &here, const event::start_tool &e) {
  judge.require(Rule::start_tool_omp_version, dates_a_version(e.omp_version), [&] {
    return Message(
        "ompt_start_tool got {} as the value of _OPENMP, which is that of no version of OpenMP",
        e.omp_version);
  });
  judge.require(Rule::start_tool_runtime_version, !e.runtime_version.empty(),
                [&] { return Message("ompt_start_tool got no text for the runtime's version"); });
  // A second start while the tool is active is a second activation of it: one tool per runtime
  // instance. After finalization a restart of the runtime may activate it again.
  judge.require(Rule::start_tool_once_per_runtime_instance,
                state_ == State::outside || state_ == State::finalized, [&] {
                  return Message("ompt_start_tool was called again while the tool was active")
                      .why("the tool was started here", started_);
                });
  started_ = here.ref;
  state_ = State::pending;
}

void Lifecycle::on(const Here &here, const event::tool_initialize &e) {
  judge.require(Rule::init_lookup_nonnull, e.lookup != 0,
                [&] { return Message("the initializer got NULL for the lookup function"); });
  judge.require(Rule::init_tool_data_pointer, e.tool_data == e.tool_data_expected, [&] {
    return Message("the initializer got tool_data {:#x}, but the tool's structure has it at {:#x}",
                   e.tool_data, e.tool_data_expected);
  });
  judge.require(Rule::start_tool_once_per_runtime_instance, state_ == State::pending,
                [&] { return Message("the initializer was called, but ompt_start_tool was not"); });
  initialized_ = here.ref;
  state_ = State::initializing;
  pending_thread_ = here.ref.thread;
}

void Lifecycle::on(const Here &, const event::tool_initialized &e) {
  state_ = e.result ? State::active : State::finalized;
  if (e.result)
    judge.held(Rule::init_nonzero_activates);
  if (replaces_)
    judge.held(Rule::set_callback_replace); // until the old function is called
  judge.held(Rule::init_host_thread);       // any thread may run it
}

void Lifecycle::at_the_edge(const Here &here) {
  // While the initializer runs, only its own thread could be told apart from one that is late.
  const bool early = state_ == State::outside || state_ == State::pending ||
                     (state_ == State::initializing && here.ref.thread == pending_thread_);
  judge.require(Rule::init_before_any_event, !early, [&] {
    return Message("{} was dispatched before the tool's initializer had returned",
                   event::label(here.code))
        .why("the initializer began here", initialized_);
  });
  judge.require(Rule::pending_no_callbacks, !early, [&] {
    return Message("{} was dispatched while the tool was pending", event::label(here.code));
  });
  if (finalized_.valid() && state_ == State::finalized) {
    const bool late =
        here.ref.thread == finalized_.thread || here.time > finalized_time_ + uncertainty;
    judge.require(Rule::fin_last, !late, [&] {
      return Message("{} was dispatched after the tool was finalized", event::label(here.code))
          .why("the finalizer was entered here", finalized_);
    });
  }
  // The note stands before the call; the finalizer's own event tells when it ran.
  if (finalize_requested_.valid() && finalized_.valid()) {
    const bool late =
        here.ref.thread == finalize_requested_.thread || here.time > finalized_time_ + uncertainty;
    judge.require(Rule::finalize_tool_no_more_callbacks, !late, [&] {
      return Message("{} was dispatched after ompt_finalize_tool", event::label(here.code))
          .why("ompt_finalize_tool was called here", finalize_requested_);
    });
  }
  if (here.code == ompt_callback_thread_begin)
    judge.require(Rule::initial_thread_begin_after_init, !early, [&] {
      return Message("a thread begins before the tool is initialized")
          .why("the initializer began here", initialized_);
    });
}

void Lifecycle::dishonoured(const Here &here) {
  judge.violated(Rule::set_callback_never_honoured, [&] {
    return Message("{} was dispatched although its registration was answered with never",
                   event::label(here.code));
  });
}

void Lifecycle::on(const Here &here, const event::tool_finalize &e) {
  judge.require(Rule::fin_once, state_ == State::active, [&] {
    return Message("the finalizer was called for a tool that was not active")
        .why(finalized_.valid() ? "it had been called before" : "the tool was never initialized",
             finalized_);
  });
  const bool same = e.tool_data == e.tool_data_expected && e.value == e.value_expected;
  judge.require(Rule::fin_tool_data, same, [&] {
    return Message(
        "the finalizer got tool_data {:#x} holding {:#x}; the tool had left {:#x} at {:#x}",
        e.tool_data, e.value, e.value_expected, e.tool_data_expected);
  });
  if (judge.applies(Rule::fin_last))
    judge.held(Rule::fin_last); // from here on every callback would break it
  judge.held(Rule::fin_thread); // any thread may run it
  if (finalize_requested_.valid()) {
    judge.held(Rule::finalize_tool_flush_outstanding);
    judge.held(Rule::finalize_tool_no_more_callbacks);
  }
  state_ = State::finalized;
  finalized_ = here.ref;
  finalized_time_ = here.time;
}

// Inside a region there are threads that the runtime cannot wait for: whether it shuts down then is
// its own matter.
void Lifecycle::on(const Here &here, const event::process_exit &) {
  bool inside = !judge.promised(ompt_callback_parallel_begin); // nobody knows
  world.parallels.for_each([&](const Parallel &region) { inside = inside || !region.ended; });
  if (!inside)
    exits_ = here.ref;
}

// A process that was killed, or left by _exit, has not shut its runtime down.
void Lifecycle::at_end() {
  if (exits_.valid() && state_ == State::active)
    judge.violated(Rule::fin_once, [&] {
      return Message("the process ended in order, but the finalizer was not called")
          .at(exits_)
          .why("the tool became active here", initialized_)
          .as_remark();
    });
}

void Lifecycle::on(const Here &, const event::set_callback &e) {
  const auto text = [&] { return render(enum_kind::callback, static_cast<u32>(e.event)); };
  const auto answer_text = [&] {
    return render(enum_kind::set_result, static_cast<u32>(e.answer));
  };
  const u32 answer = static_cast<u32>(e.answer);
  const bool in_range = answer <= ompt_set_always;
  judge.require(Rule::set_callback_value_range, in_range, [&] {
    return Message("registering {} was answered with {}, which is no enumerator", text(), answer);
  });
  judge.require(Rule::set_callback_never_impossible, answer != ompt_set_impossible,
                [&] { return Message("registering {} was answered with impossible", text()); });
  enum { own = 0, unknown = 1, null = 2, again = 3 };
  if (e.probe == unknown) {
    const bool refused = answer == ompt_set_error || answer == ompt_set_never;
    judge.require(Rule::set_callback_unknown_event, refused, [&] {
      return Message("registering the unknown event {} was answered with {}", e.event,
                     answer_text());
    });
    if (e.found >= 0)
      judge.require(Rule::get_callback_absent, e.found == 0, [&] {
        return Message("ompt_get_callback found a callback for the unknown event {}", e.event);
      });
    return;
  }
  replaces_ = replaces_ || e.probe == again;
  const auto *callback = find_callback(static_cast<u64>(e.event));
  const auto event = static_cast<u8>(e.event);
  if (e.probe == null) {
    if (answers_[event].value_or(ompt_set_error) >= ompt_set_sometimes) {
      judge.require(
          Rule::set_callback_null_disables, answer == ompt_set_always || answer == ompt_set_error,
          [&] { return Message("switching {} off was answered with {}", text(), answer_text()); });
    }
    if (e.found >= 0 && answer == ompt_set_always)
      judge.require(Rule::get_callback_absent, e.found == 0, [&] {
        return Message("ompt_get_callback found a callback for {}, which was switched off", text());
      });
    return;
  }
  answers_[event] = answer;
  if (callback && callback->mandatory_in(judge.profile()))
    judge.require(Rule::set_callback_mandatory_always, answer == ompt_set_always, [&] {
      return Message("registering {} was answered with {}, expected always", text(), answer_text());
    });
  // Which answers a callback outside the mandatory list may get is for the version to say.
  if (callback && callback->known_in(judge.profile()) && !callback->mandatory_in(judge.profile()))
    judge.require(
        Rule::set_callback_error_not_listed,
        in_range && (answer != ompt_set_error || callback->code == ompt_callback_error),
        [&] { return Message("registering {} was answered with {}", text(), answer_text()); });
}

// Asked while the tool is active; inside the initializer runtimes differ, and no text settles it.
void Lifecycle::on(const Here &, const event::get_callback &e) {
  const auto event = static_cast<u8>(e.event);
  const auto registered = event == e.event ? answers_[event] : std::nullopt;
  const std::string name = render(enum_kind::callback, static_cast<u32>(e.event));
  if (!registered) {
    judge.require(Rule::get_callback_absent, e.found == 0, [&] {
      return Message("ompt_get_callback answered {} for {}, which was never registered", e.found,
                     name);
    });
    return;
  }
  const bool honoured = *registered >= ompt_set_sometimes;
  if (!honoured) // whether it is known all the same is for the runtime to say
    judge.held(Rule::get_callback_never_registered_but_stored);
  if ((honoured || e.found == 1))
    judge.require(Rule::get_callback_found, e.found == 1 && e.pointer_matches == 1, [&] {
      return Message(e.found == 1
                         ? fmt::format("ompt_get_callback gave another function for {} than the "
                                       "one that was registered",
                                       name)
                         : fmt::format("ompt_get_callback answered {} for {}, which is registered",
                                       e.found, name));
    });
}

void Lifecycle::on(const Here &, const event::lookup &e) {
  if (e.entry_point == no_entry_point) {
    judge.require(Rule::lookup_unknown_null, e.address == 0,
                  [&] { return Message("the lookup function knows a name that does not exist"); });
    return;
  }
  if (e.later) {
    const auto first = entry_points_.find(e.entry_point);
    if (first == entry_points_.end() || first->second == 0)
      return;
    judge.require(Rule::lookup_usable_later, e.address != 0, [&] {
      return Message(
          "the lookup function knew {} in the initializer and does not know it afterwards",
          e.entry_point);
    });
    judge.require(Rule::lookup_stable, e.address != 0, [&] {
      return Message("looking {} up twice gives {:#x} and {:#x}", e.entry_point, first->second,
                     e.address);
    });
    return;
  }
  entry_points_.emplace(e.entry_point, e.address);
  // 5.x says "provides", and a runtime without offload support has nothing to say of devices.
  const bool of_devices =
      e.entry_point == "ompt_get_target_info" || e.entry_point == "ompt_get_num_devices";
  const bool optional = of_devices && judge.profile() < version::v60;
  judge.require(Rule::lookup_all_host_names, e.address != 0, [&] {
    Message message("the lookup function does not know {}", e.entry_point);
    message.remark = optional;
    return message;
  });
}

void Lifecycle::on(const Here &, const event::stale_callback &) {
  judge.violated(Rule::set_callback_replace, [&] {
    return Message(
        "a callback was dispatched to a function that another registration had replaced");
  });
}

// ompt_finalize_tool returned here; what comes afterwards is recorded by nobody but the note
// itself.
void Lifecycle::on(const Here &here, const event::note &e) {
  if (static_cast<NoteKind>(e.kind) != NoteKind::finalize_tool)
    return;
  finalize_requested_ = here.ref;
}

} // namespace cts
