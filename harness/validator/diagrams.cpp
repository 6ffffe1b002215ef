// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the machines' tables as diagrams, for machine_pages.py: "== source title", then Mermaid.
#include "validator/machines/barriers.h"
#include "validator/machines/devices.h"
#include "validator/machines/masked.h"
#include "validator/machines/mutex.h"
#include "validator/machines/schedule.h"
#include "validator/machines/sync.h"
#include "validator/machines/work.h"

#include <cstdio>

int main() {
  using namespace cts;
  const auto show = [](const char *title, const std::string &diagram) {
    std::printf("== %s\n%s", title, diagram.c_str());
  };
  show("schedule An explicit task's life",
       diagram(schedule::life, schedule::life_names, schedule::step_names));
  show("mutex What a thread asks for",
       diagram(mutex::requests, mutex::request_names, mutex::then_names));
  show("mutex A mutex that is held", diagram(mutex::holds, mutex::hold_names, mutex::step_names));
  show("sync A synchronization region of a task", sync_diagram());
  show("barriers The barrier that closes a parallel region", closing_diagram());
  show("work A worksharing region of a task", work_diagram());
  show("masked A reduction of a task", reduction_diagram());
  show("devices A device", device_diagram());
}
