// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libFuzzer target: any bytes as a trace (fuzz_input.h), which is opened, read to its end in both
// orders, printed and looked at in every view.
#include "trace/fuzz_input.h"
#include "trace/views/view.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
  using namespace cts;
  static const test::TemporaryFolder folder;
  static std::FILE *const nowhere = std::fopen("/dev/null", "w");
  static const bool made [[maybe_unused]] = (test::write_surroundings(folder.path()), true);
  static const std::string good_metadata = test::read_file(folder / metadata_name);
  test::write_fuzzed_trace(folder, {reinterpret_cast<const char *>(data), size}, good_metadata);

  std::string error;
  if (const auto trace = Trace::open(folder.path(), error)) {
    view::text(*trace, nowhere, false);
    view::threads(*trace, nowhere, true);
    view::counts(*trace, nowhere);
    view::json(*trace, nowhere);
    view::info(*trace, nowhere);
    view::timeline(*trace, nowhere, 80);
    view::regions(*trace, nowhere, {true, true});
  }
  return 0;
}
