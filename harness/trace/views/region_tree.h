// A trace as the nested regions and tasks of the program: the contents of the regions view.
#pragma once

#include "trace/views/view.h"

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace cts::view {

// A region, a task or a single event. Choices of the runtime or the scheduler are left out.
struct Region {
  std::string name;    // "parallel", "implicit-task", "single", "task", …
  char letter = 0;     // of entities with printed numbers: P, T, R, M; else 0
  u64 entity = 0;      // equal for equal entities; printed numbers differ
  std::string details; // " requested=3"
  u32 team = 0;        // of a parallel region or league: its size from the members' events
  u64 code = 0;        // return address of the construct, or 0
  i32 member = -1;     // an implicit task's index in its team

  bool placed = false;
  bool ended = false;       // by its own events; what is inside may go on
  Region *parent = nullptr; // null for a root
  std::vector<Region *> children;

  // Used while the tree is built. A task: its current regions, innermost last; a team's member: the
  // number of shared regions so far; a parallel region: those regions, each once a member.
  std::vector<Region *> open;
  u32 shared_met = 0;
  std::vector<std::vector<Region *>> shared;
  Region *outer = nullptr; // the task that continues at the end of this one
};

struct Tree {
  std::deque<Region> regions;
  std::vector<Region *> spare; // those of `regions` that are not in the tree any more
  std::vector<Region *> roots; // initial tasks
  std::string damage;          // of the trace, if it could not be read to its end
};

// Takes a region of the first initial task whose contents have all ended; they come in order.
using Receiver = std::function<void(Region &first, Region &whole)>;

// Reads the whole trace. Beyond `most` regions, those that have ended go to the receiver, and the
// tree forgets them; the rest of the memory grows with the trace.
Tree make_tree(const Trace &trace, TreeOptions options, const Receiver &receiver, std::size_t most);

} // namespace cts::view
