// Traces with every damage that a crash, a full disk or a person can cause.
#include "trace/code_names.h"
#include "trace/test_support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace {

using namespace cts;
using namespace cts::test;

constexpr u64 per_packet = (packet_bytes - sizeof(PacketHeader)) /
                           (header_bytes + fixed_bytes<false, event::sync_region>());
constexpr u64 count = per_packet * 2 + 100; // two full packets and a third
const std::string last_words = " of thread 0";

class Reader : public testing::Test {
protected:
  void SetUp() override { write_surroundings(folder_.path()); }

  // Records the events; an open stream leaves its last packet in the tail, as a crash does.
  void record(bool crash = false) {
    ASSERT_TRUE(writer_.open(path_.c_str(), 0));
    for (u64 i = 0; i < count; ++i)
      ASSERT_TRUE(writer_.append(numbered(i), i));
    if (!crash)
      writer_.close();
    make_manifest(path_, manifest_of_process());
  }
  // Changes the stream's entry in the manifest.
  template <class F> void note(F change) {
    std::string bytes = read_file(folder_ / "info/manifest");
    change(*reinterpret_cast<StreamEntry *>(bytes.data() + manifest_header_bytes));
    write_file(folder_ / "info/manifest", bytes);
  }
  // The damage that the manifest and the folder show before a stream is read.
  std::string difference() {
    std::string error;
    const auto trace = Trace::open(path_, error);
    return trace ? trace->damage() : error;
  }
  // Changes the stream's bytes.
  template <class F> void damage(F change) {
    std::string bytes = read_file(stream_);
    change(bytes);
    write_file(stream_, bytes);
  }
  Outcome read() {
    std::string error;
    const auto trace = Trace::open(path_, error);
    EXPECT_TRUE(trace) << error;
    return trace ? read_numbered(trace->stream(0)) : Outcome{};
  }
  void expect(const Outcome &outcome, u64 events, const std::string &damage) {
    EXPECT_EQ(outcome.events, events);
    EXPECT_TRUE(outcome.in_order);
    if (damage.empty())
      EXPECT_EQ(outcome.damage, "");
    else
      EXPECT_NE(outcome.damage.find(damage), std::string::npos) << outcome.damage;
  }
  void expect_no_trace(const std::string &reason) {
    std::string error;
    EXPECT_FALSE(Trace::open(path_, error));
    EXPECT_NE(error.find(reason), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  static PacketHeader &header(std::string &bytes, std::size_t at) {
    return *reinterpret_cast<PacketHeader *>(bytes.data() + at);
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.path();
  std::string stream_ = folder_ / "thread_000000";
  std::string tail_ = stream_ + tail_suffix;
  StreamWriter writer_;
};

TEST_F(Reader, GivesBackWhatWasRecorded) {
  record();
  expect(read(), count, "");
  EXPECT_FALSE(std::filesystem::exists(tail_));
}

TEST_F(Reader, ACrashLosesNothing) {
  record(true);
  EXPECT_TRUE(std::filesystem::exists(tail_));
  expect(read(), count, "");
}

TEST_F(Reader, WhatIsWholeDiffersInNothing) {
  record();
  EXPECT_EQ(difference(), "");
}

TEST_F(Reader, AMissingStreamIsDamage) {
  record();
  std::filesystem::remove(stream_);
  EXPECT_NE(difference().find("stream 0: it is missing"), std::string::npos) << difference();
}

TEST_F(Reader, AnEmptyStreamIsDamage) {
  record();
  write_file(stream_, "");
  EXPECT_NE(difference().find("0 bytes instead of"), std::string::npos) << difference();
}

TEST_F(Reader, AStreamCutAtAPacketsEndIsDamage) {
  record();
  damage([](std::string &bytes) { bytes.resize(header(bytes, 0).packet_size / 8); });
  EXPECT_NE(difference().find("bytes instead of"), std::string::npos) << difference();
  expect(read(), per_packet, "2 packets are missing at the end");
}

TEST_F(Reader, AMissingTailIsDamage) {
  record(true);
  std::filesystem::remove(tail_);
  EXPECT_NE(difference().find("its last packet is missing"), std::string::npos) << difference();
}

TEST_F(Reader, AFileThatVanishesWhileItIsReadIsDamage) {
  record(true);
  for (const std::string &file : {stream_, tail_}) {
    std::string error;
    const auto trace = Trace::open(path_, error);
    ASSERT_TRUE(trace) << error;
    const std::string bytes = read_file(file);
    for (const bool emptied : {false, true}) {
      std::filesystem::remove(file);
      if (emptied)
        write_file(file, "");
      expect(read_numbered(trace->stream(0)), file == stream_ ? 0 : per_packet * 2,
             !emptied          ? "cannot be read: No such file or directory"
             : file == stream_ ? "2 packets are missing"
                               : "was emptied while it was read");
    }
    write_file(file, bytes);
  }
}

TEST_F(Reader, ATailThatHasBeenAppendedMeanwhileIsNone) {
  record(true);
  std::string error;
  const auto trace = Trace::open(path_, error);
  ASSERT_TRUE(trace) << error;
  writer_.close();
  expect(read_numbered(trace->stream(0)), count, "");
}

TEST_F(Reader, AnEmptyTailIsDamage) {
  record(true);
  write_file(tail_, "");
  EXPECT_NE(difference().find("its last packet is cut off"), std::string::npos) << difference();
}

TEST_F(Reader, AStreamTwiceIsDamage) {
  record();
  write_file(folder_ / "thread_000001", read_file(stream_));
  EXPECT_NE(difference().find("stream 1: the manifest does not name it"), std::string::npos);
  std::string error;
  const auto trace = Trace::open(path_, error);
  ASSERT_TRUE(trace);
  EXPECT_NE(read_numbered(trace->stream(1)).damage.find("a packet of stream 0"), std::string::npos);
}

TEST_F(Reader, APacketTwiceIsDamage) {
  record();
  damage([](std::string &bytes) {
    bytes.insert(0, bytes.substr(0, header(bytes, 0).packet_size / 8));
  });
  expect(read(), per_packet, "a packet twice");
}

TEST_F(Reader, AChangedByteIsDamage) {
  record();
  damage([](std::string &bytes) { bytes[header(bytes, 0).packet_size / 8 + 500] ^= 4; });
  expect(read(), per_packet, "checksum differs");
}

TEST_F(Reader, APacketOfAnotherRunIsDamage) {
  record();
  std::string bytes = read_file(folder_ / "info/manifest");
  reinterpret_cast<ManifestHeader *>(bytes.data())->trace ^= 1;
  write_file(folder_ / "info/manifest", bytes);
  expect(read(), 0, "a packet of another trace");
}

TEST_F(Reader, APacketThatThereWasNoTimeToNoteCounts) {
  record(true);
  note([](StreamEntry &entry) { entry.packets -= 1; });
  expect(read(), count, "");
}

TEST_F(Reader, APacketInTheFileAndStillInTheTailCountsOnce) {
  record();
  std::string bytes = read_file(stream_);
  const std::size_t second = header(bytes, 0).packet_size / 8;
  const std::size_t third = second + header(bytes, second).packet_size / 8;
  write_file(tail_, bytes.substr(third)); // killed between appending and restarting the buffer
  note([](StreamEntry &entry) { entry.state = StreamEntry::open, entry.packets = 2; });
  expect(read(), count, "");
}

TEST_F(Reader, APacketTornWhileItWasAppendedIsInTheTail) {
  record();
  std::string bytes = read_file(stream_);
  const std::size_t second = header(bytes, 0).packet_size / 8;
  const std::size_t third = second + header(bytes, second).packet_size / 8;
  write_file(tail_, bytes.substr(third));
  note([](StreamEntry &entry) { entry.state = StreamEntry::open, entry.packets = 2; });
  for (const std::size_t kept : {std::size_t{1}, sizeof(PacketHeader) - 1, sizeof(PacketHeader),
                                 sizeof(PacketHeader) + 1000}) {
    write_file(stream_, bytes.substr(0, third + kept));
    expect(read(), count, "");
  }
}

TEST_F(Reader, ATruncatedLastPacketIsDamage) {
  record();
  damage([](std::string &bytes) { bytes.resize(bytes.size() - 5); });
  expect(read(), per_packet * 2, "cut off");
  damage([](std::string &bytes) { bytes.resize(per_packet); });
  expect(read(), 0, "cut off");
  damage([](std::string &bytes) { bytes.resize(10); });
  expect(read(), 0, "not a packet");
}

TEST_F(Reader, AWrongMagicIsDamage) {
  record();
  damage([](std::string &bytes) { header(bytes, header(bytes, 0).packet_size / 8).magic ^= 1; });
  expect(read(), per_packet, "not a packet");
}

TEST_F(Reader, APacketOfAnotherFormatIsDamage) {
  record();
  damage([](std::string &bytes) { header(bytes, 0).uuid[3] ^= 1; });
  expect(read(), 0, "not a packet");
}

TEST_F(Reader, AMissingPacketIsDamage) {
  record();
  damage([](std::string &bytes) {
    const std::size_t second = header(bytes, 0).packet_size / 8;
    bytes.erase(second, header(bytes, second).packet_size / 8);
  });
  expect(read(), per_packet, "a packet is missing");
}

TEST_F(Reader, AnImpossibleContentSizeIsDamage) {
  record();
  for (const u64 size :
       {u64{0}, u64{8 * (sizeof(PacketHeader) - 1)}, u64{packet_bytes} * 8 + 8, ~u64{0}}) {
    damage([&](std::string &bytes) { header(bytes, 0).content_size = size; });
    expect(read(), 0, "not a packet");
  }
}

TEST_F(Reader, AnUnknownEventCodeIsDamage) {
  record();
  damage([](std::string &bytes) { bytes[sizeof(PacketHeader)] = 39; });
  make_manifest(path_, manifest_of_process(), true);
  expect(read(), 0, "none of ours, event 0" + last_words);
}

TEST_F(Reader, HalfARecordAtThePacketsEndIsDamage) {
  record();
  for (const u64 missing : {1, 24}) {
    damage([&](std::string &bytes) {
      header(bytes, 0).content_size =
          8 * (sizeof(PacketHeader) +
               per_packet * (header_bytes + fixed_bytes<false, event::sync_region>()) - missing);
    });
    make_manifest(path_, manifest_of_process(), true);
    expect(read(), per_packet - 1, "half a record");
  }
}

TEST_F(Reader, ATextThatDoesNotEndIsDamage) {
  ASSERT_TRUE(writer_.open(path_.c_str(), 0));
  ASSERT_TRUE(writer_.append(event::start_tool{1, "a text"}, 1));
  writer_.close();
  damage([](std::string &bytes) { bytes[header(bytes, 0).content_size / 8 - 1] = 'x'; });
  make_manifest(path_, manifest_of_process(), true);
  expect(read(), 0, "none of ours");
}

TEST_F(Reader, DroppedEventsAreToldOf) {
  record(true);
  writer_.close();
  damage([](std::string &bytes) {
    const std::size_t second = header(bytes, 0).packet_size / 8;
    header(bytes, second).discarded = 17;
    header(bytes, second + header(bytes, second).packet_size / 8).discarded = 18;
  });
  make_manifest(path_, manifest_of_process(), true);
  EXPECT_EQ(read().discarded, 18u);
}

TEST_F(Reader, ForeignCtfIsNoTraceOfOurs) {
  write_file(folder_ / "metadata", "/* CTF 1.8 */\ntrace { major = 1; };\n");
  expect_no_trace("no trace of ompt-checker");
}

TEST_F(Reader, AFolderWithoutMetadataIsNoTrace) {
  std::filesystem::remove(folder_ / "metadata");
  expect_no_trace("no trace of ompt-checker");
}

TEST_F(Reader, ATraceWithoutItsManifestIsDamaged) {
  write_file(folder_ / "info/manifest", "short");
  expect_no_trace("info/manifest");
  std::filesystem::remove(folder_ / "info/manifest");
  expect_no_trace("info/manifest");
}

TEST_F(Reader, AFileIsNoTrace) {
  path_ += "/metadata";
  expect_no_trace("is not a directory");
}

TEST_F(Reader, AStreamThatNobodyWritesIsDamage) {
  for (const char *name : {"thread_4294967295", "thread_4000000000", "thread_016384", "thread_7",
                           "thread_000001.old", "thread_"}) {
    write_file(folder_ / name, "");
    expect_no_trace(std::string("damaged: ") + name);
    std::filesystem::remove(folder_ / name);
  }
}

TEST_F(Reader, APipeIsNotWaitedFor) {
  const auto pipe_instead_of = [&](const char *name) {
    std::filesystem::remove(folder_ / name);
    ASSERT_EQ(::mkfifo((folder_ / name).c_str(), 0600), 0);
  };
  pipe_instead_of("info/maps");
  EXPECT_EQ(read().events, 0u);
  pipe_instead_of("thread_000000");
  expect_no_trace("damaged: thread_000000");
  pipe_instead_of("info/manifest");
  expect_no_trace("info/manifest");
  pipe_instead_of("metadata");
  expect_no_trace("no trace of ompt-checker");
}

TEST_F(Reader, AFileIsTheRecordedOneByItsNumberAndTime) {
  const std::string code = folder_ / "code", pipe = folder_ / "pipe";
  write_file(code, "code");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  struct stat facts {};
  ASSERT_EQ(::stat(code.c_str(), &facts), 0);
  const auto recorded = [&](unsigned long long number, const std::string &file) {
    write_file(folder_ / "info/maps",
               fmt::format("5500-5600 r-xp 00001000 fe:00 {}  {}\n", number, file));
    return as_recorded({0x5500, 0x5600, 0x1000, file, file}, path_);
  };
  EXPECT_TRUE(recorded(facts.st_ino, code));
  EXPECT_TRUE(recorded(0, code));
  EXPECT_FALSE(recorded(facts.st_ino + 1, code));
  EXPECT_FALSE(recorded(facts.st_ino, pipe));
  EXPECT_FALSE(recorded(0, pipe));
  EXPECT_FALSE(recorded(0, folder_ / "none"));
  const auto copied = [&](const std::string &file) {
    return as_recorded({0x5500, 0x5600, 0x1000, code, file}, path_);
  };
  write_file(folder_ / "copy", "written after the trace");
  EXPECT_TRUE(copied(folder_ / "copy"));
  EXPECT_FALSE(copied(pipe));
}

TEST_F(Reader, ExecutableMappingsAreRead) {
  write_file(folder_ / "info/maps",
             "5500-5600 r-xp 00001000 fe:00 12                   /bin/a name with blanks\n"
             "7f00-7f10 r-xp 00000000 00:00 0                          [vdso]\n"
             "rubbish\n"
             "8000-8100 r-xp 00000000 00:00 0\n");
  std::string error;
  const auto trace = Trace::open(path_, error);
  ASSERT_TRUE(trace) << error;
  ASSERT_GE(trace->mappings().size(), 2u);
  EXPECT_EQ(trace->mappings()[0].path, "/bin/a name with blanks");
  EXPECT_EQ(trace->mappings()[0].file_offset, 0x1000u);
  EXPECT_EQ(trace->mappings()[1].path, "[vdso]");
}

} // namespace
