#include "trace/live.h"

#include "trace/ahead.h"
#include "trace/test_support.h"

#include <ctime>
#include <gtest/gtest.h>
#include <thread>

namespace cts {
namespace {

using test::numbered;

// A stamp of the trace's clock.
u64 now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<u64>(time.tv_sec) * 1'000'000'000 + static_cast<u64>(time.tv_nsec);
}

// Records as a recorder does.
void record(StreamWriter &stream, u64 number) {
  std::atomic_ref claim(stream.entry()->recording);
  claim.store(StreamEntry::stamped, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  stream.append(numbered(number), now());
  claim.store(StreamEntry::idle, std::memory_order_release);
}

// A recorder of this process, which never ends; `stop` replaces its end.
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

// Every event comes once, in order, whether it was seen in the tail, in the file, or in both.
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
      for (u64 i = 0; i < count; ++i)
        record(stream, i);
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

// Two threads record as fast as they can, and each claims its stream before it takes a stamp: no
// event follows one with a later stamp. Only this needs the memory order.
TEST_F(Live, NoEventComesBehindTheMomentThatWasGivenFree) {
  constexpr u64 count = 200'000;
  constexpr std::size_t recorders = 2;
  std::deque<std::atomic<bool>> over(recorders);
  for (std::size_t i = 0; i < recorders; ++i)
    begin();
  LiveTrace &live = follow();
  const auto record_all = [&](std::size_t number) {
    for (u64 i = 0; i < count; ++i)
      record(streams_[number], i);
    over[number] = true;
    stop_ = over[0] && over[1];
  };
  std::thread one(record_all, 0), other(record_all, 1);
  MergedReader events(live);
  u64 seen = 0, latest = 0;
  while (const RawEvent *raw = events.next()) {
    EXPECT_GE(raw->time, latest);
    latest = std::max(latest, raw->time);
    ++seen;
  }
  one.join();
  other.join();
  EXPECT_EQ(seen, recorders * count);
  EXPECT_EQ(events.damage(), "");
}

// The judge looks at the trace, and back at its events, while another thread reads the trace to its
// end.
TEST_F(Live, TheTraceStaysWhatItIsUntilItIsSettled) {
  StreamWriter &stream = begin();
  for (u64 i = 0; i < 30'000; ++i)
    record(stream, i);
  LiveTrace &live = follow();
  const std::vector<u32> threads = live.trace().threads();
  begin();
  AheadReader events(live);
  stop_ = true;
  for (u64 i = 0; i < 30'000; ++i) {
    ASSERT_NE(events.next(), nullptr);
    if (i % 1000 == 0)
      live.look_back([&](const auto &stream_of) {
        RawEvent raw;
        EXPECT_TRUE(stream_of(0).next(raw));
      });
    EXPECT_TRUE(live.trace().growing());
  }
  EXPECT_EQ(events.next(), nullptr);
  EXPECT_EQ(events.damage(), "");
  EXPECT_EQ(live.trace().threads(), threads);
  live.settle();
  EXPECT_FALSE(live.trace().growing());
  EXPECT_EQ(live.trace().threads().size(), 2u);
}

// The stream's file has padding after the packets.
TEST_F(Live, AProcessThatDoesNotEndInOrder) {
  StreamWriter &stream = begin();
  for (u64 i = 0; i < 30'000; ++i)
    record(stream, i);
  MergedReader events(follow());
  for (u64 i = 0; i < 30'000; ++i)
    ASSERT_NE(events.next(), nullptr);
  stop_ = true;
  EXPECT_EQ(events.next(), nullptr);
  EXPECT_EQ(events.damage(), "");
}

// Room appears only when the judge continues, so it must not wait for a thread that waits for room:
// neither one that has not recorded for a while, nor one that begins.
class LiveWaiting : public Live, public testing::WithParamInterface<bool> {};

TEST_P(LiveWaiting, ForRoomHoldsNobodyBack) {
  constexpr u64 count = 200'000; // twice as many as fit
  constexpr u64 of_packet = (packet_bytes - sizeof(PacketHeader)) /
                            (header_bytes + fixed_bytes<false, event::sync_region>());
  const bool begins = GetParam();
  ManifestHeader &manifest = manifest_.header();
  manifest.limit = 2 * live_stream_bytes; // the minimum of any limit
  manifest.waits = 1;
  StreamWriter &fast = begin();
  StreamWriter *slow = begins ? nullptr : &begin();
  for (u64 i = 0; slow && i < of_packet; ++i)
    record(*slow, i);
  const u64 before = now();
  LiveTrace &live = follow(false);
  while (live.wait() < before) {
  }
  std::thread recorder([&] {
    for (u64 i = 0; i < count; ++i)
      record(fast, i);
  });
  while (std::atomic_ref(manifest.used).load() + packet_bytes <= manifest.limit)
    std::this_thread::yield();
  std::thread waiter([&] {
    if (slow) {
      record(*slow, of_packet);
      return;
    }
    StreamWriter &stream = streams_.emplace_back();
    const u32 number = std::atomic_ref(manifest.streams).fetch_add(1);
    if (stream.open(path_.c_str(), number, &manifest_, 2))
      record(stream, 0);
  });
  while (slow ? std::atomic_ref(slow->entry()->recording).load() == StreamEntry::idle
              : std::atomic_ref(manifest.streams).load() == 1)
    std::this_thread::yield();
  std::thread end([&] {
    recorder.join();
    waiter.join();
    stop_ = true;
  });
  MergedReader events(live);
  u64 seen = 0;
  while (events.next())
    ++seen;
  end.join();
  EXPECT_EQ(seen, count + 1 + (begins ? 0 : of_packet));
  EXPECT_EQ(events.discarded(), 0u);
  EXPECT_EQ(events.damage(), "");
}
INSTANTIATE_TEST_SUITE_P(Two, LiveWaiting, testing::Bool(), [](const auto &begins) {
  return begins.param ? "AThreadThatBegins" : "OneThatRecordsSeldom";
});

// An event that a finding names is found as long as its packet is kept.
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

// This happens if the program has put other memory in the place of the recorder's.
TEST_F(Live, AnEventThatIsSeenTooLateStaysADamage) {
  StreamWriter &late = begin(), &other = begin();
  late.append(numbered(0), 1);
  other.append(numbered(0), 3);
  MergedReader events(follow());
  for (int i = 0; i < 2; ++i)
    ASSERT_NE(events.next(), nullptr);
  late.append(numbered(1), 2);
  ASSERT_NE(events.next(), nullptr);
  stop_ = true;
  EXPECT_EQ(events.next(), nullptr);
  EXPECT_EQ(events.damage(), "an event was seen after later ones had been judged");
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
