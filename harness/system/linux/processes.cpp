// trace/processes.h, from /proc.
#include "trace/processes.h"

#include "trace/text_buffer.h"

namespace cts {
namespace {

// A number of /proc/PID/stat, as proc(5) counts them.
u64 process_stat(int wanted, const char *stat) {
  const int file = kernel::open_to_read(stat);
  if (file < 0)
    return 0;
  const Scratch memory;
  const char *text = memory.as<char>();
  const long got = kernel::read(file, memory.as<char>(), Scratch::bytes);
  kernel::close(file);
  if (got <= 0)
    return 0;
  // The second field is the program's name in parentheses, with any characters.
  long at = got;
  while (at > 0 && text[at - 1] != ')')
    --at;
  if (at + 1 < got && (text[at + 1] == 'Z' || text[at + 1] == 'X'))
    return 0;
  int field = 1;
  for (; at < got && field < wanted - 1; ++at)
    field += text[at] == ' ';
  u64 number = 0;
  for (; at < got && text[at] >= '0' && text[at] <= '9'; ++at)
    number = number * 10 + static_cast<u64>(text[at] - '0');
  return number;
}

} // namespace

u64 process_start() { return process_stat(22, "/proc/self/stat"); }
u64 process_start(u32 process) { return process_stat(22, Text("/proc/", u64{process}, "/stat")); }

u64 process_image() { return process_stat(28, "/proc/self/stat"); } // the begin of the stack

} // namespace cts
