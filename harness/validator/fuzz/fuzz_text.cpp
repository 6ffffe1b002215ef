// libFuzzer target: any bytes as the text form of a trace. An understood text becomes a trace and
// is judged.
#include "trace/test_support.h"
#include "trace/text.h"
#include "validator/verdict_json.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
  using namespace cts;
  static const test::TemporaryFolder folder;
  const std::string directory = folder / "trace";
  std::vector<std::string> lines;
  std::istringstream text(std::string(reinterpret_cast<const char *>(data), size));
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);

  std::string error;
  if (write_text_trace(directory, lines, error))
    if (const auto trace = Trace::open(directory, error))
      verdict_json(*trace, validate(*trace, ompt_abi::version::v60));
  std::filesystem::remove_all(directory);
  return 0;
}
