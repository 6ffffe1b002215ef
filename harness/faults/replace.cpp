// Faults of one field.
#include "faults/fault.h"

#include "ompt_abi/names.h"

#include <algorithm>
#include <fmt/format.h>

namespace cts::faults {
namespace {

using Kind = Value::Kind;

constexpr u64 garbage_number = 0x5ca1ab1e;
constexpr u64 unreadable_address = 0xdead00000bad0;
constexpr u64 wild_address = 0x7f0000123450;
constexpr u64 off_stack_address = 0x10203040;

// Numbers that are either true or false.
bool is_boolean(const Value &v) {
  constexpr std::string_view booleans[] = {"found", "pointer_matches", "canary_intact",
                                           "buffer_owned"};
  return std::find(std::begin(booleans), std::end(booleans), v.name) != std::end(booleans);
}

// The answer to a registration is an enumerator that the table shows as a number.
bool is_answer(const Value &v) { return std::string_view(v.name) == "answer"; }

// The next enumerator in the table, in a circle; another name of the same value does not count.
u64 neighbour(event::Enumeration set, u64 value, int step) {
  std::vector<u64> values;
  for (const auto &e : ompt_abi::info_of(set).enumerators)
    if (std::find(values.begin(), values.end(), e.value) == values.end())
      values.push_back(e.value);
  std::sort(values.begin(), values.end());
  const auto at = std::find(values.begin(), values.end(), value);
  if (at == values.end())
    return values.front();
  const auto count = static_cast<std::ptrdiff_t>(values.size());
  return values[static_cast<std::size_t>(((at - values.begin()) + step + count) % count)];
}

bool is_return_address(const Value &v) { return std::string_view(v.name) == "codeptr_ra"; }

// The nearest earlier event of this kind with another value of the field, or a later one. A return
// address must be one of the same function of the source or, if `what` says so, of another.
const Value *other_value(const History &history, u32 index, std::size_t field,
                         std::string_view what, std::unordered_map<u32, const Value *> &searched) {
  const Record &record = history.records()[index];
  const Value &own = record.values[field];
  const auto same = [&](const Value &v) {
    return v.number == own.number && v.text == own.text && v.frame.exit == own.frame.exit &&
           v.frame.enter == own.frame.enter;
  };
  const auto differs = [&](const Value &v) {
    if (v.kind == Kind::hex && v.number == 0) // a null address has a fault of its own
      return false;
    if (same(v))
      return false;
    return what == "another" ||
           history.same_function(own.number, v.number) == (what == "same_function");
  };
  // The value of another construct, not of the other end of the same construct.
  const auto same_kind = [&](const Record &r) {
    const Value *endpoint = record.find("endpoint");
    return r.code == record.code && (!endpoint || r.find("endpoint")->number == endpoint->number);
  };
  const auto &records = history.records();
  const auto holds_another = [&](u32 i) {
    return same_kind(records[i]) && differs(records[i].values[field]);
  };
  const auto search = [&]() -> const Value * {
    for (u32 i = index; i-- > 0;) {
      if (holds_another(i))
        return &records[i].values[field];
      // Equal values lead to equal results.
      if (const auto known = searched.find(i);
          known != searched.end() && same(records[i].values[field]))
        return known->second;
    }
    for (u32 i = index; i < records.size(); ++i)
      if (holds_another(i))
        return &records[i].values[field];
    return nullptr;
  };
  return searched[index] = search();
}

// The word of another entity: the latest one that began before this event.
u32 live_word(const History &history, u32 index, Entity entity, u32 own) {
  return history.entities(entity).live(index, own);
}

u32 dead_word(const History &history, u32 index, Entity entity, u32 own) {
  return history.entities(entity).dead(index, own);
}

Entity other_entity(Entity entity) {
  return entity == Entity::task ? Entity::parallel : Entity::task;
}

bool replace_word(const History &history, u32 index, Value &v, std::string_view what, Edit &edit) {
  const u32 own = v.pointer;
  const Word *word = history.word(own);
  const auto point_to = [&](u32 id) {
    if (id == 0)
      return false;
    v.pointer = id;
    if (v.kind == Kind::created)
      edit.touched.insert(edit.touched.end(), {own, id});
    else
      v.data = {id, 0, 0};
    return true;
  };
  const auto elsewhere = [&](Data data) {
    if (v.kind == Kind::created)
      edit.touched.push_back(own);
    v.pointer = 0;
    // The checker writes to writable words, so a fresh word gets the identifier nevertheless.
    if (v.kind == Kind::created && data.address == wild_address && v.data.id &&
        history.records()[index].begins())
      data.id = v.data.id;
    v.data = data;
    return true;
  };
  const Data before = v.data;
  if (what == "null")
    return !before.null() && elsewhere({});
  if (what == "unreadable")
    return elsewhere({0, unreadable_address, ~u64{0}});
  if (what == "other_word")
    return elsewhere({0, wild_address, 0});
  if (what == "another_live")
    return point_to(live_word(history, index, v.entity, own));
  if (what == "dead")
    return point_to(dead_word(history, index, v.entity, own));
  if (what == "wrong_kind")
    return point_to(live_word(history, index, other_entity(v.entity), own));
  if (!own || !word || word->created >= index)
    return false;
  if (what == "lost") {
    edit.overwritten.push_back({index, own, 0});
  } else {
    const u32 other = live_word(history, index, v.entity, own);
    if (!other)
      return false;
    edit.overwritten.push_back({index, own, identifier_word(other)});
  }
  edit.touched.push_back(own);
  return true;
}

bool replace_number(const History &history, u32 index, std::size_t field, Value &v,
                    std::string_view what, Edit &edit) {
  const u64 before = v.number;
  // A null address has no neighbour, which would be garbage, and no function.
  if (v.kind == Kind::hex && before == 0 &&
      (what == "plus_one" || what == "minus_one" || what.ends_with("_function")))
    return false;
  if (what == "zero")
    v.number = 0;
  else if (what == "plus_one")
    ++v.number;
  else if (what == "minus_one")
    --v.number;
  else if (what == "garbage")
    v.number = v.kind == Kind::flags ? v.number | 0x00010000 : garbage_number;
  else if (what == "flipped")
    v.number = !v.number;
  else if (what == "exchanged")
    v.number = v.number == ompt_abi::ompt_scope_begin ? ompt_abi::ompt_scope_end
                                                      : ompt_abi::ompt_scope_begin;
  else if (what == "next" || what == "previous")
    v.number = neighbour(v.set, v.number, what == "next" ? 1 : -1);
  else if (what.starts_with("toggled_"))
    v.number ^= *ompt_abi::parse(v.set, what.substr(8));
  else if (what.starts_with("is_"))
    v.number = *ompt_abi::parse(event::Enumeration::set_result, what.substr(3));
  else if (const Value *other = other_value(history, index, field, what, edit.searched))
    v.number = other->number;
  return v.number != before;
}

bool replace_frame(const History &history, u32 index, std::size_t field, Value &v,
                   std::string_view what, Edit &edit) {
  const Frame before = v.frame;
  Frame &f = v.frame;
  if (what == "null")
    f = {};
  else if (what == "cleared")
    f.exit = f.enter = 0;
  else if (what == "exit_cleared")
    f.exit = 0;
  else if (what == "enter_cleared")
    f.enter = 0;
  else if (what == "swapped")
    f = {f.address, f.enter, f.exit, f.enter_flags, f.exit_flags};
  else if (what == "off_stack") {
    f.exit = f.exit ? off_stack_address : 0;
    f.enter = f.enter ? off_stack_address + 64 : 0;
  } else if (what == "flags_zero")
    f.exit_flags = f.enter_flags = 0;
  else if (what == "flags_garbage")
    f.exit_flags = f.enter_flags = 0xee;
  else if (const Value *other = other_value(history, index, field, what, edit.searched))
    f = other->frame;
  return f.address != before.address || f.exit != before.exit || f.enter != before.enter ||
         f.exit_flags != before.exit_flags || f.enter_flags != before.enter_flags;
}

bool replace_text(const History &history, u32 index, std::size_t field, Value &v,
                  std::string_view what, Edit &edit) {
  const std::string before = v.text;
  if (what == "empty")
    v.text.clear();
  else if (what == "garbage")
    v.text = "\x01\xff\x7f%n";
  else if (const Value *other = other_value(history, index, field, what, edit.searched))
    v.text = other->text;
  return v.text != before;
}

bool replace_list(Value &v, std::string_view what) {
  if (v.list.empty())
    return false;
  if (what == "empty")
    v.list.clear();
  else if (what == "shorter")
    v.list.pop_back();
  else if (what == "garbage")
    v.list.front() = garbage_number;
  else if (what == "last_plus_one")
    ++v.list.back();
  else
    v.list.push_back(v.list.back());
  return true;
}

} // namespace

std::vector<std::string> replacements_for(const Value &v) {
  switch (v.kind) {
  case Kind::num:
    if (is_boolean(v))
      return {"flipped"};
    if (is_answer(v)) {
      std::vector<std::string> answers{"garbage"};
      for (const auto &e : ompt_abi::info_of(event::Enumeration::set_result).enumerators)
        answers.push_back(fmt::format("is_{}", e.name));
      return answers;
    }
    [[fallthrough]];
  case Kind::hex:
    if (is_return_address(v))
      return {"zero", "plus_one", "minus_one", "garbage", "same_function", "other_function"};
    return {"zero", "plus_one", "minus_one", "garbage", "another"};
  case Kind::enumeration:
    if (v.set == event::Enumeration::scope_endpoint)
      return {"zero", "garbage", "exchanged"};
    return {"zero", "garbage", "next", "previous"};
  case Kind::flags: {
    std::vector<std::string> toggles{"zero", "garbage"};
    for (const auto &e : ompt_abi::info_of(v.set).enumerators)
      toggles.push_back(fmt::format("toggled_{}", e.name));
    return toggles;
  }
  case Kind::ref:
    return {"null", "unreadable", "other_word", "another_live",
            "dead", "wrong_kind", "lost",       "shared"};
  case Kind::created:
    return {"null", "unreadable", "other_word", "another_live"};
  case Kind::frame:
    return {"null",    "cleared",   "exit_cleared", "enter_cleared", "swapped",
            "another", "off_stack", "flags_zero",   "flags_garbage"};
  case Kind::text:
    return {"empty", "garbage", "another"};
  case Kind::list:
    return {"empty", "shorter", "longer", "garbage", "last_plus_one"};
  }
  return {};
}

bool replace(const History &history, u32 index, std::size_t field, std::string_view what,
             Edit &edit) {
  Record changed = history.records()[index];
  Value &v = changed.values[field];
  const bool begun = changed.begins();
  const auto run = [&] {
    switch (v.kind) {
    case Kind::num:
    case Kind::hex:
    case Kind::enumeration:
    case Kind::flags:
      return replace_number(history, index, field, v, what, edit);
    case Kind::ref:
    case Kind::created:
      return replace_word(history, index, v, what, edit);
    case Kind::frame:
      return replace_frame(history, index, field, v, what, edit);
    case Kind::text:
      return replace_text(history, index, field, v, what, edit);
    case Kind::list:
      return replace_list(v, what);
    }
    return false;
  };
  if (!run())
    return false;
  // A begin that claims to be an end creates no entity, and an end that claims to be a begin
  // creates one.
  if (changed.begins() != begun)
    for (Value &word : changed.values)
      if (word.kind == Kind::created && word.pointer)
        edit.touched.push_back(word.pointer);
  // The metadata repeats both.
  if (changed.code == event::set_callback::event_code && changed.number("probe") == 0)
    edit.environment[fmt::format(
        "registered_{}", ompt_abi::render(event::Enumeration::callback, changed.number("event")))] =
        ompt_abi::render(event::Enumeration::set_result, changed.number("answer"));
  if (changed.code == event::start_tool::event_code)
    edit.environment["omp_version"] = std::to_string(changed.number("omp_version"));
  edit.list(history, index).front() = std::move(changed);
  return true;
}

} // namespace cts::faults
