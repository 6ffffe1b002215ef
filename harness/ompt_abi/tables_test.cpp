#include "ompt_abi/tables.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "ompt_abi/names.h"
#include "ompt_abi/ompt_abi.h"

namespace ompt_abi {
namespace {

std::set<std::string> mandatory_in(version v) {
  std::set<std::string> names;
  for (const callback_info &c : all_callbacks())
    if (c.mandatory_in(v))
      names.emplace(c.name);
  return names;
}

TEST(Callbacks, AreFoundByCodeAndName) {
  EXPECT_EQ(all_callbacks().size(), 37u);
  for (const callback_info &c : all_callbacks()) {
    EXPECT_EQ(find_callback(c.code), &c);
    EXPECT_EQ(find_callback(c.name), &c);
    EXPECT_EQ(find_callback("ompt_callback_" + std::string(c.name)), &c);
    EXPECT_EQ(name_of(c.code), c.name);
  }
  EXPECT_EQ(find_callback("master"), find_callback(21));
  EXPECT_EQ(find_callback(0), nullptr);
  EXPECT_EQ(find_callback(38), nullptr);
  EXPECT_EQ(find_callback(0x1'0000'0001), nullptr);
  EXPECT_EQ(find_callback("thread"), nullptr);
}

TEST(Callbacks, AppearInTheirVersion) {
  for (const callback_info &c : all_callbacks())
    EXPECT_EQ(c.since, c.code >= 33 ? version::v51 : version::v50) << c.name;
  EXPECT_FALSE(find_callback(37)->known_in(version::v50));
  EXPECT_TRUE(find_callback(37)->known_in(version::v60));
}

// Written out from the tables of the specification, so that callbacks.def is not its own witness.
TEST(Callbacks, AreMandatoryAsTheSpecificationSays) {
  const std::set<std::string> always_mandatory = {
      "thread_begin",      "thread_end",      "parallel_begin", "parallel_end",
      "task_create",       "task_schedule",   "implicit_task",  "control_tool",
      "device_initialize", "device_finalize", "device_load",    "device_unload"};
  auto with = [&](std::set<std::string> more) {
    more.insert(always_mandatory.begin(), always_mandatory.end());
    return more;
  };
  EXPECT_EQ(mandatory_in(version::v50), with({"target", "target_data_op", "target_submit"}));
  for (version v : {version::v51, version::v52})
    EXPECT_EQ(mandatory_in(v), with({"target", "target_data_op", "target_submit", "target_emi",
                                     "target_data_op_emi", "target_submit_emi"}));
  EXPECT_EQ(mandatory_in(version::v60),
            with({"target_emi", "target_data_op_emi", "target_submit_emi", "error"}));
}

TEST(Callbacks, OfTargetsComeInTwoForms) {
  int pairs = 0;
  for (const callback_info &c : all_callbacks()) {
    if (c.counterpart == 0) {
      EXPECT_FALSE(c.emi) << c.name;
      continue;
    }
    const callback_info *other = find_callback(c.counterpart);
    ASSERT_NE(other, nullptr);
    EXPECT_EQ(other->counterpart, c.code);
    EXPECT_NE(c.emi, other->emi);
    if (c.emi) {
      EXPECT_EQ(std::string(other->name) + "_emi", c.name);
      ++pairs;
    }
  }
  EXPECT_EQ(pairs, 4);
}

TEST(Callbacks, HaveSignaturesOfTheirNameExceptSix) {
  const std::map<std::string_view, std::string_view> shared = {
      {"sync_region_wait", "sync_region"}, {"reduction", "sync_region"},
      {"lock_init", "mutex_acquire"},      {"lock_destroy", "mutex"},
      {"mutex_acquired", "mutex"},         {"mutex_released", "mutex"}};
  for (const callback_info &c : all_callbacks()) {
    auto exception = shared.find(c.name);
    std::string_view expected = exception == shared.end() ? c.name : exception->second;
    EXPECT_EQ(c.signature, "ompt_callback_" + std::string(expected) + "_t") << c.name;
  }
  EXPECT_TRUE(
      (std::is_same_v<callback_signature_t<ompt_callback_reduction>, ompt_callback_sync_region_t>));
}

TEST(EntryPoints, AreThoseOfTheTables) {
  EXPECT_EQ(host_entry_points().size(), 19u);
  EXPECT_EQ(device_entry_points().size(), 15u);
  std::set<std::string_view> names;
  for (auto table : {host_entry_points(), device_entry_points()})
    for (const entry_point_info &e : table) {
      EXPECT_TRUE(e.name.starts_with("ompt_")) << e.name;
      EXPECT_TRUE(names.insert(e.name).second) << e.name;
      EXPECT_EQ(e.since, e.name == "ompt_get_buffer_limits" ? version::v60 : version::v50);
    }
  EXPECT_TRUE(names.contains("ompt_finalize_tool"));
  EXPECT_TRUE(names.contains("ompt_get_record_abstract"));
}

// Every listed entry point has a signature of the same name in entry_points.h.
#define OMPT_ENTRY_POINT(name, place, since) static_assert(std::is_pointer_v<ompt_##name##_t>);
#include "ompt_abi/entry_points.def"

// Rule hdr.sizes asks this of a runtime; here our own types must meet it.
static_assert(sizeof(ompt_data_t) == 8 && sizeof(ompt_frame_t) == 24);
static_assert(sizeof(ompt_id_t) == 8 && sizeof(ompt_wait_id_t) == 8);
static_assert(sizeof(ompt_callbacks_t) == sizeof(int));
static_assert(std::is_trivially_copyable_v<ompt_record_ompt_t>);

// New in 6.0: vendors' headers may be too old to witness for it.
static_assert(sizeof(void *) != 8 ||
              (sizeof(ompt_subvolume_t) == 48 && offsetof(ompt_subvolume_t, volume) == 24 &&
               offsetof(ompt_subvolume_t, dimensions) == 40));
static_assert(std::is_same_v<ompt_get_buffer_limits_t, void (*)(void *, int *, std::size_t *)>);

} // namespace
} // namespace ompt_abi
