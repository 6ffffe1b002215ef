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
  EXPECT_EQ(row.clause[0], "");
  EXPECT_EQ(row.clause[3], "34.5.3");
  EXPECT_EQ(row.events, std::uint64_t{1} << 7);
  EXPECT_EQ(row.kind, Kind::argument);
  EXPECT_EQ(row.observed_by, observed::trace);
  EXPECT_EQ(row.tolerances.size(), 1U);
  EXPECT_EQ(row.chapter, "threads");
  EXPECT_EQ(row.needs, 0U);
}

TEST(Rules, NeededCallbacksAreBitsOfTheirCodes) {
  EXPECT_EQ(info(*find_rule("device-unload.pair")).needs, 1U << 14); // device_load
}

TEST(Rules, LevelAndClauseAgree) {
  for (const Rule rule : every_rule()) {
    const RuleInfo &row = info(rule);
    for (int profile = 0; profile < 4; ++profile) {
      EXPECT_EQ(row.level[profile] == Level::none, row.clause[profile].empty()) << row.id;
    }
    EXPECT_NE(row.observed_by, 0) << row.id;
  }
}

TEST(Rules, Names) {
  EXPECT_EQ(name(Level::none), "none");
  EXPECT_EQ(name(Level::implementation_defined), "implementation-defined");
  EXPECT_EQ(name(Kind::order), "order");
  EXPECT_EQ(name(Kind::abi), "abi");
}
