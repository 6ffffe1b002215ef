// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every case of machines/*.cases as a test of its own.
#include "validator/tests/cases.h"

#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace {

class CaseTest : public testing::Test {
public:
  explicit CaseTest(cts::Case c) : case_(std::move(c)) {}
  void TestBody() override {
    const auto scratch =
        std::filesystem::temp_directory_path() / fmt::format("cts-case-{}", ::getpid());
    const std::string wrong = cts::run_case(case_, scratch);
    EXPECT_TRUE(wrong.empty()) << case_.file << ":" << case_.line << ":\n" << wrong;
  }

private:
  cts::Case case_;
};

} // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  std::vector<cts::Case> cases;
  std::string error;
  if (!cts::read_cases(CTS_CASES_DIRECTORY, cases, error)) {
    fmt::print(stderr, "{}\n", error);
    return 1;
  }
  for (const cts::Case &c : cases) {
    const std::string file = std::filesystem::path(c.file).stem();
    const std::string name = fmt::format("{}_{}_line_{}", c.good ? "good" : "bad",
                                         c.good ? "trace" : c.rules.front(), c.line);
    testing::RegisterTest(file.c_str(), name.c_str(), nullptr, nullptr, c.file.c_str(), c.line,
                          [c]() -> testing::Test * { return new CaseTest(c); });
  }
  return RUN_ALL_TESTS();
}
