#include "trace/command_line.h"

#include "trace/text.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>

namespace cts {

CommandLine::CommandLine(std::string tool, const std::string &about)
    : tool_(std::move(tool)), app_(std::make_unique<CLI::App>(about, tool_)) {}
CommandLine::~CommandLine() = default;

void CommandLine::option(const std::string &name, const char *value, Take take, const char *help) {
  const auto checked = [name, take = std::move(take)](const std::string &text) {
    if (!take(text))
      throw CLI::ValidationError(name, fmt::format("cannot be '{}'", text));
  };
  app_->add_option_function<std::string>(name, checked, help)->type_name(value);
}

void CommandLine::option(const char *name, const char *value, std::string &text, const char *help) {
  app_->add_option(name, text, help)->type_name(value);
}

void CommandLine::flag(const std::string &name, std::function<void()> set, const char *help) {
  app_->add_flag_callback(name, std::move(set), help)->disable_flag_override();
}

void CommandLine::flag(const char *name, bool &set, const char *help) {
  flag(
      name, [&set] { set = true; }, help);
}

void CommandLine::word(const char *name, std::string &text, const char *help) {
  app_->add_option(name, text, help)->type_name("");
}

void CommandLine::words(const char *name, std::vector<std::string> &many, const char *help) {
  app_->add_option(name, many, help)->type_name("");
}

std::optional<int> CommandLine::parse(int argc, char **argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return error.get_exit_code() == 0 ? app_->exit(error) : mistake(error.what());
  }
  return std::nullopt;
}

int CommandLine::mistake(const std::string &what) const {
  std::fflush(stdout);
  fmt::print(stderr, "{}: {} ({} --help lists the options)\n", tool_, printable(what), tool_);
  return 2;
}

} // namespace cts
