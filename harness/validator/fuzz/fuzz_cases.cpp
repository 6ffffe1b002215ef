// fuzz_cases CASES FOLDER: the cases of all machines as first inputs of the validator's fuzzers, as
// text in FOLDER/text and as their streams in FOLDER/bytes.
#include "trace/fuzz_input.h"
#include "trace/text.h"
#include "validator/tests/cases.h"

#include <fmt/format.h>

namespace {

using namespace cts;

// Streams in the form of trace/fuzz_input.h.
std::string bytes_of(const std::string &trace) {
  std::string bytes(6, '\0'); // no metadata, no maps, a correct manifest
  std::string error;
  const auto opened = Trace::open(trace, error);
  for (std::size_t i = 0; opened && i < opened->threads().size(); ++i) {
    if (i > 0)
      bytes += test::fuzz_next;
    bytes += test::read_file(trace + "/" + stream_name(opened->threads()[i]));
  }
  return bytes;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<Case> cases;
  std::string error;
  if (argc != 3 || !read_cases(argv[1], cases, error)) {
    fmt::print(stderr, "fuzz_cases: {}\n", argc == 3 ? error : "give CASES and FOLDER");
    return 2;
  }
  const test::TemporaryFolder scratch;
  const std::filesystem::path folder = argv[2];
  std::filesystem::create_directories(folder / "text");
  std::filesystem::create_directories(folder / "bytes");
  for (const Case &c : cases) {
    const std::string name =
        fmt::format("{}-{}", std::filesystem::path(c.file).stem().string(), c.line);
    std::string text;
    for (const std::string &line : c.text)
      text += line + "\n";
    test::write_file(folder / "text" / name, text);
    const std::string trace = scratch / name;
    if (write_text_trace(trace, c.text, error))
      test::write_file(folder / "bytes" / name, bytes_of(trace));
    std::filesystem::remove_all(trace);
  }
  return 0;
}
