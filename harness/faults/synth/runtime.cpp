#include "faults/synth/runtime.h"

#include "faults/synth/player.h"
#include "faults/synth/texts.h"
#include "system/checking.h"
#include "trace/text.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace fs = std::filesystem;

namespace {

using cts::faults::History;
using Start = ompt_abi::ompt_start_tool_result_t *(*)(unsigned, const char *);

// Writes a scenario's text as a trace and reads the trace back.
std::optional<History> load(const fs::path &scenario, std::string &error) {
  if (fs::is_directory(scenario))
    return History::load(scenario, error);
  std::ifstream file(scenario);
  if (!file) {
    error = "cannot read " + scenario.string();
    return {};
  }
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    const bool event = line.find_first_of("0123456789") == 0;
    const auto told = event ? cts::alternatives(line) : std::vector{line};
    if (told.empty()) {
      error = "the words with commas have different numbers of alternatives: " + line;
      return {};
    }
    lines.insert(lines.end(), told.begin(), told.end());
  }
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("synth-omp-{}", cts::kernel::process());
  std::optional<History> history;
  if (cts::write_text_trace(folder, lines, error))
    history = History::load(folder, error);
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return history;
}

// Finds the tool as a runtime does: in the program, then in the libraries that the user names.
ompt_abi::ompt_start_tool_result_t *start_tool(unsigned omp_version, const char *version) {
  if (const auto start = reinterpret_cast<Start>(cts::symbol_in(nullptr, "ompt_start_tool")))
    if (auto *tool = start(omp_version, version))
      return tool;
  const char *given = std::getenv("OMP_TOOL_LIBRARIES");
  std::string paths = given ? given : "", error;
  for (std::size_t at = 0; at < paths.size();) {
    const std::size_t end = std::min(paths.find(cts::between_libraries(), at), paths.size());
    if (void *library = cts::load_library(paths.substr(at, end - at).c_str(), error))
      if (const auto start = reinterpret_cast<Start>(cts::symbol_in(library, "ompt_start_tool")))
        if (auto *tool = start(omp_version, version))
          return tool;
    at = end + 1;
  }
  return nullptr;
}

int fail(const std::string &why, int status = 1) {
  fmt::print(stderr, "synth-omp: {}\n", why);
  return status;
}

constexpr int declined = 3; // `ompt-cts tool` tells a tool that declines from one that fails

} // namespace

[[gnu::visibility("default")]] int synth_omp_play(const char *scenario) {
  std::string error;
  static std::optional<History> history;
  history = load(scenario, error);
  if (!history)
    return fail(error);
  unsigned omp_version = 202411;
  const char *version = "synthetic runtime";
  for (const auto &record : history->records())
    if (record.code == cts::event::start_tool::event_code) {
      omp_version = static_cast<unsigned>(record.values[0].number);
      version = cts::synth::text_for(record.values[1].text);
    }
  auto *tool = start_tool(omp_version, version);
  if (!tool)
    return fail("OMP_TOOL_LIBRARIES names no tool that wants to run", declined);
  auto &player = cts::synth::Player::instance();
  if (!player.start(tool, *history))
    return fail("the tool's initializer says that the tool does not want to run", declined);
  player.play(*history);
  player.finalize();
  cts::synth::Player::note_end();
  return 0;
}
