// The circumstances of a finding, which an entry of expectations/ may use as a condition.
#pragma once

#include "trace/types.h"

#include <string_view>
#include <vector>

namespace cts {

struct Thread;
class World;

enum class Circumstance : u8 {
#define CTS_CIRCUMSTANCE(name, text) name,
#include "validator/circumstances.def"
};

// A set of circumstances: one bit each.
using Circumstances = u64;
constexpr Circumstances bit(Circumstance one) { return u64{1} << static_cast<u8>(one); }
std::vector<std::string_view> names_of(Circumstances set);

// The circumstances that hold on a thread now; of those that are known already, any may be left
// out.
Circumstances circumstances_on(const World &world, const Thread &thread, Circumstances known = 0);

} // namespace cts
