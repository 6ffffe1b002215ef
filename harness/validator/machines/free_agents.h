// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Free-agent threads (6.0): threads outside every team that execute explicit tasks, and how many of
// them there may be (catalogue chapter schedule). Part of machines/schedule.
#pragma once

#include "validator/machines/machine.h"

#include <map>
#include <optional>

namespace cts {

// The initial value of free-agent-thread-limit-var, as Algorithm 4.1 (4.3.10) makes it of
// OMP_THREAD_LIMIT and OMP_THREADS_RESERVE; none where they leave it to the implementation.
std::optional<u64> free_agent_limit(std::string_view thread_limit,
                                    std::string_view threads_reserve);

class FreeAgents : Machine {
public:
  explicit FreeAgents(const Context &context);

  // What the thread executes has changed.
  void switched(const Here &here);

private:
  u32 contention_group(const Task &task) const;

  struct Agent {
    u32 group = 0; // its initial task; 0: not known
    EventRef since;
    u64 time = 0;
  };
  std::optional<u64> limit_;
  std::map<u32, Agent> agents_; // by thread
};

} // namespace cts
