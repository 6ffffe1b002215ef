// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libFuzzer target: any bytes as a trace. The input is cut into the files of a trace folder, which
// is then opened, read to its end in both orders, printed and looked at in every view.
//
//   a, b: 16 bits each; then a bytes of metadata (0: good ones), b bytes of info/maps, and the rest
//   is a stream, its tail behind the separator 0xFF "tail" if there is one.
#include "trace/test_support.h"
#include "trace/text.h"
#include "trace/views/view.h"

#include <cstring>
#include <string_view>

namespace {

using namespace cts;

std::string_view take(std::string_view &rest, std::size_t bytes) {
  const std::string_view part = rest.substr(0, bytes);
  rest.remove_prefix(part.size());
  return part;
}

u16 take_number(std::string_view &rest) {
  u16 number = 0;
  const std::string_view bytes = take(rest, sizeof number);
  std::memcpy(&number, bytes.data(), bytes.size());
  return number;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
  static const test::TemporaryFolder folder;
  static std::FILE *const nowhere = std::fopen("/dev/null", "w");
  static const bool made [[maybe_unused]] = (test::write_surroundings(folder.path()), true);
  static const std::string good_metadata = test::read_file(folder / metadata_name);

  std::string_view rest(reinterpret_cast<const char *>(data), size);
  const u16 metadata_bytes = take_number(rest), maps_bytes = take_number(rest);
  const std::string metadata(take(rest, metadata_bytes));
  test::write_file(folder / metadata_name, metadata.empty() ? good_metadata : metadata);
  test::write_file(folder / "info/maps", std::string(take(rest, maps_bytes)));
  const std::size_t separator = rest.find("\xFFtail");
  test::write_file(folder / "thread_000000", std::string(rest.substr(0, separator)));
  test::write_file(folder / "thread_000000.tail",
                   separator == rest.npos ? "" : std::string(rest.substr(separator + 5)));

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
