#include "trace/test_support.h"

#include <csignal>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace cts;
using namespace cts::test;

Outcome read_back(const std::string &folder) {
  write_surroundings(folder);
  std::string error;
  const auto trace = Trace::open(folder, error);
  EXPECT_TRUE(trace) << error;
  return trace ? read_numbered(trace->stream(0)) : Outcome{};
}

// Records until the file system refuses, and some more events.
struct Refused {
  u64 accepted = 0;
  u64 dropped = 0;
};
Refused record_until_refused(StreamWriter &writer, u64 most) {
  Refused result;
  for (u64 i = 0; i < most && result.dropped < 100; ++i)
    ++(writer.append(numbered(result.accepted), i) ? result.accepted : result.dropped);
  writer.close();
  return result;
}

constexpr u64 more_than_fits = 200'000; // 8 MB of events

TEST(StreamWriter, AFullFileSystemDropsOnlyWhatComesAfterwards) {
  TemporaryFolder folder;
  if (::mount("none", folder.path().c_str(), "tmpfs", 0, "size=1m") != 0)
    GTEST_SKIP() << "a full disk is played with a small tmpfs, and this user may not mount one";
  const struct Unmount {
    std::string path;
    ~Unmount() { ::umount(path.c_str()); }
  } unmount{folder.path()};
  const std::string path = folder.path();
  write_surroundings(path); // before the file system is full
  std::filesystem::remove(path + "/info/manifest");
  ManifestFile manifest;
  ASSERT_EQ(manifest.create(path.c_str(), 0), 0);
  StreamWriter writer;
  ASSERT_TRUE(writer.open(path.c_str(), 0, &manifest));
  const Refused refused = record_until_refused(writer, more_than_fits);
  EXPECT_EQ(refused.dropped, 100u);
  EXPECT_EQ(writer.discarded(), 100u);
  std::string error;
  const auto trace = Trace::open(path, error);
  ASSERT_TRUE(trace) << error;
  const Outcome outcome = read_numbered(trace->stream(0));
  EXPECT_EQ(outcome.events, refused.accepted);
  EXPECT_GT(outcome.events, 1000u);
  EXPECT_TRUE(outcome.in_order);
  EXPECT_EQ(outcome.damage, "");
  EXPECT_EQ(outcome.discarded, 100u);

  EXPECT_EQ(trace->damage(), "");
  EXPECT_EQ(trace->loss(), "No space left on device");
  EXPECT_EQ(trace->manifest().lost_from, refused.accepted);

  StreamWriter another;
  EXPECT_FALSE(another.open(path.c_str(), 1, &manifest));
  EXPECT_FALSE(another.append(numbered(0), 0));
  EXPECT_EQ(another.discarded(), 1u);
  EXPECT_FALSE(std::filesystem::exists(path + "/thread_000001.tail"));
}

