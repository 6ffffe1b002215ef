#include "trace/ahead.h"
#include "trace/test_support.h"

#include <gtest/gtest.h>
#include <malloc.h>
#include <random>

namespace {

using namespace cts;
using namespace cts::test;

// The trace of threads that write as many numbered events each as `counts` says, at the times that
// `time` gives for a thread and a number.
std::optional<Trace> written(const TemporaryFolder &folder, const std::vector<u64> &counts,
                             auto time, auto then) {
  const std::string path = folder.path();
  write_surroundings(path);
  for (u32 thread = 0; thread < counts.size(); ++thread) {
    StreamWriter writer;
    EXPECT_TRUE(writer.open(path.c_str(), thread));
    for (u64 i = 0; i < counts[thread]; ++i)
      EXPECT_TRUE(writer.append(numbered(i), time(thread, i)));
    writer.close();
  }
  then();
  std::string error;
  make_manifest(path, manifest_of_process());
  auto trace = Trace::open(path, error);
  EXPECT_TRUE(trace) << error;
  return trace;
}

std::optional<Trace> written(const TemporaryFolder &folder, const std::vector<u64> &counts,
                             auto time) {
  return written(folder, counts, time, [] {});
}

TEST(Merge, OrdersByStampThenThreadAndKeepsEachThreadsOrder) {
  TemporaryFolder folder;
  constexpr u32 threads = 7;
  constexpr u64 count = 20'000;
  std::mt19937 random(3);
  u64 time = 0;
  const auto trace = written(folder, std::vector(threads, count), [&](u32, u64 i) {
    return time = i ? time + random() % 3 : random() % 50; // ties within and between the threads
  });
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->threads().size(), threads);
  MergedReader events(*trace);
  u64 total = 0, next[threads] = {}, last_time = 0;
  u32 last_thread = 0;
  while (const RawEvent *raw = events.next()) {
    ASSERT_LT(raw->thread, threads);
    ASSERT_EQ(raw->position, next[raw->thread]++);
    ASSERT_TRUE(raw->time > last_time || (raw->time == last_time && raw->thread >= last_thread))
        << total;
    last_time = raw->time;
    last_thread = raw->thread;
    ++total;
  }
  EXPECT_EQ(total, count * threads);
  EXPECT_EQ(events.damage(), "");
}

// With many threads one after the other, only one packet is in memory at a time.
TEST(Merge, ReadsAPacketWhenItIsDueAndForgetsIt) {
  TemporaryFolder folder;
  constexpr u32 threads = 60;
  constexpr u64 count = 2'000;
  u64 time = 0;
  const auto trace = written(folder, std::vector(threads, count), [&](u32, u64) { return ++time; });
  ASSERT_TRUE(trace);
  const auto before = mallinfo2().uordblks;
  MergedReader events(*trace);
  std::size_t most = 0;
  u64 total = 0;
  for (const RawEvent *raw = events.next(); raw; raw = events.next(), ++total)
    if (raw->position == 0)
      most = std::max(most, mallinfo2().uordblks - before);
  EXPECT_EQ(total, count * threads);
  EXPECT_LT(most, std::size_t{4} * packet_bytes);
}

// Reading ahead gives the same events, also with delayed events, and again after they have come.
TEST(Merge, ReadingAheadGivesTheSameOrder) {
  for (const u64 count : {u64{50}, u64{40'000}}) { // on request; by a thread
    TemporaryFolder folder;
    std::mt19937 random(5);
    u64 time = 0;
    const auto trace = written(folder, std::vector(5, count), [&](u32, u64 i) {
      return time = i ? time + random() % 4 : random() % 50;
    });
    ASSERT_TRUE(trace);
    MergedReader plain(*trace);
    AheadReader ahead(*trace);
    u64 step = 0, total = 0;
    std::pair<u32, u64> put_off{~0u, 0};
    while (true) {
      const RawEvent *expected = plain.next(), *got = ahead.next();
      ASSERT_EQ(expected == nullptr, got == nullptr);
      if (!expected)
        break;
      ASSERT_EQ(got->thread, expected->thread) << step;
      ASSERT_EQ(got->position, expected->position) << step;
      event::sync_region e;
      ASSERT_TRUE(decode(*got, e));
      ASSERT_EQ(e.codeptr_ra, got->position);
      const std::pair<u32, u64> now{got->thread, got->position};
      if (++step % 7 == 0 && put_off != now) {
        put_off = now;
        const u64 until = got->time + random() % 40;
        plain.defer(until);
        ahead.defer(until);
      } else {
        ++total;
      }
    }
    EXPECT_EQ(total, 5 * count);
    EXPECT_EQ(ahead.damage(), "");
  }
}

// While the other threads are silent, events after a briefly delayed one need not be kept.
TEST(Merge, WhatComesLaterIsNotKeptWhereAnEventIsPutOff) {
  TemporaryFolder folder;
  constexpr u64 count = 100'000;
  const auto trace =
      written(folder, {count, 1}, [](u32 thread, u64 i) { return thread ? 20 * count : 10 * i; });
  ASSERT_TRUE(trace);
  AheadReader events(*trace);
  const RawEvent *raw = events.next();
  const auto before = mallinfo2().uordblks;
  events.defer(raw->time + 15);
  for (u64 position = 0; position < 1000; ++position) {
    raw = events.next();
    ASSERT_TRUE(raw);
    ASSERT_EQ(raw->position, position);
  }
  // The reading thread may have allocated the memory of a batch meanwhile.
  EXPECT_LT(mallinfo2().uordblks, before + 4 * packet_bytes);
}

TEST(Merge, AThreadWhoseClockRunsBackKeepsItsOrder) {
  TemporaryFolder folder;
  const u64 times[2][3] = {{10, 5, 20}, {7, 8, 30}};
  const auto trace = written(folder, {3, 3}, [&](u32 thread, u64 i) { return times[thread][i]; });
  ASSERT_TRUE(trace);
  MergedReader events(*trace);
  u64 next[2] = {}, total = 0;
  while (const RawEvent *raw = events.next()) {
    ASSERT_EQ(raw->position, next[raw->thread]++);
    ++total;
  }
  EXPECT_EQ(total, 6u);
}

TEST(Merge, DamageInOneThreadLeavesTheOthersReadable) {
  TemporaryFolder folder;
  const auto trace = written(
      folder, {10, 10}, [](u32, u64 i) { return i; },
      [&] {
        std::string bytes = read_file(folder / "thread_000000");
        bytes[0] = 0;
        write_file(folder / "thread_000000", bytes);
      });
  ASSERT_TRUE(trace);
  MergedReader events(*trace);
  u64 total = 0;
  while (events.next())
    ++total;
  EXPECT_EQ(total, 10u);
  EXPECT_NE(events.damage().find("not a packet"), std::string::npos);
}

TEST(Merge, ATraceWithoutStreamsIsEmpty) {
  TemporaryFolder folder;
  const auto trace = written(folder, {}, [](u32, u64) { return 0; });
  ASSERT_TRUE(trace);
  MergedReader events(*trace);
  EXPECT_EQ(events.next(), nullptr);
  EXPECT_EQ(events.next(), nullptr);
}

} // namespace
