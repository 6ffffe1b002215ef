// Dispatches inside work regions: sections, chunks, iterations (catalogue chapters dispatch, work
// and taskloop).
#pragma once

#include "validator/machines/host/work.h"

namespace cts {

class Dispatch : Machine {
public:
  Dispatch(const Context &context, Regions &regions, Teams &teams, Work &work)
      : Machine(context), regions_(regions), teams_(teams), work_(work) {}

  void on(const Here &here, const event::dispatch &e);

private:
  bool inside_distribute(const Task &task) const;
  void judge_chunk(const event::dispatch &e, const Task &task, const OpenRegion &region);
  void judge_taskloop_chunk(const event::dispatch &e, const Task &task);
  void judge_apart(Rule rule, const Task &task, Teams::Chunk chunk, DispatchedIterations &chunks,
                   u64 count, EventRef begin);
  void judge_league_chunk(const event::dispatch &e, const Task &task, const OpenRegion &region);

  Regions &regions_;
  Teams &teams_;
  Work &work_;
};

} // namespace cts
