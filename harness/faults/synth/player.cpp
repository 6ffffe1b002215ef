#include "faults/synth/player.h"

#include "faults/online/arguments.h"
#include "faults/synth/texts.h"
#include "system/checking.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace cts::synth {
namespace {

using namespace ompt_abi;
using faults::online::call_with_words;
using faults::online::parameter_of;
using Kind = Value::Kind;

constexpr std::size_t most_parameters = 16;
constexpr u64 stack_address = 0x7fff0000;
constexpr u64 read_only_address = 0x7a5ead000000;

// An address in a frame; one value means the calling thread's stack.
u64 frame_address(u64 address) {
  return address == stack_address ? reinterpret_cast<u64>(__builtin_frame_address(0)) : address;
}

// Whether the event shows the content of a device's buffer.
bool is_in_buffer(u8 code) {
  switch (code) {
  case event::device_record::event_code:
  case event::device_data_op_record::event_code:
  case event::device_kernel_record::event_code:
  case event::device_native_record::event_code:
  case event::buffer_read::event_code:
    return true;
  default:
    return false;
  }
}

} // namespace

Player &Player::instance() {
  // Never destroyed: one of its own threads may end the program.
  static Player &player = *new Player;
  return player;
}

const std::vector<const Record *> &Player::scripted(u8 code) const {
  static const std::vector<const Record *> none;
  const auto at = scripted_.find(code);
  return at == scripted_.end() ? none : at->second;
}

bool Player::withholds(u8 code, std::string_view entry_point, const char *field) const {
  return std::ranges::any_of(scripted(code), [&](const Record *record) {
    return record->find("entry_point")->text == entry_point && !record->number(field);
  });
}

u64 Player::word_for(const Value &value) {
  if (!value.pointer)
    return value.data.address;
  return reinterpret_cast<u64>(&words_[value.pointer]);
}

bool Player::start(ompt_start_tool_result_t *tool, const faults::History &history) {
  tool_ = tool;
  make_read_only_page(read_only_address);
  for (const Record &record : history.records())
    scripted_[record.code].push_back(&record);
  const auto &given = scripted(event::tool_initialize::event_code);
  const int device = given.empty() ? 0 : static_cast<int>(given.front()->values[0].number);
  return tool_->initialize(lookup, device, &tool_->tool_data) != 0;
}

void Player::finalize() {
  if (!finalized_)
    tool_->finalize(&tool_->tool_data);
  finalized_ = true;
}

void Player::play(const faults::History &history) {
  std::set<u32> in_buffer; // already
  for (u32 i = 0; i < history.records().size(); ++i) {
    const Record &record = history.records()[i];
    current_ = record.thread;
    if (in_buffer.contains(i))
      continue;
    for (const u32 index : read_from(history, i)) {
      step(history.records()[index]);
      in_buffer.insert(index);
    }
    threads_.run(record.thread, [&] {
      here = &answers_[current_];
      step(record);
    });
    if (history.threads().at(record.thread).back() == i)
      threads_.end(record.thread);
  }
}

// A trace has a buffer's contents after the buffer's completion, a scenario before it.
std::vector<u32> Player::read_from(const faults::History &history, u32 completion) {
  const Record &record = history.records()[completion];
  std::vector<u32> found;
  if (record.code != event::buffer_complete::event_code ||
      !device(record.number("device_num")).is_empty())
    return found;
  const auto &stream = history.threads().at(record.thread);
  for (u32 at = history.position(completion) + 1; at < stream.size(); ++at) {
    const u8 code = history.records()[stream[at]].code;
    if (is_in_buffer(code))
      found.push_back(stream[at]);
    else if (code != event::device_entry_point::event_code)
      break;
  }
  return found;
}

void Player::step(const Record &record) {
  switch (record.code) {
  case event::probe_thread::event_code:
    answers().thread = &record;
    return;
  case event::probe_task::event_code:
    answers().tasks[record.find("level")->number] = &record;
    return;
  case event::probe_parallel::event_code:
    answers().parallels[record.find("level")->number] = &record;
    return;
  case event::probe_places::event_code:
    answers().places = &record;
    return;
  case event::probe_target::event_code:
    answers().target = &record;
    return;
  case event::tool_finalize::event_code:
    finalize();
    return;
  case event::note::event_code:
    if (record.find("where")->text != "synth")
      note(record);
    else if (record.find("text")->text == "threads")
      many_threads(record.find("values")->list);
    else if (const std::string &text = record.find("text")->text; text.ends_with("holds"))
      hold(text == "program holds", record.find("values")->list.at(0));
    else if (record.find("text")->text == "exit")
      exits = true;
    return;
  case event::buffer_request::event_code:
  case event::buffer_complete::event_code:
    break;
  default:
    if (record.code <= event::last_callback)
      dispatch(record);
    if (!is_in_buffer(record.code))
      return;
  }
  device(record.number("device_num")).step(record, [this](u64 w) { return before(w); });
}

// Storage for an array or a chunk, as long as the player lives.
u64 Player::storage_for(const Record &record, const Value &value, std::vector<u64> &words) {
  auto &array = arrays_.emplace_back(value.list);
  if (record.code == event::dependences::event_code) {
    // Two words each, as ompt_dependence_t has them: its enumerator fills the lower half.
    static_assert(sizeof(ompt_dependence_t) == 16);
  } else if (record.code == event::target_map::event_code ||
             record.code == event::target_map_emi::event_code) {
    for (std::size_t column = 0; column < 4; ++column) {
      auto &split = arrays_.emplace_back();
      for (std::size_t i = column; i < value.list.size(); i += 4)
        split.push_back(value.list[i]);
      if (column == 3) { // 32 bits each
        auto &flags = arrays_.emplace_back((split.size() + 1) / 2);
        for (std::size_t i = 0; i < split.size(); ++i)
          reinterpret_cast<unsigned *>(flags.data())[i] = static_cast<unsigned>(split[i]);
        words[2 + column] = reinterpret_cast<u64>(flags.data());
      } else {
        words[2 + column] = reinterpret_cast<u64>(split.data());
      }
    }
    return words[2];
  }
  return array.empty() ? 0 : reinterpret_cast<u64>(array.data());
}

