// The generated table: every rule is found by its id, and one rule's row says what its file says.
#include "rules/rules.h"

#include <gtest/gtest.h>

using namespace cts;

TEST(Rules, EveryIdFindsItsRule) {
  for (const Rule rule : every_rule()) {
    EXPECT_EQ(find_rule(info(rule).id), rule) << info(rule).id;
  }
}

TEST(Rules, UnknownIdsFindNothing) {
  EXPECT_FALSE(find_rule(""));
  EXPECT_FALSE(find_rule("parallel-begin.data-non"));
  EXPECT_FALSE(find_rule("zzz"));
}

TEST(Rules, RowOfOneRule) {
  const RuleInfo &row = info(*find_rule("initial-task.end-parallel-data")); // not in 5.0
  EXPECT_EQ(row.id, "initial-task.end-parallel-data");
  EXPECT_EQ(row.level[0], Level::none);
  EXPECT_EQ(row.level[1], Level::mandatory);
  EXPECT_EQ(row.events, std::uint64_t{1} << 7);
  EXPECT_EQ(row.kind, Kind::argument);
  EXPECT_EQ(row.needs, 0U);
}

TEST(Rules, NeededCallbacksAreBitsOfTheirCodes) {
  EXPECT_EQ(info(*find_rule("device-unload.pair")).needs, 1U << 14); // device_load
}
