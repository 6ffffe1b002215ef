#include "ompt_abi/names.h"

#include <set>

#include <gtest/gtest.h>

#include "ompt_abi/ompt_abi.h"

namespace ompt_abi {
namespace {

TEST(Names, AreShort) {
  EXPECT_EQ(name_of(ompt_thread_worker), "worker");
  EXPECT_EQ(name_of(ompt_sync_region_barrier_explicit), "barrier_explicit");
  EXPECT_EQ(name_of(ompt_task_complete), "complete");
  EXPECT_EQ(name_of(ompt_taskwait_complete), "taskwait_complete");
  EXPECT_EQ(name_of(ompt_work_loop_static), "loop_static");
  EXPECT_EQ(name_of(ompt_parallel_invoker_program), "invoker_program");
  EXPECT_EQ(name_of(ompt_parallel_league), "league");
  EXPECT_EQ(name_of(ompt_target), "target");
  EXPECT_EQ(name_of(ompt_set_sometimes_paired), "sometimes_paired");
  EXPECT_EQ(name_of(ompt_scope_beginend), "beginend");
  EXPECT_EQ(name_of(ompt_fatal), "fatal");
  EXPECT_EQ(name_of(enum_kind::state, 0x012), "wait_barrier_implicit_workshare");
}

TEST(Names, OfCurrentNameWinsOverDeprecatedAlias) {
  EXPECT_EQ(ompt_callback_master, ompt_callback_masked);
  EXPECT_EQ(name_of(ompt_callback_master), "masked");
  EXPECT_EQ(parse(enum_kind::callback, "master"), 21u);
  EXPECT_EQ(parse(enum_kind::callback, "masked"), 21u);
}

TEST(Names, AreEmptyForWhatHasNone) {
  EXPECT_EQ(name_of(enum_kind::thread, 0), "");
  EXPECT_EQ(name_of(enum_kind::thread, 5), "");
  EXPECT_EQ(name_of(enum_kind::work, ~std::uint64_t{0}), "");
  EXPECT_EQ(name_of(enum_kind::task_flag, ompt_task_explicit | ompt_task_untied), "");
  EXPECT_EQ(name_of(enum_kind::thread, 0x1'0000'0001), "") << "not the 1 in its lower half";
}

TEST(Render, JoinsFlags) {
  EXPECT_EQ(render(enum_kind::task_flag, ompt_task_explicit | ompt_task_untied), "explicit|untied");
  EXPECT_EQ(render(enum_kind::task_flag, 0), "0");
  EXPECT_EQ(render(enum_kind::task_flag, 0x104), "explicit|0x100");
  EXPECT_EQ(render(enum_kind::task_flag, 0x100), "0x100");
  EXPECT_EQ(render(enum_kind::target_map_flag, 0x3ff),
            "to|from|alloc|release|delete|implicit|always|present|close|shared");
}

TEST(Render, TakesFlagsFromACallbacksInt) {
  int flags = static_cast<int>(ompt_parallel_team | ompt_parallel_invoker_runtime);
  ASSERT_LT(flags, 0);
  EXPECT_EQ(render(enum_kind::parallel_flag, static_cast<std::uint64_t>(flags)),
            "invoker_runtime|team");
}

TEST(Render, TreatsFrameFlagsAsTwoFields) {
  EXPECT_EQ(render(enum_kind::frame_flag, 0x00), "runtime");
  EXPECT_EQ(render(enum_kind::frame_flag, 0x20), "runtime|framepointer");
  EXPECT_EQ(render(enum_kind::frame_flag, 0x31), "application|stackaddress");
  EXPECT_EQ(render(enum_kind::frame_flag, 0x40), "runtime|0x40");
  EXPECT_EQ(render(enum_kind::frame_flag, 0x60), "runtime|0x60") << "not framepointer and 0x40";
  EXPECT_EQ(render(enum_kind::frame_flag, 0x03), "0x3");
}

TEST(Render, ShowsUnknownValuesAsNumbers) {
  EXPECT_EQ(render(enum_kind::dispatch, 99), "99");
  EXPECT_EQ(render(enum_kind::work, ompt_work_loop_other), "loop_other");
  EXPECT_EQ(render(enum_kind::state, 0x200), "512");
}

TEST(Parse, TurnsRenderedTextBack) {
  for (const enum_info &info : all_enums()) {
    for (std::uint64_t value = 0; value < 0x400; ++value)
      ASSERT_EQ(parse(info.kind, render(info.kind, value)), value) << info.name;
    for (int bit = 0; bit < 64; ++bit) {
      std::uint64_t value = (std::uint64_t{1} << bit) | 1;
      ASSERT_EQ(parse(info.kind, render(info.kind, value)), value) << info.name;
    }
  }
}

TEST(Parse, TakesOfficialNamesAndNumbers) {
  EXPECT_EQ(parse(enum_kind::work, "ompt_work_scope"), 8u);
  EXPECT_EQ(parse(enum_kind::work, "8"), 8u);
  EXPECT_EQ(parse(enum_kind::state, "0x102"), 0x102u);
  EXPECT_EQ(parse(enum_kind::task_flag, "explicit|ompt_task_final|0x100"), 0x20000104u);
}

TEST(Parse, RefusesEverythingElse) {
  for (const char *text : {"", "|", "explicit|", "|explicit", "explicit untied", " explicit",
                           "Explicit", "-1", "0x", "0xg", "12x", "0x10000000000000000"})
    EXPECT_EQ(parse(enum_kind::task_flag, text), std::nullopt) << '"' << text << '"';
  EXPECT_EQ(parse(enum_kind::thread, "initial|worker"), std::nullopt) << "no flags";
  EXPECT_EQ(parse(enum_kind::thread, "loop"), std::nullopt) << "a name of another type";
}

TEST(Standing, FollowsTheVersions) {
  auto of = [](std::uint64_t value, version v) {
    return standing_in(enum_kind::sync_region, value, v);
  };
  EXPECT_EQ(of(2, version::v50), standing::valid);
  EXPECT_EQ(of(2, version::v51), standing::deprecated);
  EXPECT_EQ(of(2, version::v52), standing::deprecated);
  EXPECT_EQ(of(2, version::v60), standing::removed);
  EXPECT_EQ(of(8, version::v50), standing::not_yet);
  EXPECT_EQ(of(8, version::v51), standing::valid);
  EXPECT_EQ(of(11, version::v60), standing::unknown);
  EXPECT_TRUE(known_in(enum_kind::sync_region, 2, version::v52));
  EXPECT_FALSE(known_in(enum_kind::sync_region, 2, version::v60));
  EXPECT_FALSE(known_in(enum_kind::sync_region, 8, version::v50));
}

TEST(Standing, OfASharedValueIsTheBest) {
  for (version v : all_versions)
    EXPECT_EQ(standing_in(enum_kind::callback, 21, v), standing::valid) << name_of(v);
}

TEST(Standing, OfFlagsIsTheWorst) {
  auto of = [](std::uint64_t value, version v) {
    return standing_in(enum_kind::task_flag, value, v);
  };
  EXPECT_EQ(of(0, version::v50), standing::valid);
  EXPECT_EQ(of(0x14, version::v51), standing::valid);
  EXPECT_EQ(of(0x14, version::v50), standing::not_yet);
  EXPECT_EQ(of(0x114, version::v50), standing::unknown);
  EXPECT_EQ(standing_in(enum_kind::frame_flag, 0x31, version::v50), standing::valid);
  EXPECT_EQ(standing_in(enum_kind::frame_flag, 0x41, version::v50), standing::unknown);
}

TEST(Standing, HasNames) {
  EXPECT_EQ(name_of(standing::valid), "valid");
  EXPECT_EQ(name_of(standing::unknown), "unknown");
}

TEST(KnownBits, GrowWithTheVersions) {
  EXPECT_EQ(known_bits(enum_kind::task_flag, version::v50), 0xf800000fu);
  EXPECT_EQ(known_bits(enum_kind::task_flag, version::v51), 0xf800001fu);
  EXPECT_EQ(known_bits(enum_kind::task_flag, version::v60), 0xfe00001fu);
  EXPECT_EQ(known_bits(enum_kind::target_map_flag, version::v51), 0x3fu);
  EXPECT_EQ(known_bits(enum_kind::target_map_flag, version::v52), 0x3ffu);
}

TEST(EnumTable, HoldsTogether) {
  for (const enum_info &info : all_enums()) {
    SCOPED_TRACE(info.name);
    EXPECT_EQ(&info_of(info.kind), &info);
    EXPECT_EQ(find_enum(info.name), info.kind);
    EXPECT_EQ(find_enum(info.c_name), info.kind);
    std::set<std::string_view> names;
    for (const enumerator_info &e : info.enumerators) {
      EXPECT_TRUE(names.insert(e.name).second) << e.name;
      EXPECT_EQ(parse(info.kind, e.name), e.value);
      EXPECT_EQ(parse(info.kind, e.c_name), e.value);
      EXPECT_TRUE(e.c_name.ends_with(e.name)) << e.c_name << " shortened to " << e.name;
      EXPECT_TRUE(!e.deprecated || *e.deprecated > e.since) << e.name;
      EXPECT_TRUE(!e.removed || (e.deprecated && *e.removed > *e.deprecated)) << e.name;
    }
  }
  EXPECT_EQ(all_enums().size(), 22u);
  EXPECT_EQ(find_enum("no_such_type"), std::nullopt);
}

// Counted in the official supplementary headers of each version. Those of 6.0 keep three of the
// five names that the text removed.
TEST(EnumTable, HasAsManyEnumeratorsAsTheOfficialHeaders) {
  auto count = [](auto condition) {
    std::size_t n = 0;
    for (const enum_info &info : all_enums())
      for (const enumerator_info &e : info.enumerators)
        n += condition(e);
    return n;
  };
  auto introduced_by = [&](version v) {
    return count([v](const enumerator_info &e) { return e.since <= v; });
  };
  EXPECT_EQ(introduced_by(version::v50), 155u);
  EXPECT_EQ(introduced_by(version::v51), 181u);
  EXPECT_EQ(introduced_by(version::v52), 192u);
  EXPECT_EQ(introduced_by(version::v60), 203u + 2u);
  EXPECT_EQ(count([](const enumerator_info &e) { return e.removed.has_value(); }), 5u);
  EXPECT_EQ(count([](const enumerator_info &e) { return e.deprecated.has_value(); }), 13u);
}

TEST(Versions, MapToDatesAndBack) {
  for (version v : all_versions) {
    EXPECT_EQ(version_of_date(date_of(v)), v);
    EXPECT_EQ(parse_version(name_of(v)), v);
  }
  EXPECT_EQ(version_of_date(201611), std::nullopt) << "a technical report";
  EXPECT_EQ(parse_version("5"), std::nullopt);
  EXPECT_LT(version::v52, version::v60);
}

TEST(HasFlag, WorksOnTheSignBit) {
  EXPECT_TRUE(has_flag(static_cast<int>(0x80000001), ompt_task_merged));
  EXPECT_FALSE(has_flag(0x00000001, ompt_task_merged));
}

} // namespace
} // namespace ompt_abi
