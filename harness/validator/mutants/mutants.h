// mutate.py puts these into copies of the machines: places that can be switched to do something
// else. One build holds all mutants; `active` says which of them is alive, 0 none.
#pragma once

#include "trace/types.h"

#include <optional>
#include <vector>

namespace cts::mutants {

extern u32 active;
extern std::vector<bool> reached; // by number

inline bool alive(u32 number) {
  reached[number] = true;
  return active == number;
}

// `a ==Turn{7}== b` is `a == b`, and with mutant 7 `a != b`. The same for the other comparisons:
// turned from one with to one without equality.
struct Turn {
  u32 number;
};
template <class A> struct Left {
  const A &value;
  u32 number;
};
template <class A> Left<A> operator==(const A &a, Turn turn) { return {a, turn.number}; }
template <class A> Left<A> operator!=(const A &a, Turn turn) { return {a, turn.number}; }
template <class A> Left<A> operator<(const A &a, Turn turn) { return {a, turn.number}; }
template <class A> Left<A> operator>(const A &a, Turn turn) { return {a, turn.number}; }
template <class A> Left<A> operator<=(const A &a, Turn turn) { return {a, turn.number}; }
template <class A> Left<A> operator>=(const A &a, Turn turn) { return {a, turn.number}; }
template <class A, class B> bool operator==(const Left<A> &a, const B &b) {
  return alive(a.number) ? a.value != b : a.value == b;
}
template <class A, class B> bool operator!=(const Left<A> &a, const B &b) {
  return alive(a.number) ? a.value == b : a.value != b;
}
template <class A, class B> bool operator<(const Left<A> &a, const B &b) {
  return alive(a.number) ? a.value <= b : a.value < b;
}
template <class A, class B> bool operator>(const Left<A> &a, const B &b) {
  return alive(a.number) ? a.value >= b : a.value > b;
}
template <class A, class B> bool operator<=(const Left<A> &a, const B &b) {
  return alive(a.number) ? a.value < b : a.value <= b;
}
template <class A, class B> bool operator>=(const Left<A> &a, const B &b) {
  return alive(a.number) ? a.value > b : a.value >= b;
}

// An optional value can itself be compared with anything.
template <class A, class B> bool operator==(const Left<A> &a, const std::optional<B> &b) {
  return alive(a.number) ? a.value != b : a.value == b;
}
template <class A, class B> bool operator!=(const Left<A> &a, const std::optional<B> &b) {
  return alive(a.number) ? a.value == b : a.value != b;
}

// `Not{8} ^ condition` is the condition, and with mutant 8 its opposite.
struct Not {
  u32 number;
};
template <class T> bool operator^(Not mutant, const T &condition) {
  return alive(mutant.number) != static_cast<bool>(condition);
}

} // namespace cts::mutants
