// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/live.h"

#include "trace/merge.h"
#include "trace/test_support.h"

#include <gtest/gtest.h>
#include <thread>

namespace cts {
namespace {

using test::numbered;

// A recorder of this process, which never ends; `stop` stands for its end.
class Live : public testing::Test {
protected:
  void SetUp() override {
    test::write_surroundings(folder_.path());
    std::filesystem::remove(folder_ / std::string("info/manifest"));
    ASSERT_EQ(manifest_.create(path_.c_str(), 0), 0);
    manifest_.header().started = manifest_.header().initialized = 1;
    manifest_.header().finalized = 1;
    manifest_.header().step = InitializerStep::done;
  }
  void TearDown() override {
    live_.reset();
    for (StreamWriter &stream : streams_)
      stream.close();
    remove_waiting_buffers(path_.c_str(), manifest_);
    manifest_.close();
  }

  StreamWriter &begin() {
    const u32 number = manifest_.header().streams++;
    StreamWriter &stream = streams_.emplace_back();
    stream.open(path_.c_str(), number, &manifest_, 1);
    return stream;
  }
  LiveTrace &follow(bool keep = true) {
    std::string error;
    live_ = LiveTrace::open(folder_.path(), {keep, &stop_}, error);
    EXPECT_TRUE(live_) << error;
    return *live_;
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_.path();
  ManifestFile manifest_;
  std::deque<StreamWriter> streams_;
  std::atomic<bool> stop_{false};
  std::unique_ptr<LiveTrace> live_;
};

TEST_F(Live, WhoRecordsHoldsTheOthersBack) {
  StreamWriter &fast = begin(), &slow = begin();
  slow.append(numbered(0), 100);
  fast.append(numbered(0), 200);
  slow.entry()->recording = 1;
  LiveTrace &live = follow();
  EXPECT_EQ(live.wait(), 100u);
  slow.append(numbered(1), 150);
  EXPECT_EQ(live.wait(), 150u);
  slow.entry()->recording = 0;
  EXPECT_GT(live.wait(), 200u);
}

TEST_F(Live, AStreamThatIsOnItsWayHoldsTheOthersBack) {
  begin().append(numbered(0), 100);
  LiveTrace &live = follow();
  const u64 before = live.wait();
  EXPECT_GT(before, 100u);
  manifest_.header().streams = 2;
  std::thread thread([&] { streams_.emplace_back().open(path_.c_str(), 1, &manifest_, 2); });
  EXPECT_GT(live.wait(), before);
  thread.join();
  EXPECT_EQ(live.streams(), 2u);
  EXPECT_TRUE(live.there(1));
}

// Every event once, in order, whatever of it was seen in the tail, in the file, or in both.
TEST_F(Live, EventsAreReadOnce) {
  for (const bool keep : {true, false}) {
    manifest_.header().streams = 0;
    manifest_.header().limit = keep ? 0 : 4 << 20; // for which the recorder waits
    manifest_.header().waits = !keep;
    manifest_.header().used = 0;
    constexpr u64 count = 300'000;
    StreamWriter &stream = streams_.emplace_back();
    const u32 number = manifest_.header().streams++;
    std::filesystem::remove(folder_ / std::string("thread_000000"));
    ASSERT_TRUE(stream.open(path_.c_str(), number, &manifest_, 1));
    stop_ = false;
    LiveTrace &live = follow(keep);
    std::thread recorder([&] {
      for (u64 i = 0; i < count; ++i) {
        stream.entry()->recording = 1;
        std::atomic_signal_fence(std::memory_order_seq_cst);
        stream.append(numbered(i), i + 1);
        stream.entry()->recording = 0;
      }
      stream.close();
      stop_ = true;
    });
    MergedReader events(live);
    u64 seen = 0;
    event::sync_region e;
    while (const RawEvent *raw = events.next()) {
      ASSERT_TRUE(decode(*raw, e));
      ASSERT_EQ(e.codeptr_ra, seen);
      ASSERT_EQ(raw->position, seen);
      ++seen;
    }
    recorder.join();
    EXPECT_EQ(seen, count);
    EXPECT_EQ(events.damage(), "");
    EXPECT_EQ(events.discarded(), 0u);
    std::string error;
    const auto trace = Trace::open(folder_.path(), error);
    ASSERT_TRUE(trace) << error;
    EXPECT_EQ(trace->damage().empty(), keep) << trace->damage();
    EXPECT_EQ(manifest_.header().gone, keep ? 0u : 1u);
  }
}

// An event that a finding names is found as long as it is kept.
TEST_F(Live, WhatIsKeptCanBeReadAgain) {
  StreamWriter &stream = begin();
  for (u64 i = 0; i < 30'000; ++i)
    stream.append(numbered(i), i + 1);
  LiveTrace &live = follow();
  MergedReader events(live);
  for (u64 i = 0; i < 30'000; ++i)
    ASSERT_NE(events.next(), nullptr);
  live.look_back([&](const auto &stream_of) {
    const test::Outcome found = test::read_numbered(stream_of(0));
    EXPECT_EQ(found.events, 30'000u);
    EXPECT_TRUE(found.in_order);
  });
}

TEST_F(Live, FromTheFirstDroppedEventOnNothingIsGiven) {
  StreamWriter &stream = begin();
  for (u64 i = 0; i < 10; ++i)
    stream.append(numbered(i), i + 1);
  manifest_.lost(6, 0);
  stop_ = true;
  MergedReader events(follow());
  u64 seen = 0;
  while (events.next())
    ++seen;
  EXPECT_EQ(seen, 5u);
}

TEST_F(Live, NothingIsThereAndItIsToStop) {
  test::TemporaryFolder empty;
  std::string error;
  stop_ = true;
  EXPECT_FALSE(LiveTrace::open(empty.path(), {true, &stop_}, error));
  EXPECT_NE(error.find("holds no trace"), std::string::npos) << error;
}

} // namespace
} // namespace cts
