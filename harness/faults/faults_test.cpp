// The effects of a fault on a trace, consequences included.
#include "faults/batch.h"
#include "faults/fault.h"
#include "faults/scratch.h"
#include "trace/merge.h"
#include "trace/text.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace cts::faults {
namespace {

namespace fs = std::filesystem;

class FaultTest : public testing::Test {
protected:
  FaultTest() {
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  ~FaultTest() override { fs::remove_all(root_); }

  const std::vector<std::string> program_ = {
      "1 thread_begin thread_type=initial thread=+H@0x10",
      "1 implicit_task endpoint=begin parallel=null task=+A@0x20 actual_parallelism=1 index=1 "
      "flags=initial|implicit",
      "1 task_create encountering_task=A new_task=+B@0x30 flags=explicit",
      "1 probe_thread asked=task_create thread=H state=work_serial",
      "1 task_schedule prior_task=A prior_task_status=switch next_task=B",
      "2 thread_begin thread_type=worker thread=+W@0x40",
      "1 task_schedule prior_task=B prior_task_status=complete next_task=A",
      "2 thread_end thread=W",
      "1 thread_end thread=H",
  };

  // The brief events, with their threads, of the trace with this fault; none if it changes nothing.
  std::vector<std::string> with_fault(const std::string &id,
                                      const std::vector<std::string> &program) {
    std::string error;
    fs::remove_all(root_ / "true");
    EXPECT_TRUE(write_text_trace(root_ / "true", program, error)) << error;
    const auto history = History::load(root_ / "true", error);
    EXPECT_TRUE(history) << error;
    const auto faults = faults_of(*history, 1);
    const auto fault =
        std::find_if(faults.begin(), faults.end(), [&](const Fault &f) { return f.id() == id; });
    EXPECT_NE(fault, faults.end()) << "no fault " << id;
    const auto edit = fault == faults.end() ? std::nullopt : apply(*history, *fault);
    if (!edit)
      return {};
    Scratch scratch(*history, root_ / "faulty");
    scratch.write(*edit);
    const auto trace = Trace::open(root_ / "faulty", error);
    EXPECT_TRUE(trace) << error;
    MergedReader reader(*trace);
    std::vector<std::string> lines;
    while (const RawEvent *raw = reader.next())
      lines.push_back(fmt::format("{} {}", raw->thread, event_text(*raw, true)));
    EXPECT_EQ(reader.damage(), "");
    return lines;
  }
  std::vector<std::string> broken(const std::string &id) {
    const auto lines = with_fault(id, program_);
    EXPECT_FALSE(lines.empty()) << id << " changes nothing";
    return lines;
  }

  static bool has(const std::vector<std::string> &lines, const std::string &part) {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string &line) {
      return line.find(part) != std::string::npos;
    });
  }

  const fs::path root_ = fs::temp_directory_path() / fmt::format("cts-faults-{}", ::getpid());
};

TEST_F(FaultTest, WithoutItsCreationATaskIsAForeignWord) {
  const auto lines = broken("task_create/explicit:dropped@first");
  EXPECT_FALSE(has(lines, "task_create"));
  EXPECT_FALSE(has(lines, "probe_thread")) << "asked inside the callback that did not come";
  EXPECT_TRUE(has(lines, "next_task=?0x0@0x30"));
  EXPECT_TRUE(has(lines, "prior_task=?0x0@0x30 prior_task_status=complete next_task=T2"));
}

TEST_F(FaultTest, ASecondCreationGivesASecondIdentifier) {
  const auto lines = broken("task_create/explicit:duplicated@first");
  EXPECT_TRUE(has(lines, "new_task=+T3@0x30 "));
  EXPECT_TRUE(has(lines, fmt::format("new_task=+T5@0x30={:#x}", identifier_word(3))));
  EXPECT_TRUE(has(lines, "next_task=T5"));
  EXPECT_FALSE(has(lines, "next_task=T3"));
}

TEST_F(FaultTest, ANullWordStaysUnknown) {
  const auto lines = broken("task_create/explicit.new_task:null@first");
  EXPECT_FALSE(has(lines, "new_task="));
  EXPECT_TRUE(has(lines, "next_task=?0x0@0x30"));
}