// The same with a limit of the user (ulimit -f).
TEST(StreamWriter, AFileSizeLimitDropsOnlyWhatComesAfterwards) {
  TemporaryFolder folder;
  const std::string path = folder.path();
  int pipe_ends[2];
  ASSERT_EQ(::pipe(pipe_ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{3 * packet_bytes, 3 * packet_bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    StreamWriter writer;
    Refused refused;
    if (writer.open(path.c_str(), 0))
      refused = record_until_refused(writer, more_than_fits);
    const bool told = ::write(pipe_ends[1], &refused, sizeof refused) == sizeof refused;
    ::_exit(told ? 0 : 1);
  }
  Refused refused;
  ASSERT_EQ(::read(pipe_ends[0], &refused, sizeof refused), ssize_t{sizeof refused});
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
  EXPECT_EQ(refused.dropped, 100u);
  const Outcome outcome = read_back(path);
  EXPECT_EQ(outcome.events, refused.accepted);
  EXPECT_GT(outcome.events, 10000u);
  EXPECT_TRUE(outcome.in_order);
  EXPECT_EQ(outcome.damage, "");
  EXPECT_EQ(outcome.discarded, 100u);
}

TEST(StreamWriter, AClosedStreamGoesOn) {
  TemporaryFolder folder;
  const std::string path = folder.path();
  StreamWriter writer;
  ASSERT_TRUE(writer.open(path.c_str(), 0));
  for (u64 i = 0; i < 30; ++i) {
    ASSERT_TRUE(writer.append(numbered(i), i));
    if (i % 10 == 9)
      writer.close();
  }
  const Outcome outcome = read_back(path);
  EXPECT_EQ(outcome.events, 30u);
  EXPECT_TRUE(outcome.in_order);
  EXPECT_EQ(outcome.damage, "");
}

TEST(StreamWriter, TheLongestRecordFitsAndALongerOneHarmsNoOther) {
  TemporaryFolder folder;
  const std::string path = folder.path();
  StreamWriter writer;
  ASSERT_TRUE(writer.open(path.c_str(), 0));
  const std::string longest(text_limit, 'x');
  const std::vector<u64> words(record_limit / 8);
  const List within(words.data(), list_limit);
  const List beyond(words.data(), record_limit / 8);
  u64 accepted = 0;
  for (u64 i = 0; i < 2000; ++i) {
    ASSERT_TRUE(writer.append(event::note{1, longest, longest, longest, 0, within}, i));
    accepted += 1 + writer.append(event::note{1, longest, longest, longest, 0, beyond}, i);
  }
  EXPECT_GT(writer.discarded(), 0u);
  EXPECT_EQ(accepted + writer.discarded(), 4000u);
  writer.close();
  EXPECT_GT(std::filesystem::file_size(folder / "thread_000000"), accepted * 5000);
  const Outcome outcome = read_back(path);
  EXPECT_EQ(outcome.events, accepted);
  EXPECT_EQ(outcome.damage, "");
}

TEST(StreamWriter, AForeignFileInItsPlaceIsLeftAlone) {
  TemporaryFolder folder;
  const std::string path = folder.path();
  write_file(folder / "thread_000000.tail", "somebody else's");
  StreamWriter writer;
  EXPECT_FALSE(writer.open(path.c_str(), 0));
  EXPECT_FALSE(writer.append(numbered(0), 0));
  EXPECT_EQ(read_file(folder / "thread_000000.tail"), "somebody else's");
}

// In all streams the record ends at one moment.
TEST(StreamWriter, ALimitStopsEveryStream) {
  TemporaryFolder folder;
  const std::string path = folder.path();
  write_surroundings(path);
  std::filesystem::remove(path + "/info/manifest");
  ManifestFile manifest;
  constexpr u64 limit = 2'000'000;
  ASSERT_EQ(manifest.create(path.c_str(), limit), 0);
  StreamWriter writers[2];
  u64 accepted[2] = {}, first_dropped = 0;
  for (u32 i = 0; i < 2; ++i)
    ASSERT_TRUE(writers[i].open(path.c_str(), i, &manifest));
  for (u64 i = 0; i < more_than_fits; ++i) {
    const u64 writer = i % 5 == 0;
    const bool good = writers[writer].append(numbered(accepted[writer]), i + 1);
    accepted[writer] += good;
    if (!good && !first_dropped)
      first_dropped = i + 1;
  }
  for (StreamWriter &writer : writers)
    writer.close();
  manifest.close();
  std::string error;
  const auto trace = Trace::open(path, error);
  ASSERT_TRUE(trace) << error;
  EXPECT_EQ(trace->damage(), "");
  EXPECT_EQ(trace->manifest().lost_from, first_dropped);
  EXPECT_NE(trace->loss().find("2000000 bytes"), std::string::npos) << trace->loss();
  u64 dropped = 0;
  for (u32 i = 0; i < 2; ++i) {
    const Outcome outcome = read_numbered(trace->stream(i));
    EXPECT_EQ(outcome.events, accepted[i]);
    EXPECT_EQ(outcome.damage, "");
    dropped += outcome.discarded;
  }
  EXPECT_EQ(dropped + accepted[0] + accepted[1], more_than_fits);
  EXPECT_LE(trace->manifest().used, limit);
}

} // namespace
