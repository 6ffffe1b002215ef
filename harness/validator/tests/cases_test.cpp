// Every case of machines/*.cases as a test of its own.
#include "validator/tests/cases.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace {

class CaseTest : public testing::Test {
public:
  explicit CaseTest(cts::Case c) : case_(std::move(c)) {}
  void TestBody() override {
    const auto scratch =
        std::filesystem::temp_directory_path() / fmt::format("cts-case-{}", ::getpid());
    const std::string wrong = cts::run_case(case_, scratch);
    EXPECT_TRUE(wrong.empty()) << wrong;
  }

private:
  cts::Case case_;
};

// A note without meaning is the test's fault: there is no verdict.
std::string verdict_with(std::vector<std::string> events) {
  cts::Case c;
  c.rules = {"thread-begin.once"};
  c.text = std::move(events);
  c.text.insert(c.text.begin(), "1 stream_begin tid=1");
  c.lines.resize(c.text.size());
  const auto scratch =
      std::filesystem::temp_directory_path() / fmt::format("cts-note-{}", ::getpid());
  return cts::run_case(c, scratch);
}

TEST(Notes, that_mean_nothing) {
  const auto unusable = [](const char *note, const char *why) {
    const std::string wrong = verdict_with({note});
    EXPECT_NE(wrong.find(why), std::string::npos) << wrong;
  };
  unusable(R"(1 note kind=body where="a.c:1" text="paralel")", "no construct is called 'paralel'");
  unusable(R"(1 note kind=after where="a.c:1" text="parallel for")",
           "no construct is called 'parallel for'");
  unusable(R"(1 note kind=frame where="a.c:1" text="barrier")",
           "no frame is judged around 'barrier'");
}

// Nor is there a verdict if some of the events that a note counts were lost.
TEST(Notes, that_count_among_too_many_events) {
  std::vector<std::string> events(200'001, "1 flush");
  events.insert(events.begin(), "1 note kind=4");
  events.push_back(R"(1 note kind=5 rule="flush.event" text="flush" values=[200001,200001])");
  EXPECT_NE(verdict_with(events).find("counts among more than 200000 events"), std::string::npos);
}

// Requests 2 ms apart, after each of which the driver's witness reads its clock.
TEST(Witness, whose_clock_is_not_the_record_s_leaves_no_verdict) {
  const auto differs = [](double pace, std::int64_t jump) {
    std::vector<std::string> events;
    for (int i = 0; i < 100; ++i) {
      const double clock = 5e15 + pace * 2e6 * i + static_cast<double>(i > 50 ? jump : 0);
      events.push_back(R"(1 driver_call what="fill")");
      events.push_back(fmt::format(R"(1 driver_call what="clock" bytes={:.0f})", clock));
    }
    return verdict_with(events).find("the clock of the driver's witness") != std::string::npos;
  };
  EXPECT_FALSE(differs(1, 0));
  EXPECT_FALSE(differs(1.005, 500'000)); // a clock that is adjusted
  EXPECT_TRUE(differs(1.1, 0));
  EXPECT_TRUE(differs(0.9, 0));
  EXPECT_TRUE(differs(-1, 0));
  EXPECT_TRUE(differs(1, 10'000'000));
  EXPECT_TRUE(differs(1, -10'000'000));
}

TEST(Reading, a_row_begins_with_what_is_given) {
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("cts-read-{}", ::getpid());
  std::filesystem::create_directory(folder);
  std::vector<cts::Case> cases;
  std::string error;
  const auto read = [&](const char *text) {
    std::ofstream(folder / "x.cases") << text;
    cases.clear();
    return cts::read_cases(folder, cases, error);
  };
  EXPECT_TRUE(
      read("== given 6.0\n1 a\n-- bad flush.event +flush.event\n!1 b\n-- good flush.event x\n"));
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0].text, (std::vector<std::string>{"1 a", "1 b"}));
  EXPECT_EQ(cases[0].lines, (std::vector<int>{2, 4}));
  EXPECT_EQ(cases[0].marked.position, 1u);
  EXPECT_EQ(cases[0].also, (std::vector<std::string>{"flush.event"}));
  EXPECT_EQ(cases[1].profile, ompt_abi::version::v60);
  EXPECT_FALSE(read("== given\n1 a\n== good flush.event x\n-- bad flush.event\n"));
  EXPECT_NE(error.find(":4: '--' begins a case below"), std::string::npos) << error;
  ASSERT_TRUE(read("== prelude p\n1 $2=$1\n== good 5.0 @p(a,b) flush.event in 6.0\n1 b,c\n"));
  EXPECT_EQ(cases[0].text, (std::vector<std::string>{"1 b=a", "1 b", "1 c"}));
  EXPECT_EQ(cases[0].profile, ompt_abi::version::v50);
  EXPECT_EQ(cases[0].title, "in 6.0");
  ASSERT_TRUE(read("== good flush.event x\n1,2 a b=c,d e=\"f,g\" h=[1,2]\n"));
  EXPECT_EQ(cases[0].text,
            (std::vector<std::string>{"1 a b=c e=\"f,g\" h=[1,2]", "2 a b=d e=\"f,g\" h=[1,2]"}));
  ASSERT_TRUE(read("== prelude p\n1 p\n== good ..@p flush.event x\ntolerates: flush.event x; "
                   "flush.thread-data x\n1 a\n"));
  EXPECT_EQ(cases[0].text, (std::vector<std::string>{"1 a", "1 p"}));
  EXPECT_EQ(cases[0].tolerating, (std::vector<std::string>{"flush.event", "flush.thread-data"}));
  EXPECT_FALSE(read("== given ..@p\n"));
  EXPECT_NE(error.find(":1: '..@NAME' ends a case"), std::string::npos) << error;
  EXPECT_FALSE(read("== good flush.event x\n1,2 a b=c,d,e\n"));
  EXPECT_NE(error.find(":2: the words with commas"), std::string::npos) << error;
  EXPECT_FALSE(read("== given @q\n-- bad flush.event\n"));
  EXPECT_NE(error.find(":1: no prelude is called 'q'"), std::string::npos) << error;
  EXPECT_FALSE(read("== given\nprofile: 9\n-- bad flush.event\n"));
  EXPECT_NE(error.find(":2: no such profile"), std::string::npos) << error;
  std::filesystem::remove_all(folder);
}

// The message names an entity as the case does.
TEST(Names, are_the_case_s) {
  const std::string wrong = verdict_with({"1 implicit_task endpoint=begin task=+T9 flags=initial",
                                          "1 work work_type=loop_static endpoint=end task=T9"});
  EXPECT_NE(wrong.find("of T9 ends without having begun"), std::string::npos) << wrong;
}

} // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  std::vector<cts::Case> cases;
  std::string error;
  if (!cts::read_cases(CTS_CASES_DIRECTORY, cases, error)) {
    fmt::print(stderr, "{}\n", error);
    return 1;
  }
  for (const cts::Case &c : cases) {
    const std::string file = std::filesystem::path(c.file).stem();
    const std::string name = fmt::format("{}_{}_line_{}", c.good ? "good" : "bad",
                                         c.good ? "trace" : c.rules.front(), c.line);
    testing::RegisterTest(file.c_str(), name.c_str(), nullptr, nullptr, c.file.c_str(), c.line,
                          [c]() -> testing::Test * { return new CaseTest(c); });
  }
  return RUN_ALL_TESTS();
}