TEST_F(FaultTest, AnotherEntitysWordIsTakenFromIt) {
  const auto lines = broken("task_create/explicit.new_task:another_live@first");
  EXPECT_TRUE(has(lines, fmt::format("new_task=+T3@0x20={:#x}", identifier_word(2))));
  EXPECT_TRUE(has(lines, "prior_task=T3 prior_task_status=switch next_task=?0x0@0x30"));
}

TEST_F(FaultTest, AnIdentifierIsLostFromOneEventOn) {
  const auto lines = broken("task_schedule/complete.prior_task:lost@first");
  EXPECT_TRUE(has(lines, "prior_task_status=switch next_task=T3"));
  EXPECT_TRUE(has(lines, "prior_task=?0x0@0x30 prior_task_status=complete"));
}

TEST_F(FaultTest, AWrongReferenceChangesNothingElse) {
  const auto lines = broken("task_schedule/switch.next_task:null@first");
  EXPECT_TRUE(has(lines, "prior_task=T2 prior_task_status=switch"));
  EXPECT_FALSE(has(lines, "prior_task_status=switch next_task"));
  EXPECT_TRUE(has(lines, "prior_task=T3 prior_task_status=complete"));
}

TEST_F(FaultTest, AnEventMovesToAThreadThatIsThere) {
  const auto lines = broken("task_schedule/complete:on_other_thread@first");
  EXPECT_TRUE(has(lines, "2 task_schedule prior_task=T3 prior_task_status=complete"));
  EXPECT_FALSE(has(lines, "1 task_schedule prior_task=T3 prior_task_status=complete"));
}

TEST_F(FaultTest, ABeginThatSaysItEndsBringsNothingToLife) {
  const auto lines = broken("implicit_task/begin/initial|implicit.endpoint:exchanged@first");
  EXPECT_TRUE(has(lines, "implicit_task endpoint=end task=?0x0@0x20"));
  EXPECT_TRUE(has(lines, "encountering_task=?0x0@0x20"));
}

// Return addresses of calls in two functions of this program.
[[gnu::noinline]] u64 return_address() {
  asm volatile(""); // two calls are two
  return reinterpret_cast<u64>(__builtin_return_address(0));
}
[[gnu::noinline]] std::array<u64, 2> of_one_function() asm("one");
[[gnu::noinline]] std::array<u64, 1> of_its_outlined_body() asm("one.omp_outlined");
[[gnu::noinline]] std::array<u64, 1> of_another_function() asm("one_more");
std::array<u64, 2> of_one_function() {
  const u64 first = return_address();
  return {first, return_address()};
}
std::array<u64, 1> of_its_outlined_body() {
  const u64 own = return_address();
  asm volatile(""); // a last call would return elsewhere
  return {own};
}
std::array<u64, 1> of_another_function() {
  const u64 own = return_address();
  asm volatile("nop"); // and two functions are two
  return {own};
}

// "map …" of this program's code around the address.
std::string own_code(u64 address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long low = 0, high = 0, offset = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %*s %lx", &low, &high, &offset) == 3 && address >= low &&
        address < high)
      return fmt::format("map {:x}-{:x}@{:x} {}", low, high, offset, line.substr(line.find('/')));
  }
  return "no code";
}

class ReturnAddressTest : public FaultTest {
protected:
  static std::string flush(u64 address) { return fmt::format("1 flush codeptr_ra={:#x}", address); }
  // The change of the last of the three, the second of one function.
  std::string last_with(const std::string &fault, u64 first, u64 second) {
    const auto lines = with_fault("flush.codeptr_ra:" + fault + "@last",
                                  {own_code(first), flush(first), flush(second), flush(one_[1])});
    return lines.empty() ? "unchanged" : lines.back();
  }

  const std::array<u64, 2> one_ = of_one_function();
  const u64 outlined_ = of_its_outlined_body()[0];
  const u64 other_ = of_another_function()[0];
};

TEST_F(ReturnAddressTest, OneOfTheSameFunctionIsTold) {
  EXPECT_EQ(last_with("same_function", one_[0], other_), flush(one_[0]));
  EXPECT_EQ(last_with("same_function", other_, one_[0]), flush(one_[0]));
  EXPECT_EQ(last_with("same_function", outlined_, other_), flush(outlined_));
  EXPECT_EQ(last_with("same_function", other_, other_), "unchanged");
}

