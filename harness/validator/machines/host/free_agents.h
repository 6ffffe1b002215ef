// Free-agent threads (6.0), which execute explicit tasks outside every team, and the limit on their
// number (catalogue chapter schedule). Part of machines/tasking/schedule.
#pragma once

#include "validator/machines/machine.h"

#include <optional>
#include <vector>

namespace cts {

// The initial value of free-agent-thread-limit-var by Algorithm 4.1 (4.3.10) from OMP_THREAD_LIMIT
// and OMP_THREADS_RESERVE; none if they leave it to the implementation.
std::optional<u64> free_agent_limit(std::string_view thread_limit,
                                    std::string_view threads_reserve);

class FreeAgents : Machine {
public:
  explicit FreeAgents(const Context &context);

  // The thread's current task has changed.
  void switched(const Here &here);
  // Any event of a thread: a free agent still is one.
  void goes_on(const Here &here) {
    if (!agents_.empty()) [[unlikely]]
      proves(here);
  }

private:
  // A thread that was certainly a free agent from its first event as one until its latest. The
  // thread may report late that it has stopped.
  struct Agent {
    u32 thread = 0;
    u32 group = 0; // its initial task; 0: not known
    EventRef since;
    u64 from = 0, until = 0;
    bool stopped = false;
  };

  Agent *running(u32 thread);
  void proves(const Here &here);
  void judge_moment(const Agent &latest);

  std::optional<u64> limit_;
  std::vector<Agent> agents_; // in the order in which they began
  bool said_ = false;
};

} // namespace cts
