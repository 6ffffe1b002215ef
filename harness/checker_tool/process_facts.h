// Facts about the checker's own process.
#pragma once

#include "trace/text_buffer.h"

namespace cts {

// The text of info/process (docs/trace-format.md): NAME=VALUE, a zero byte after each.
Text process_facts(bool forked);

// The executable file, links resolved; empty if the system does not tell.
Text executable();

// The numbers by which the system tells the file's content from another: device, file, size, last
// changes of the content and of the file; empty if it does not tell.
Text identity_of_file(const char *path);

// The number of processors that the process may use.
u32 processors();

// The command line, with blanks between the words.
Text command_line();

// The machine's name in its network, and the system's name with its release and its machine.
Text host_name();
Text system_name();

// The system's text for an error's negative number: those of a folder.
Text reason(int error);

// The executable mappings of the process at one moment.
class CodeMappings {
public:
  CodeMappings();
  bool known() const { return !text_.view().empty(); }
  // Whether the address lies in one of them; true if the mappings are unknown.
  bool hold(const void *address) const;
  template <class F> bool hold(F *function) const {
    return hold(reinterpret_cast<const void *>(function));
  }
  // Calls f with each line, as in /proc/self/maps.
  template <class F> void for_each_line(F &&f) const {
    std::string_view rest = text_.view();
    while (!rest.empty()) {
      const std::string_view line = part_of(rest, 0, rest.find('\n'));
      rest.remove_prefix(line.size() < rest.size() ? line.size() + 1 : rest.size());
      f(line);
    }
  }

private:
  Text text_;
};

} // namespace cts
