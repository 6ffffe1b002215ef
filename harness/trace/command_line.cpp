#include "trace/command_line.h"

#include "trace/text.h"

#include <cstdio>
#include <fmt/format.h>

namespace cts {
namespace {

CommandLine::Take into(std::string &text) {
  return [&text](std::string_view value) {
    text = value;
    return true;
  };
}

} // namespace

CommandLine::CommandLine(std::string tool, std::string about)
    : tool_(std::move(tool)), about_(std::move(about)) {
  flag("--help", help_, "print this help");
}

void CommandLine::flag(const char *name, bool &set, const char *help) {
  option(
      name, "", [&set](std::string_view) { return set = true; }, help);
}

void CommandLine::option(std::string name, const char *value, Take take, const char *help) {
  options_.push_back({std::move(name), value, help, std::move(take), !*value});
}

void CommandLine::option(const char *name, const char *value, std::string &text, const char *help) {
  option(name, value, into(text), help);
}

void CommandLine::word(const char *name, std::string &text, const char *help) {
  words_.push_back({name, name, help, into(text)});
}

void CommandLine::words(const char *name, std::vector<std::string> &many, const char *help) {
  const auto take = [&many](std::string_view value) {
    many.emplace_back(value);
    return true;
  };
  words_.push_back({name, name, help, take, true});
}

std::string CommandLine::taken(Option &option, std::string_view value) {
  if (option.seen && !option.repeats)
    return fmt::format("{} is there twice", option.name);
  option.seen = true;
  return option.take(value) ? "" : fmt::format("{} cannot be '{}'", option.name, value);
}

std::string CommandLine::wrong(int argc, char **argv) {
  bool only_words = false;
  std::size_t word = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string_view text = argv[i];
    std::string problem;
    if (!only_words && text == "--") {
      only_words = true;
    } else if (only_words || text.size() < 2 || text[0] != '-') {
      if (word == words_.size())
        return fmt::format("'{}' is one word too many", text);
      problem = taken(words_[word], text);
      word += !words_[word].repeats;
    } else {
      const auto equals = text.find('=');
      const auto name = text == "-h" ? "--help" : text.substr(0, equals);
      Option *option = nullptr;
      for (Option &one : options_)
        if (one.name == name)
          option = &one;
      if (!option)
        return fmt::format("there is no option {}", name);
      const bool alone = equals == std::string_view::npos, is_flag = option->value.empty();
      if (is_flag && !alone)
        return fmt::format("{} takes no value", name);
      if (!is_flag && alone && ++i == argc)
        return fmt::format("{} needs a value: {}", name, option->value);
      problem = taken(*option, is_flag ? "" : alone ? argv[i] : text.substr(equals + 1));
    }
    if (help_ || !problem.empty())
      return problem;
  }
  return {};
}

std::optional<int> CommandLine::parse(int argc, char **argv) {
  const std::string problem = wrong(argc, argv);
  if (help_) {
    print_help();
    return 0;
  }
  return problem.empty() ? std::nullopt : std::optional(mistake(problem));
}

int CommandLine::mistake(const std::string &what) const {
  std::fflush(stdout);
  fmt::print(stderr, "{}: {} ({} --help lists the options)\n", tool_, printable(what), tool_);
  return 2;
}

void CommandLine::print_help() const {
  std::string usage = tool_ + " [option…]";
  for (const Option &word : words_)
    usage += fmt::format(" {}{}", word.name, word.repeats ? "…" : "");
  fmt::print("{}\n\n{}\n\n", usage, about_);
  for (const auto *list : {&words_, &options_})
    for (const Option &one : *list)
      fmt::print("  {:<24}  {}\n",
                 list == &words_ ? one.name : fmt::format("{} {}", one.name, one.value), one.help);
}

} // namespace cts
