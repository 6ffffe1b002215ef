#include "validator/machines/frames/handler_stacks.h"

#include <fmt/format.h>

namespace cts {
namespace {

constexpr std::size_t shown = 12; // functions of a stack

void append(std::vector<u64> &words, const List &more) {
  for (u32 i = 0; i < more.size(); ++i)
    words.push_back(more[i]);
}

std::string name(const SourceLine &line, u64 address) {
  const std::string place = line.text();
  if (line.functions.empty() || line.functions.front() == place)
    return place.empty() ? fmt::format("{:#x}", address) : place;
  std::string text = place.empty() ? line.functions.front()
                                   : fmt::format("{} ({})", line.functions.front(), place);
  for (std::size_t i = 1; i < line.functions.size(); ++i) { // that it is inlined into
    const std::string &function = line.functions[i];
    if (!function.starts_with("_Z") && !function.starts_with(line.functions[i - 1] + '.'))
      text += ", called by " + function; // not the linker's name of the same
  }
  return text;
}

} // namespace

bool HandlerStacks::Copies::takes(const RawEvent &raw) {
  event::stack stack;
  event::stack_words words;
  if (raw.code == stack.event_code && decode(raw, stack)) {
    append(stacks_.emplace_back().registers, stack.registers);
    return true;
  }
  if (raw.code == words.event_code && decode(raw, words) && !stacks_.empty()) {
    StackCopy &copy = stacks_.back();
    if (copy.words.empty())
      copy.low = words.address;
    append(copy.words, words.words);
    return true;
  }
  return false;
}

std::vector<std::string> HandlerStacks::described(const Copies &copies) {
  std::vector<std::string> sides;
  for (const StackCopy &stack : copies.stacks_) {
    const bool handler = !sides.empty();
    sides.push_back(fmt::format("{} {}", handler ? "asked, it stood in" : "it was interrupted in",
                                functions(stack, handler)));
  }
  return sides;
}

std::string HandlerStacks::functions(const StackCopy &stack, bool handler) {
  std::string text;
  std::size_t count = 0;
  bool first = true;
  for (const StackFrame &frame : unwinder_.frames(stack)) {
    // Unwind the interrupted code as if it had just made a call.
    const SourceLine &line = lines_.before(frame.pc + (first ? 1 : 0));
    first = false;
    const bool checkers = std::string_view(line.object).ends_with("/libompt-checker.so");
    if (handler && checkers && count > 0)
      break; // the checker's call, and the interrupted code
    if (checkers)
      continue;
    if (count++ == shown)
      return text + ", …";
    text += (count > 1 ? ", called by " : "") + name(line, frame.pc);
  }
  return text.empty() ? "code that is not known" : text;
}

} // namespace cts
