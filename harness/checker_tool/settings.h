// Lines of the metadata's environment block, until the block is written.
#pragma once

#include "trace/metadata_writer.h"

#include <array>

namespace cts {

// Not thread safe. Leaves out lines beyond the limit.
class Settings {
public:
  constexpr Settings() = default;

  // False if nothing changes.
  bool set(std::string_view name, std::string_view value) {
    Line *line = nullptr;
    for (std::size_t i = 0; i < count_; ++i)
      if (part_of(text_.view(), lines_[i].name, lines_[i].name_bytes) == name)
        line = &lines_[i];
    if (line && part_of(text_.view(), line->value, line->value_bytes) == value)
      return false;
    if (!line && count_ == lines_.size())
      return false;
    if (!line) {
      line = &lines_[count_++];
      line->name = text_.view().size();
      line->name_bytes = name.size();
      text_ += name;
    }
    line->value = text_.view().size();
    line->value_bytes = value.size();
    text_ += value;
    return true;
  }

  // Calls f with all lines, in order.
  template <class F> void show(F &&f) const {
    const Scratch memory;
    auto *settings = memory.as<Setting>();
    const std::size_t count = settings ? count_ : 0;
    for (std::size_t i = 0; i < count; ++i)
      settings[i] = {part_of(text_.view(), lines_[i].name, lines_[i].name_bytes),
                     part_of(text_.view(), lines_[i].value, lines_[i].value_bytes)};
    f(std::span<const Setting>(settings, count));
  }

private:
  static constexpr std::size_t limit = 96;
  static_assert(limit * sizeof(Setting) <= Scratch::bytes);
  struct Line {
    std::size_t name, name_bytes, value, value_bytes; // positions in the text
  };
  Text text_;
  std::array<Line, limit> lines_{};
  std::size_t count_ = 0;
};

} // namespace cts
