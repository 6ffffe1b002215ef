#include "trace/ahead.h"
#include "trace/test_support.h"

#include <gtest/gtest.h>
#include <malloc.h>
#include <random>

namespace {

using namespace cts;
using namespace cts::test;

std::optional<Trace> open_trace(const std::string &folder) {
  std::string error;
  make_manifest(folder, manifest_of_process());
  auto trace = Trace::open(folder, error);
  EXPECT_TRUE(trace) << error;
  return trace;
}

TEST(Merge, OrdersByStampThenThreadAndKeepsEachThreadsOrder) {
  TemporaryFolder folder;
  const std::string path = folder.path();
  write_surroundings(path);
  constexpr u32 threads = 7;
  constexpr u64 count = 20'000;
  std::mt19937 random(3);
  for (u32 thread = 0; thread < threads; ++thread) {
    StreamWriter writer;
    ASSERT_TRUE(writer.open(path.c_str(), thread));
    u64 time = random() % 50;
    for (u64 i = 0; i < count; ++i) {
      ASSERT_TRUE(writer.append(numbered(i), time));
      time += random() % 3; // ties within and between the threads
    }
    writer.close();
  }
  const auto trace = open_trace(path);
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
  const std::string path = folder.path();
  write_surroundings(path);
  constexpr u32 threads = 60;
  constexpr u64 count = 2'000;
  u64 time = 0;
  for (u32 thread = 0; thread < threads; ++thread) {
    StreamWriter writer;
    ASSERT_TRUE(writer.open(path.c_str(), thread));
    for (u64 i = 0; i < count; ++i)
      ASSERT_TRUE(writer.append(numbered(i), ++time));
    writer.close();
  }
  const auto trace = open_trace(path);
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
    const std::string path = folder.path();
    write_surroundings(path);
    std::mt19937 random(5);
    for (u32 thread = 0; thread < 5; ++thread) {
      StreamWriter writer;
      ASSERT_TRUE(writer.open(path.c_str(), thread));
      u64 time = random() % 50;
      for (u64 i = 0; i < count; ++i) {
        ASSERT_TRUE(writer.append(numbered(i), time));
        time += random() % 4;
      }
      writer.close();
    }
    const auto trace = open_trace(path);
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
  const std::string path = folder.path();
  write_surroundings(path);
  constexpr u64 count = 100'000;
  for (u32 thread = 0; thread < 2; ++thread) {
    StreamWriter writer;
    ASSERT_TRUE(writer.open(path.c_str(), thread));
    for (u64 i = 0; i < (thread ? 1 : count); ++i)
      ASSERT_TRUE(writer.append(numbered(i), thread ? 20 * count : 10 * i));
    writer.close();
  }
  const auto trace = open_trace(path);
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
  const std::string path = folder.path();
  write_surroundings(path);
  const u64 times[2][3] = {{10, 5, 20}, {7, 8, 30}};
  for (u32 thread = 0; thread < 2; ++thread) {
    StreamWriter writer;
    ASSERT_TRUE(writer.open(path.c_str(), thread));
    for (u64 i = 0; i < 3; ++i)
      ASSERT_TRUE(writer.append(numbered(i), times[thread][i]));
    writer.close();
  }
  const auto trace = open_trace(path);
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
  const std::string path = folder.path();
  write_surroundings(path);
  for (u32 thread = 0; thread < 2; ++thread) {
    StreamWriter writer;
    ASSERT_TRUE(writer.open(path.c_str(), thread));
    for (u64 i = 0; i < 10; ++i)
      ASSERT_TRUE(writer.append(numbered(i), i));
    writer.close();
  }
  std::string bytes = read_file(folder / "thread_000000");
  bytes[0] = 0;
  write_file(folder / "thread_000000", bytes);
  const auto trace = open_trace(path);
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
  write_surroundings(folder.path());
  const auto trace = open_trace(folder.path());
  ASSERT_TRUE(trace);
  MergedReader events(*trace);
  EXPECT_EQ(events.next(), nullptr);
  EXPECT_EQ(events.next(), nullptr);
}

} // namespace
