// libFuzzer target: any bytes as a trace (trace/fuzz_input.h), which is judged under the oldest and
// the newest rules; the verdict is written as JSON.
#include "ompt_abi/tables.h"
#include "trace/fuzz_input.h"
#include "validator/verdict_json.h"

namespace {

// As if the runtime had promised every callback: every rule is judged.
std::string promising_metadata() {
  cts::Environment environment;
  for (const auto &callback : ompt_abi::all_callbacks())
    environment.emplace_back("registered_" + std::string(callback.name), "always");
  return cts::metadata_text({"monotonic", 1'000'000'000, 0}, environment);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
  using namespace cts;
  static const test::TemporaryFolder folder;
  static const bool made [[maybe_unused]] = (test::write_surroundings(folder.path()), true);
  static const std::string metadata = promising_metadata();
  test::write_fuzzed_trace(folder, {reinterpret_cast<const char *>(data), size}, metadata);

  std::string error;
  if (const auto trace = Trace::open(folder.path(), error))
    for (const auto profile : {ompt_abi::version::v50, ompt_abi::version::v60})
      verdict_json(*trace, validate(*trace, profile));
  return 0;
}
