// A trace as the nest of regions and tasks that the program is: what the regions view prints.
#pragma once

#include "trace/views/view.h"

#include <deque>
#include <string>
#include <vector>

namespace cts::view {

// A region, a task or a single event. What the runtime or the scheduler was free to choose is not
// in it.
struct Region {
  std::string name;    // "parallel", "implicit-task", "single", "task", …
  char letter = 0;     // of what is numbered when it is printed: P, T, R, M; else 0
  u64 entity = 0;      // equal for equal entities; the numbers shown are others
  std::string details; // " requested=3"
  u32 team = 0;        // of a parallel region or league: its size as the members heard it
  u64 code = 0;        // return address of the construct, or 0
  i32 member = -1;     // an implicit task's index in its team

  bool placed = false;
  Region *parent = nullptr; // null for a root
  std::vector<Region *> children;

  // While the tree is made. A task: the regions that it is in, innermost last; a team's member: how
  // many shared regions it has met; a parallel region: those regions, each once a member.
  std::vector<Region *> open;
  u32 shared_met = 0;
  std::vector<std::vector<Region *>> shared;
  Region *outer = nullptr; // the task that goes on where this one ends
};

struct Tree {
  std::deque<Region> regions;
  std::vector<Region *> roots; // initial tasks
  std::string damage;          // the trace's, if it could not be read to its end
};

// Reads the whole trace; memory grows with it.
Tree make_tree(const Trace &trace, TreeOptions options);

} // namespace cts::view
