#include "faults/online/callbacks.h"

#include "faults/online/arguments.h"
#include "faults/online/spec.h"
#include "ompt_abi/names.h"

#include <array>
#include <functional>
#include <thread>
#include <utility>

namespace cts::faults::online {
namespace {

using namespace ompt_abi;

std::array<ompt_callback_t, 64> checkers_callbacks;
// Never destroyed: the tool is finalized while the process ends.
std::function<void()> &put_off_to_the_end = *new std::function<void()>;
thread_local std::function<void()> put_off_by_one;

std::string variant_of(u8 code, std::span<const u64> words) {
  constexpr u64 task_type_bits = 0x1f;
  std::string variant;
  const auto fields = fields_of(code);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const FieldInfo &field = fields[i];
    if (field.kind != FieldInfo::Kind::enumeration && field.kind != FieldInfo::Kind::flags)
      continue;
    const u64 value = static_cast<u32>(words[parameter_of(code, i)]);
    variant += variant.empty() ? "" : "/";
    variant += render(field.set,
                      field.set == event::Enumeration::task_flag ? value & task_type_bits : value);
  }
  return variant;
}

void break_field(u8 code, std::span<u64> words) {
  const auto fields = fields_of(code);
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == spec().field()) {
      u64 &word = words[parameter_of(code, i)];
      if (spec().what() == "lost")
        reinterpret_cast<ompt_data_t *>(word)->value = 0;
      else
        word = broken_value(fields[i], spec().what(), word);
    }
}

// The effect of the fault on an event that it hits, as calls of `forward`.
template <class Call> void misplace(const std::string &what, const Call &forward) {
  if (what == "dropped")
    return;
  if (what == "on_other_thread") {
    std::thread(forward).join();
  } else if (what == "swapped_with_next") {
    put_off_by_one = forward;
  } else {
    forward();
    if (what == "duplicated")
      forward();
    else if (what == "after_finalization")
      put_off_to_the_end = forward;
  }
}

template <unsigned code, class Signature> struct StandIn;
template <unsigned code, class R, class... Args> struct StandIn<code, R (*)(Args...)> {
  static R call(Args... args) {
    std::array<u64, sizeof...(Args)> words{to_word(args)...};
    const bool hit = spec().breaks(code) && spec().hits(code, variant_of(code, words));
    if (hit && !spec().field().empty())
      break_field(code, words);
    const auto forward = [words] {
      return call_with_words<R (*)(Args...)>(checkers_callbacks[code], words);
    };
    if (hit && spec().field().empty()) {
      misplace(spec().what(), [forward] { (void)forward(); });
      return R();
    }
    const auto late = std::exchange(put_off_by_one, nullptr);
    if constexpr (std::is_void_v<R>) {
      forward();
      if (late)
        late();
    } else {
      return forward();
    }
  }
};

} // namespace

ompt_callback_t stand_in(unsigned code, ompt_callback_t checkers) {
  if (code >= checkers_callbacks.size())
    return checkers;
  checkers_callbacks[code] = checkers;
  if (!checkers)
    return nullptr;
  switch (code) {
#define OMPT_CALLBACK(number, name, since, deprecated, removed, signature, m50, m51, m52, m60)     \
  case ompt_callback_##name:                                                                       \
    return reinterpret_cast<ompt_callback_t>(&StandIn<ompt_callback_##name, signature>::call);
#include "ompt_abi/callbacks.def"
  default:
    return checkers;
  }
}

ompt_callback_t kept_callback(unsigned code) {
  return code < checkers_callbacks.size() ? checkers_callbacks[code] : nullptr;
}

void after_finalization() {
  if (put_off_to_the_end)
    put_off_to_the_end();
}

void before_initialization(unsigned code) {
  static constexpr std::array<u64, 16> nothing{};
  switch (code) {
#define OMPT_CALLBACK(number, name, since, deprecated, removed, signature, m50, m51, m52, m60)     \
  case ompt_callback_##name:                                                                       \
    call_with_words<signature>(checkers_callbacks[code], nothing);                                 \
    break;
#include "ompt_abi/callbacks.def"
  }
}

} // namespace cts::faults::online