u64 Player::before(u64 value) const {
  if (!is_identifier_word(value))
    return value;
  const auto at = words_.find(static_cast<u32>(value));
  return at == words_.end() ? 0 : at->second.value;
}

std::vector<u64> Player::arguments(const Record &record) {
  std::vector<u64> words(most_parameters);
  for (std::size_t i = 0; i < record.values.size(); ++i) {
    const Value &v = record.values[i];
    u64 &word = words[parameter_of(record.code, i)];
    switch (v.kind) {
    case Kind::ref:
      word = word_for(v);
      break;
    case Kind::created:
      word = word_for(v);
      if (v.pointer && record.begins())
        words_[v.pointer].value = before(v.data.value);
      break;
    case Kind::frame:
      word = 0;
      if (v.frame.address) {
        auto &frame = frames_.emplace_back();
        frame.exit_frame.value = frame_address(v.frame.exit);
        frame.enter_frame.value = frame_address(v.frame.enter);
        frame.exit_frame_flags = static_cast<int>(v.frame.exit_flags);
        frame.enter_frame_flags = static_cast<int>(v.frame.enter_flags);
        word = reinterpret_cast<u64>(&frame);
      }
      break;
    case Kind::text:
      word = reinterpret_cast<u64>(text_for(v.text));
      break;
    case Kind::list:
      // A chunk is not a parameter: the instance points at it.
      if (record.code == event::dispatch::event_code) {
        if (!v.list.empty())
          words[3] = storage_for(record, v, words);
      } else {
        word = storage_for(record, v, words);
      }
      break;
    default:
      word = v.number;
    }
  }
  return words;
}

void Player::dispatch(const Record &record) {
  if (!callbacks[record.code])
    return;
  std::vector<u64> words = arguments(record);
  if (record.code == event::device_initialize::event_code) {
    if (words[2])
      words[2] = record.number("device_num") + 1; // its handle, for the device's entry points
    if (words[3])
      words[3] = reinterpret_cast<u64>(&device_lookup);
  }
  switch (record.code) {
#define OMPT_CALLBACK(number, name, since, deprecated, removed, signature, m50, m51, m52, m60)     \
  case ompt_callback_##name:                                                                       \
    call_with_words<signature>(callbacks[record.code], words);                                     \
    break;
#include "ompt_abi/callbacks.def"
  }
}

// A note of the program, as a test program writes it (suites/include/cts.h).
void Player::note(const Record &record) {
  using Sink = void (*)(int, const char *, const char *, const char *, const void *, std::size_t,
                        const long long *);
  static const auto sink = reinterpret_cast<Sink>(symbol_in(nullptr, "ompt_cts_note"));
  const auto text = [&](const char *name) { return record.find(name)->text.c_str(); };
  const auto &values = record.find("values")->list;
  if (sink)
    sink(static_cast<int>(record.find("kind")->number), text("where"), text("rule"), text("text"),
         reinterpret_cast<const void *>(record.find("frame")->number), values.size(),
         reinterpret_cast<const long long *>(values.data()));
}

// Stays in the program's code or in the runtime's until this many more samples have been taken.
void Player::hold(bool in_program, u64 samples) {
  using Taken = const volatile unsigned long long *(*)();
  using Hold = void (*)(const volatile unsigned long long *, unsigned long long);
  const auto taken = reinterpret_cast<Taken>(symbol_in(nullptr, "ompt_cts_sample_count"));
  const auto program = reinterpret_cast<Hold>(symbol_in(nullptr, "synth_program_holds"));
  const volatile unsigned long long *count = taken ? taken() : nullptr;
  if (!count)
    return;
  if (in_program)
    program(count, *count + samples);
  else
    for (const unsigned long long enough = *count + samples; *count < enough;) {
    }
}

// The number of threads; optionally the number at a time, and the number of flushes of each.
void Player::many_threads(const std::vector<u64> &values) {
  const auto value = [&](std::size_t i, u64 otherwise) {
    return i < values.size() ? values[i] : otherwise;
  };
  const u64 count = value(0, 0), together = std::max<u64>(value(1, 1), 1), flushes = value(2, 0);
  const auto begin =
      reinterpret_cast<ompt_callback_thread_begin_t>(callbacks[ompt_callback_thread_begin]);
  const auto flush = reinterpret_cast<ompt_callback_flush_t>(callbacks[ompt_callback_flush]);
  const auto end =
      reinterpret_cast<ompt_callback_thread_end_t>(callbacks[ompt_callback_thread_end]);
  const auto life = [=] {
    ompt_data_t word{};
    if (begin)
      begin(ompt_thread_worker, &word);
    for (u64 i = 0; flush && i < flushes; ++i)
      flush(&word, nullptr);
    if (end)
      end(&word);
  };
  std::vector<std::thread> alive;
  for (u64 begun = 0; begun < count;) {
    while (begun < count && alive.size() < together) {
      alive.emplace_back(life);
      ++begun;
    }
    for (std::thread &thread : alive)
      thread.join();
    alive.clear();
  }
}

} // namespace cts::synth
