#include "faults/synth/texts.h"

#include "system/checking.h"

namespace cts::synth {
namespace {

constexpr u64 unreadable_address = 0xdead00000bad0;

} // namespace

const char *text_for(const std::string &text) {
  static const char *endless = text_without_end().data();
  if (text == "<null>")
    return nullptr;
  if (text == "<unreadable>")
    return reinterpret_cast<const char *>(unreadable_address);
  return text == "<endless>" ? endless : text.c_str();
}

} // namespace cts::synth
