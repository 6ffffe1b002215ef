#include "faults/synth/texts.h"

#include "trace/types.h"

#include <cstring>
#include <sys/mman.h>

namespace cts::synth {
namespace {

constexpr u64 unreadable_address = 0xdead00000bad0;

// Letters up to the end of the readable memory.
u64 endless_text() {
  constexpr std::size_t page = 4096;
  void *pages =
      ::mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::memset(pages, 'x', page);
  ::mprotect(static_cast<char *>(pages) + page, page, PROT_NONE);
  return reinterpret_cast<u64>(pages);
}

} // namespace

const char *text_for(const std::string &text) {
  static const u64 endless = endless_text();
  if (text == "<null>")
    return nullptr;
  if (text == "<unreadable>")
    return reinterpret_cast<const char *>(unreadable_address);
  return text == "<endless>" ? reinterpret_cast<const char *>(endless) : text.c_str();
}

} // namespace cts::synth
