// The command line of a tool: options, --help, and one line about a mistake. CLI11 does the work;
// only command_line.cpp includes it, because it takes seconds to compile.
#pragma once

#include <charconv>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace cts {

class CommandLine {
public:
  // Takes a value; false if the option can have no such value.
  using Take = std::function<bool(std::string_view)>;

  // `tool` begins each message; `about` is the first line of the help.
  CommandLine(std::string tool, const std::string &about);
  ~CommandLine();

  // "--width N"; `value` is the name of the value in the help.
  void option(const std::string &name, const char *value, Take take, const char *help);
  void option(const char *name, const char *value, std::string &text, const char *help);
  void flag(const std::string &name, std::function<void()> set, const char *help);
  void flag(const char *name, bool &set, const char *help);
  // A word that is no option's; `words` takes all further ones.
  void word(const char *name, std::string &text, const char *help);
  void words(const char *name, std::vector<std::string> &many, const char *help);

  // Nothing if the tool is to go on. Otherwise its exit code: 0 after --help, 2 after a mistake.
  std::optional<int> parse(int argc, char **argv);
  // Says on standard error what is wrong; returns 2.
  int mistake(const std::string &what) const;

private:
  std::string tool_;
  std::unique_ptr<CLI::App> app_;
};

// A number from `least` to `most`.
template <class N>
CommandLine::Take number(N &value, unsigned long long least, unsigned long long most) {
  return [&value, least, most](std::string_view text) {
    unsigned long long read = 0;
    const auto [end, error] = std::from_chars(text.begin(), text.end(), read);
    if (error != std::errc() || end != text.end() || read < least || read > most)
      return false;
    value = static_cast<N>(read);
    return true;
  };
}

} // namespace cts
