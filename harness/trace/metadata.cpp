#include "trace/metadata.h"

#include "trace/metadata_writer.h"

#include <algorithm>
#include <charconv>

namespace cts {

std::string metadata_text(const Clock &clock, const Environment &environment) {
  std::vector<Setting> settings;
  for (const auto &[name, value] : environment)
    settings.push_back({name, value});
  return std::string(
      write_metadata({clock.name, clock.frequency, clock.offset_ticks}, settings).view());
}

bool parse_metadata(const std::string &text, Clock &clock, Environment &environment) {
  if (!text.starts_with(metadata_first_line) || text.find(uuid_text().view()) == std::string::npos)
    return false;
  // Our own writer puts one assignment on a line and no line break into a value.
  const auto block = [&](std::string_view opening, auto &&assign) {
    std::size_t at = text.find(std::string("\n") + std::string(opening));
    if (at == std::string::npos)
      return false;
    at = text.find('\n', at + 1) + 1;
    while (at < text.size() && text[at] != '}') {
      const std::size_t end = text.find('\n', at);
      if (end == std::string::npos)
        return false;
      const std::string line = text.substr(at, end - at);
      const std::size_t equals = line.find(" = ");
      if (line.size() < 6 || equals == std::string::npos || line.back() != ';')
        return false;
      std::string value = line.substr(equals + 3, line.size() - equals - 4);
      if (value.size() >= 2 && value.front() == '"') {
        std::string plain;
        for (std::size_t i = 1; i + 1 < value.size(); ++i) {
          if (value[i] == '\\' && i + 2 < value.size())
            plain += value[++i] == 'n' ? '\n' : value[i];
          else
            plain += value[i];
        }
        value = plain;
      }
      assign(line.substr(2, equals - 2), value);
      at = end + 1;
    }
    return at < text.size();
  };
  const auto number = [](const std::string &value) {
    u64 result = 0;
    std::from_chars(value.data(), value.data() + value.size(), result);
    return result;
  };
  return block("env {",
               [&](std::string name, std::string value) {
                 environment.emplace_back(std::move(name), std::move(value));
               }) &&
         block("clock {", [&](const std::string &name, const std::string &value) {
           if (name == "name")
             clock.name = value;
           else if (name == "freq")
             clock.frequency = std::max<u64>(1, number(value));
           else if (name == "offset")
             clock.offset_ticks = number(value);
         });
}

} // namespace cts
