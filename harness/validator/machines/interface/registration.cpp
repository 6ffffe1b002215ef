#include "validator/machines/interface/registration.h"

#include "ompt_abi/tables.h"
#include "rules/registration.h"

namespace cts {

void Registration::on(const Here &, const event::tool_initialized &) {
  if (replaces_)
    judge.held(rule::set_callback_replace); // until the old function is called
}

void Registration::dishonoured(const Here &here) {
  judge.violated([&] { return set_callback_never_honoured::dispatched{.event = here.code}; });
}

void Registration::on(const Here &, const event::set_callback &e) {
  const auto text = [&] { return render(enum_kind::callback, static_cast<u32>(e.event)); };
  const auto answer_text = [&] {
    return render(enum_kind::set_result, static_cast<u32>(e.answer));
  };
  const u32 answer = static_cast<u32>(e.answer);
  const bool in_range = answer <= ompt_set_always;
  judge.require(in_range, [&] {
    return set_callback_value_range::no_enumerator{.callback = text(), .code = answer};
  });
  judge.require(answer != ompt_set_impossible,
                [&] { return set_callback_never_impossible::impossible{.callback = text()}; });
  enum { own = 0, unknown = 1, null = 2, again = 3 };
  if (e.probe == unknown) {
    const bool refused = answer == ompt_set_error || answer == ompt_set_never;
    judge.require(refused, [&] {
      return set_callback_unknown_event::unknown_event{.number = e.event, .answer = answer_text()};
    });
    if (e.found >= 0)
      judge.require(e.found == 0,
                    [&] { return get_callback_absent::unknown_event{.number = e.event}; });
    return;
  }
  replaces_ = replaces_ || e.probe == again;
  const auto *callback = find_callback(static_cast<u64>(e.event));
  const auto event = static_cast<u8>(e.event);
  if (e.probe == null) {
    if (answers_[event].value_or(ompt_set_error) >= ompt_set_sometimes) {
      judge.require(answer == ompt_set_always || answer == ompt_set_error, [&] {
        return set_callback_null_disables::switched_off{.callback = text(),
                                                        .answer = answer_text()};
      });
    }
    if (e.found >= 0 && answer == ompt_set_always)
      judge.require(e.found == 0,
                    [&] { return get_callback_absent::switched_off{.callback = text()}; });
    return;
  }
  answers_[event] = answer;
  if (e.probe == own && callback)
    last_[event] = answer;
  if (callback && callback->mandatory_in(judge.profile()))
    judge.require(answer == ompt_set_always, [&] {
      return set_callback_mandatory_always::not_always{.callback = text(), .answer = answer_text()};
    });
  // The version decides which answers a callback outside the mandatory list may get.
  if (callback && callback->known_in(judge.profile()) && !callback->mandatory_in(judge.profile()))
    judge.require(in_range && (answer != ompt_set_error || callback->code == ompt_callback_error),
                  [&] {
                    return set_callback_error_not_listed::not_listed{.callback = text(),
                                                                     .answer = answer_text()};
                  });
}

// A lookup while the tool is active; inside the initializer runtimes differ, and the specification
// does not settle it.
void Registration::on(const Here &, const event::get_callback &e) {
  const auto event = static_cast<u8>(e.event);
  const auto registered = event == e.event ? answers_[event] : std::nullopt;
  const std::string name = render(enum_kind::callback, static_cast<u32>(e.event));
  if (!registered) {
    judge.require(e.found == 0, [&] {
      return get_callback_absent::never_registered{.found = e.found, .callback = name};
    });
    return;
  }
  const bool honoured = *registered >= ompt_set_sometimes;
  if (!honoured) // the runtime may report it or not
    judge.held(rule::get_callback_never_registered_but_stored);
  if ((honoured || e.found == 1))
    judge.require(rule::get_callback_found, e.found == 1 && e.pointer_matches == 1,
                  [&]() -> Message {
                    if (e.found == 1)
                      return get_callback_found::another_function{.callback = name};
                    return get_callback_found::not_found{.found = e.found, .callback = name};
                  });
}

void Registration::on(const Here &, const event::lookup &e) {
  if (e.entry_point == no_entry_point) {
    judge.require(e.address == 0, [&] { return lookup_unknown_null::no_such_name{}; });
    return;
  }
  if (e.later) {
    const auto first = entry_points_.find(e.entry_point);
    if (first == entry_points_.end() || first->second == 0)
      return;
    judge.require(e.address != 0,
                  [&] { return lookup_usable_later::later_unknown{.entry_point = e.entry_point}; });
    judge.require(e.address != 0, [&] {
      return lookup_stable::moves{
          .entry_point = e.entry_point, .first_address = first->second, .address = e.address};
    });
    return;
  }
  entry_points_.emplace(e.entry_point, e.address);
  // 5.x says "provides", and a runtime without offload support need not provide the entry points
  // about devices.
  const bool of_devices =
      e.entry_point == "ompt_get_target_info" || e.entry_point == "ompt_get_num_devices";
  const bool optional = of_devices && judge.profile() < version::v60;
  judge.require(rule::lookup_all_host_names, e.address != 0, [&] {
    auto message = lookup_all_host_names::unknown{.entry_point = e.entry_point}.said();
    message.remark = optional;
    return message;
  });
}

void Registration::on(const Here &, const event::stale_callback &) {
  judge.violated([&] { return set_callback_replace::replaced{}; });
}

std::string Registration::problem() const {
  for (const auto &callback : all_callbacks()) {
    const auto answer = last_[static_cast<u8>(callback.code)];
    const std::string told = trace_.environment(fmt::format("registered_{}", callback.name));
    if (answer && !told.empty() && told != render(enum_kind::set_result, *answer))
      return fmt::format("the metadata gives '{}' as the answer for {}, the events '{}'", told,
                         callback.name, render(enum_kind::set_result, *answer));
  }
  return "";
}

} // namespace cts
