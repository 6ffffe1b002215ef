// Lists the faults of a trace (faults_of in fault.h), by variant, field and change.
#include "faults/fault.h"

#include "ompt_abi/names.h"

#include <algorithm>
#include <fmt/format.h>

namespace cts::faults {
namespace {

using Kind = Value::Kind;

// Events of a trace that do not come from the runtime under test.
struct Ours {
  std::string_view event, field; // an empty field: the whole event
};
constexpr Ours ours[] = {
    {"stream_begin", ""},
    {"process_exit", ""},
    {"note", ""},
    {"driver_call", ""},
    {"samples_of", ""},
    {"sample_end", ""},
    {"stack", ""},
    {"stack_words", ""},
    {"other_stack", ""},
    {"tool_initialized", ""},
    {"tool_initialize", "tool_data_expected"},
    {"tool_finalize", "tool_data_expected"},
    {"tool_finalize", "value_expected"},
    {"set_callback", "event"},
    {"set_callback", "probe"},
    {"get_callback", "event"},
    {"lookup", "entry_point"},
    {"lookup", "later"},
    {"enumerate_state", "current"},
    {"enumerate_mutex_impl", "current"},
    {"buffer_request", "buffer"},
    {"buffer_request", "bytes"},
    {"device_entry_point", "device_num"},
    {"device_entry_point", "entry_point"},
    {"device_entry_point", "values"},
    {"device_record", "device_num"},
    {"device_data_op_record", "device_num"},
    {"device_kernel_record", "device_num"},
    {"device_native_record", "device_num"},
    {"buffer_read", "device_num"},
    {"buffer_read", "buffer"},
    {"buffer_read", "records"},
    {"probe_thread", "asked"},
    {"probe_parallel", "asked"},
    {"probe_parallel", "level"},
    {"probe_task", "asked"},
    {"probe_task", "level"},
    {"probe_places", "asked"},
    {"probe_place_procs", "place_num"},
    {"probe_target", "asked"},
    {"probe_memory", "block"},
    {"probe_null_outputs", "entry_point"},
};

// Numbers that distinguish events of one kind, as enumerators do.
struct Discriminator {
  std::string_view event, field;
};
constexpr Discriminator discriminators[] = {
    {"probe_task", "asked"},
    {"probe_parallel", "asked"},
    {"set_callback", "event"},
    {"get_callback", "event"},
    {"lookup", "entry_point"},
    {"probe_parallel", "level"},
    {"probe_task", "level"},
    {"probe_target", "result"},
    {"probe_parallel", "result"},
    {"probe_task", "result"},
    {"probe_null_outputs", "entry_point"},
    {"device_entry_point", "entry_point"},
    {"set_callback", "probe"},
    {"enumerate_state", "result"},
    {"enumerate_mutex_impl", "result"},
};

// Answers to the checker's questions: an answer can be wrong, but neither missing nor misplaced.
bool is_answer(u8 code) {
  constexpr u8 asked[] = {event::set_callback::event_code, event::get_callback::event_code,
                          event::lookup::event_code, event::device_entry_point::event_code,
                          event::buffer_read::event_code};
  return code >= event::probe_thread::event_code ||
         std::find(std::begin(asked), std::end(asked), code) != std::end(asked);
}

bool discriminates(std::string_view event, std::string_view field) {
  return std::any_of(std::begin(discriminators), std::end(discriminators),
                     [&](const auto &d) { return d.event == event && d.field == field; });
}

std::string discriminator_text(std::string_view event, const Value &v) {
  if (v.kind == Kind::text)
    return v.text;
  if (event.ends_with("_callback") && std::string_view(v.name) == "event")
    return ompt_abi::render(event::Enumeration::callback, v.number);
  if (std::string_view(v.name) == "asked") { // is the runtime between two tasks?
    constexpr u8 between[] = {event::task_schedule::event_code, event::parallel_end::event_code,
                              event::thread_begin::event_code, event::thread_end::event_code};
    return std::find(std::begin(between), std::end(between), v.number) != std::end(between)
               ? "switching"
               : "steady";
  }
  if (std::string_view(v.name) == "probe") // of set_callback: the kind of the checker's question
    return fmt::format("probe_{}", v.number);
  return v.number < 2 ? fmt::format("{}_{}", v.name, v.number) : fmt::format("{}_more", v.name);
}

// The lowest bits of a task's flags give its kind, the bits above its properties.
constexpr u64 task_type_bits = 0x1f;

// Adds the fault for the first, last, a middle and all of the events of a variant.
void add_selections(std::vector<Fault> &faults, Fault fault, const std::vector<u32> &group,
                    u64 seed) {
  // Moving all of them at once makes another trace, not a fault of this one.
  const bool together =
      !fault.field.empty() || fault.what == "dropped" || fault.what == "duplicated";
  const auto add = [&](const char *which, std::vector<u32> targets) {
    fault.which = which;
    fault.targets = std::move(targets);
    faults.push_back(fault);
  };
  add("first", {group.front()});
  if (group.size() > 1) {
    add("last", {group.back()});
    if (together)
      add("all", group);
  }
  if (group.size() > 2)
    add("nth", {group[1 + mix(seed ^ std::hash<std::string>{}(fault.event)) % (group.size() - 2)]});
}

} // namespace

u64 mix(u64 x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

std::string Fault::id() const {
  return fmt::format("{}{}{}:{}@{}", event, field.empty() ? "" : ".", field, what, which);
}

bool is_ours(u8 code, std::string_view field) {
  const std::string_view event = event::label(code);
  return std::any_of(std::begin(ours), std::end(ours), [&](const Ours &o) {
    return o.event == event && (o.field.empty() || o.field == field);
  });
}

std::string variant_of(const Record &record) {
  const std::string_view event = event::label(record.code);
  std::string name{event};
  for (const Value &v : record.values) {
    if (v.kind == Kind::enumeration)
      name += "/" + ompt_abi::render(v.set, v.number);
    else if (v.kind == Kind::flags)
      name += "/" + ompt_abi::render(v.set, v.set == event::Enumeration::task_flag
                                                ? v.number & task_type_bits
                                                : v.number);
    else if (discriminates(event, v.name))
      name += "/" + discriminator_text(event, v);
    // A level whose region has no event.
    else if (event == "probe_parallel" && std::string_view(v.name) == "parallel" && !v.data.id)
      name += "/unannounced";
  }
  return name;
}

std::vector<Fault> faults_of(const History &history, u64 seed) {
  std::map<std::string, std::vector<u32>> groups;
  for (u32 i = 0; i < history.records().size(); ++i)
    if (const Record &record = history.records()[i]; !is_ours(record.code, ""))
      groups[variant_of(record)].push_back(i);

  std::vector<Fault> faults;
  for (const auto &[variant, group] : groups) {
    const Record &first = history.records()[group.front()];
    if (!is_answer(first.code))
      for (const std::string_view what : displacements())
        add_selections(faults, {variant, "", std::string(what), "", {}}, group, seed);
    for (const Value &v : first.values)
      if (!is_ours(first.code, v.name))
        for (std::string &what : replacements_for(v))
          add_selections(faults, {variant, v.name, std::move(what), "", {}}, group, seed);
  }
  return faults;
}

std::optional<Edit> apply(const History &history, const Fault &fault) {
  Edit edit;
  bool changed = false;
  for (const u32 target : fault.targets) {
    if (fault.field.empty()) {
      changed |= displace(history, target, fault.what, edit);
      continue;
    }
    const auto &values = history.records()[target].values;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i].name == fault.field)
        changed |= replace(history, target, i, fault.what, edit);
  }
  if (!changed)
    return {};
  follow_words(history, edit);
  return edit;
}

} // namespace cts::faults
