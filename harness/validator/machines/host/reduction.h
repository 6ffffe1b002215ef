// The intervals of reductions: begun, ended (catalogue chapter reduction).
#pragma once

#include "rules/reduction.h"
#include "validator/machines/host/regions.h"
#include "validator/machines/transitions.h"

namespace cts {

enum class ReductionState : u8 { outside, inside, count };
enum class ReductionStep : u8 { begin, schedule, end, count };

inline constexpr std::array<Transition<ReductionState, ReductionStep>, 6> reduction_rows = {{
    {ReductionState::outside, ReductionStep::begin, ReductionState::inside},
    {ReductionState::outside, ReductionStep::schedule, ReductionState::outside},
    {ReductionState::outside, ReductionStep::end, ReductionState::outside, rule::reduction_pair},
    {ReductionState::inside, ReductionStep::begin, ReductionState::inside},
    {ReductionState::inside, ReductionStep::schedule, ReductionState::inside,
     rule::reduction_no_scheduling_point},
    {ReductionState::inside, ReductionStep::end, ReductionState::outside},
}};
std::string reduction_diagram();

class Reductions : Machine {
public:
  Reductions(const Context &context, Regions &regions) : Machine(context), regions_(regions) {}

  void on(const Here &here, const event::reduction &e);
  void on(const Here &here, const event::task_schedule &e);

private:
  Regions &regions_;
};

} // namespace cts
