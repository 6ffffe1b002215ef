// For `ompt-cts explain` and the site: prints the machines' tables as diagrams ("== source title",
// then Mermaid). With --order it prints the machines that see each event, and their hooks, as
// Markdown tables.
#include "validator/machines/all.h"
#include "validator/machines/host/barriers.h"
#include "validator/machines/host/mutex.h"
#include "validator/machines/host/reduction.h"
#include "validator/machines/host/sync.h"
#include "validator/machines/host/work.h"
#include "validator/machines/target/devices.h"
#include "validator/machines/tasking/schedule.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace {

using namespace cts;

template <class M, class E> constexpr bool sees = requires(M &m, const Here &here, const E &e) {
  m.on(here, e);
};

template <class M> consteval bool takes(u8 code) {
  if constexpr (requires { M::taken; })
    return std::ranges::find(M::taken, code) != M::taken.end();
  return false;
}

void event_table() {
  std::printf("| event | machines, in this order |\n|---|---|\n");
  event::for_each([]<class E>(E) {
    std::printf("| `%.*s` |", static_cast<int>(E::event_label.size()), E::event_label.data());
    [[maybe_unused]] const char *separator = " ";
#define CTS_MACHINE(type, name, ...)                                                               \
  if constexpr (sees<type, E> || takes<type>(E::event_code)) {                                     \
    std::printf("%s" #name, separator);                                                            \
    separator = ", ";                                                                              \
  }
#include "validator/machines/machines.def"
    std::printf(" |\n");
  });
}

// An event that every hook with an event's type takes, if the machine has it.
using Any = event::parallel_end;

template <class M> void hooks(const char *name) {
  std::printf("| %s |", name);
  const auto cell = [](bool has) { std::printf(has ? " x |" : " |"); };
  cell(requires(M & m, const RawEvent &raw) { m.takes(raw); });
  cell(requires(M & m, const Any &e) { m.ready(e); });
  cell(requires(M & m, const Here &here) { m.before(here); });
  cell(
      requires(M & m, const Here &here) { m.callback(here); } ||
      requires(M & m, const Here &here, const Any &e) { m.callback(here, e); });
  cell(requires(M & m) { m.at_end(); });
  cell(requires(M & m) { m.problem(); });
  std::printf("\n");
}

void hook_table() {
  std::printf("| machine | takes | ready | before | callback | at_end | problem "
              "|\n|---|---|---|---|---|---|---|\n");
#define CTS_MACHINE(type, name, ...) hooks<type>(#name);
#include "validator/machines/machines.def"
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--order") {
    event_table();
    std::printf("\n");
    hook_table();
    return 0;
  }
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
  show("reduction A reduction of a task", reduction_diagram());
  show("devices A device", device_diagram());
}
