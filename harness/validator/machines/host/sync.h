// Sync regions (barriers, taskwait, taskgroup) and the waiting in them: outside, inside, waiting
// (catalogue chapter sync). machines/tasking/task_sync has the awaited tasks,
// machines/host/barriers the closing barrier of a region, machines/host/team the common sequence of
// a team.
#pragma once

#include "rules/sync.h"
#include "validator/machines/host/barriers.h"
#include "validator/machines/host/regions.h"
#include "validator/machines/tasking/task_sync.h"

namespace cts {

enum class SyncState : u8 { outside, inside, waiting, count };
enum class SyncStep : u8 { begin, wait_begin, wait_end, end, count };

// The state for one region; a taskgroup may contain other regions with states of their own.
inline constexpr std::array<Transition<SyncState, SyncStep>, 12> sync_rows = {{
    {SyncState::outside, SyncStep::begin, SyncState::inside},
    {SyncState::outside, SyncStep::wait_begin, SyncState::outside, rule::sync_wait_inside},
    {SyncState::outside, SyncStep::wait_end, SyncState::outside, rule::sync_wait_inside},
    {SyncState::outside, SyncStep::end, SyncState::outside, rule::sync_pair},
    {SyncState::inside, SyncStep::begin, SyncState::inside, rule::sync_pair},
    {SyncState::inside, SyncStep::wait_begin, SyncState::waiting},
    {SyncState::inside, SyncStep::wait_end, SyncState::inside, rule::sync_wait_pair},
    {SyncState::inside, SyncStep::end, SyncState::outside},
    {SyncState::waiting, SyncStep::begin, SyncState::inside, rule::sync_pair},
    {SyncState::waiting, SyncStep::wait_begin, SyncState::waiting, rule::sync_wait_pair},
    {SyncState::waiting, SyncStep::wait_end, SyncState::inside},
    {SyncState::waiting, SyncStep::end, SyncState::outside, rule::sync_wait_pair},
}};
std::string sync_diagram();

class Sync : Machine {
public:
  Sync(const Context &context, Regions &regions, Teams &teams, Barriers &barriers,
       TaskSync &task_sync)
      : Machine(context), regions_(regions), teams_(teams), barriers_(barriers),
        task_sync_(task_sync) {}

  void on(const Here &here, const event::sync_region &e);
  void on(const Here &here, const event::sync_region_wait &e);
  // A taskwait with dependences waits for some tasks only.
  void on(const Here &here, const event::dependences &e);

private:
  void judge_kind(const Here &here, u32 kind);
  void begin(const Here &here, const event::sync_region &e);
  void end(const Here &here, const event::sync_region &e);

  Regions &regions_;
  Teams &teams_;
  Barriers &barriers_;
  TaskSync &task_sync_;
};

} // namespace cts