TEST_F(ReturnAddressTest, OneOfAnotherFunctionIsTold) {
  EXPECT_EQ(last_with("other_function", one_[0], other_), flush(other_));
  EXPECT_EQ(last_with("other_function", other_, one_[0]), flush(other_));
  EXPECT_EQ(last_with("other_function", one_[0], outlined_), "unchanged");
}

TEST_F(ReturnAddressTest, NoAddressIsOfNoFunction) {
  for (const std::string what : {"same_function", "other_function"})
    EXPECT_TRUE(with_fault("flush.codeptr_ra:" + what + "@last",
                           {own_code(one_[0]), flush(one_[0]), flush(other_), "1 flush"})
                    .empty());
}

TEST_F(ReturnAddressTest, WhatIsNotKnownIsNotTheSame) {
  const std::vector<std::string> program = {"map 1000-9000 /no/such/file", flush(0x2000),
                                            flush(0x2010)};
  EXPECT_EQ(with_fault("flush.codeptr_ra:other_function@last", program).back(), flush(0x2000));
  EXPECT_TRUE(with_fault("flush.codeptr_ra:same_function@last", program).empty());
}

// Counts the fields of an event that are the runtime's.
struct CountFields {
  u8 code;
  u32 &fields;
  void add(const char *name) { fields += !is_ours(code, name); }
  void num(const char *name, auto) { add(name); }
  void hex(const char *name, u64) { add(name); }
  void enumeration(const char *name, event::Enumeration, u32) { add(name); }
  void flags(const char *name, event::Enumeration, u32) { add(name); }
  void ref(const char *name, Entity, const Ref &) { add(name); }
  void created(const char *name, Entity, const New &) { add(name); }
  void frame(const char *name, const Frame &) { add(name); }
  void text(const char *name, std::string_view) { add(name); }
  void list(const char *name, const List &) { add(name); }
};

TEST(Catalogue, EveryEventOfTheTableHasFieldsToBreakUnlessItIsOurs) {
  event::for_each([]<class E>(E e) {
    u32 fields = 0;
    E::visit(e, CountFields{E::event_code, fields});
    if (!is_ours(E::event_code, "")) {
      EXPECT_GT(fields, 0u) << E::event_label;
    }
  });
}

// A faulty trace that a full disk has cut allows no verdict on the fault.
TEST_F(FaultTest, ATraceThatCannotBeWrittenStopsTheBatch) {
  std::string error;
  ASSERT_TRUE(write_text_trace(root_ / "true", program_, error)) << error;
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_batch(root_ / "true", {}), "");
  EXPECT_NE(testing::internal::GetCapturedStdout().find("\nK\t"), std::string::npos);
  rlimit unlimited{};
  ::getrlimit(RLIMIT_FSIZE, &unlimited);
  const rlimit limit{64, unlimited.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  ::setrlimit(RLIMIT_FSIZE, &limit);
  const std::string stopped = run_batch(root_ / "true", {});
  ::setrlimit(RLIMIT_FSIZE, &unlimited);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(stopped.find("a faulty trace could not be written into "), 0) << stopped;
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  testing::internal::GetCapturedStderr();
}

TEST_F(FaultTest, WithoutAnyFolderForThemNoFaultIsTried) {
  std::string error;
  ASSERT_TRUE(write_text_trace(root_ / "true", program_, error)) << error;
  // A hole, so large that it does not fit into memory several times.
  std::ofstream(root_ / "true" / "hole").close();
  fs::resize_file(root_ / "true" / "hole", u64{1} << 42);
  const char *before = std::getenv("TMPDIR");
  const std::string saved = before ? before : "";
  ::setenv("TMPDIR", "/nonexistent", 1);
  const std::string stopped = run_batch(root_ / "true", {});
  before ? ::setenv("TMPDIR", saved.c_str(), 1) : ::unsetenv("TMPDIR");
  EXPECT_EQ(stopped.find("no folder for faulty traces can be made: "), 0) << stopped;
}

} // namespace
} // namespace cts::faults
