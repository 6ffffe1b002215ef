// Arguments of callbacks as 64-bit words, so that one function can handle every callback.
#pragma once

#include "ompt_abi/ompt_abi.h"
#include "trace/events.h"

#include <span>
#include <utility>

namespace cts::faults::online {

template <class T> u64 to_word(T value) {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<u64>(value);
  else if constexpr (std::is_same_v<T, ompt_abi::ompt_data_t>)
    return value.value;
  else
    return static_cast<u64>(value);
}

template <class T> T from_word(u64 word) {
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<T>(word);
  } else if constexpr (std::is_same_v<T, ompt_abi::ompt_data_t>) {
    ompt_abi::ompt_data_t data;
    data.value = word;
    return data;
  } else {
    return static_cast<T>(word);
  }
}

// The parameter for a field of the event, if the table's order differs from the signature's, or one
// list is several arrays.
inline std::size_t parameter_of(u8 code, std::size_t field) {
  constexpr std::size_t codeptr_of_map = 6;
  if (code == event::dependences::event_code)
    return field == 1 ? 2 : field == 2 ? 1 : field;
  if (code == event::target_map::event_code || code == event::target_map_emi::event_code)
    return field == 3 ? codeptr_of_map : field;
  return field;
}

// Calls the function with the words as its arguments.
template <class Signature> struct CallWithWords;
template <class R, class... Args> struct CallWithWords<R (*)(Args...)> {
  template <std::size_t... i>
  static R call(ompt_abi::ompt_callback_t function, std::span<const u64> words,
                std::index_sequence<i...>) {
    return reinterpret_cast<R (*)(Args...)>(function)(from_word<Args>(words[i])...);
  }
  static R call(ompt_abi::ompt_callback_t function, std::span<const u64> words) {
    return call(function, words, std::index_sequence_for<Args...>());
  }
};
template <class Signature>
auto call_with_words(ompt_abi::ompt_callback_t function, std::span<const u64> words) {
  return CallWithWords<Signature>::call(function, words);
}

} // namespace cts::faults::online
