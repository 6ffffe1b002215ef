#include "trace/command_line.h"
#include "trace/json.h"
#include "trace/merge.h"
#include "trace/test_support.h"
#include "trace/text.h"

#include <gtest/gtest.h>

namespace {

using namespace cts;
using namespace cts::test;

std::vector<std::string> text_of(const std::string &folder) {
  std::string error;
  const auto trace = Trace::open(folder, error);
  EXPECT_TRUE(trace) << error;
  std::vector<std::string> lines;
  if (!trace)
    return lines;
  MergedReader events(*trace);
  while (const RawEvent *raw = events.next())
    lines.push_back(std::to_string(raw->thread) + " " + event_text(*raw));
  EXPECT_EQ(events.damage(), "");
  return lines;
}

TEST(Text, WhatIsPrintedReadsBackTheSame) {
  TemporaryFolder folder;
  const std::vector<std::string> lines = {
      "0 stream_begin tid=7",
      "0 start_tool runtime_version=\"a \\\"quoted\\\" \\\\ text\\nof two lines\\x1b\"",
      "0 thread_begin thread_type=initial thread=+H",
      "0 implicit_task endpoint=begin parallel=?0x0@0x7f10 task=+T@0x1040=0x99 flags=initial",
      "1 work work_type=77777 endpoint=begin count=18446744073709551615",
      "1 target_data_op src_device_num=-1 optype=alloc",
      "0 task_create encountering_task=T encountering_frame=0x1:0x20/0x2:0x120 new_task=+U "
      "flags=explicit|untied|0x100",
      "0 task_create encountering_task=null encountering_frame=null new_task=?0x5@0x6",
      "0 dependences task=U ndeps=1 deps=[0x10,0x3]",
      "0 thread_end thread=?0xffffffffffffffff@0x1"};
  std::string error;
  ASSERT_TRUE(write_text_trace(folder / "first", lines, error)) << error;
  const auto printed = text_of(folder / "first");
  ASSERT_EQ(printed.size(), lines.size());
  ASSERT_TRUE(write_text_trace(folder / "second", printed, error)) << error;
  EXPECT_EQ(text_of(folder / "second"), printed);
  EXPECT_EQ(printed[3], "0 implicit_task endpoint=begin parallel=?0x0@0x7f10 task=+T2@0x1040=0x99 "
                        "actual_parallelism=0 index=0 flags=initial");
  EXPECT_NE(printed[1].find("\"a \\\"quoted\\\" \\\\ text\\nof two lines\\x1b\""),
            std::string::npos);
}

TEST(Text, BriefLeavesOutWhatReadsBackFromNothing) {
  TemporaryFolder folder;
  std::string error;
  ASSERT_TRUE(write_text_trace(folder / "t", {"0 work work_type=scope task=null count=0"}, error));
  const auto trace = Trace::open(folder / "t", error);
  ASSERT_TRUE(trace);
  StreamReader events = trace->stream(0);
  RawEvent raw;
  ASSERT_TRUE(events.next(raw));
  EXPECT_EQ(event_text(raw, true), "work work_type=scope");
}

TEST(Text, AKindOfNoteAndAnEventAskedHaveNamesAndAreReadByNumberAsWell) {
  TemporaryFolder folder;
  std::string error;
  ASSERT_TRUE(write_text_trace(folder / "t",
                               {"0 note kind=count", "0 note kind=5", "0 note kind=77",
                                "0 probe_thread asked=work", "0 probe_thread asked=257"},
                               error))
      << error;
  std::vector<std::string> values;
  for (const std::string &line : text_of(folder / "t"))
    values.push_back(line.substr(2, line.find(' ', line.find('=')) - 2));
  EXPECT_EQ(values,
            (std::vector<std::string>{"note kind=count", "note kind=count", "note kind=77",
                                      "probe_thread asked=work", "probe_thread asked=257"}));
}

TEST(Text, EveryEventOfTheTableHasItsTextAndReadsBack) {
  TemporaryFolder folder;
  std::vector<std::string> lines;
  event::for_each([&]<class E>(E) { lines.push_back("0 " + std::string(E::event_label)); });
  std::string error;
  ASSERT_TRUE(write_text_trace(folder / "first", lines, error)) << error;
  const auto printed = text_of(folder / "first");
  ASSERT_EQ(printed.size(), lines.size());
  ASSERT_TRUE(write_text_trace(folder / "second", printed, error)) << error;
  EXPECT_EQ(text_of(folder / "second"), printed);
}

TEST(Text, AWrongLineIsNamed) {
  const std::pair<const char *, const char *> wrong[] = {
      {"0 no_such_event", "no event is called 'no_such_event'"},
      {"work", "no thread's number"},
      {"0 work count=seven", "count cannot be seven"},
      {"0 work count=flush", "count cannot be flush"},
      {"0 note kind=900z", "kind cannot be 900z"},
      {"0 note kind=", "kind cannot be"},
      {"0 note kind=flush", "kind cannot be flush"},
      {"0 work work_type=nonsense", "work_type cannot be nonsense"},
      {"0 work colour=red", "no field colour"},
      {"0 work work_type", "is not field=value"},
      {"0 task_create encountering_frame=1:2", "encountering_frame cannot be"},
      {"99999 work", "no thread's number"},
      {"0 thread_begin thread=?0x0", "cannot be"},
      {"0 start_tool runtime_version=\"no end", "no closing quotation mark"},
  };
  for (const auto &[line, reason] : wrong) {
    TemporaryFolder folder;
    std::string error;
    EXPECT_FALSE(write_text_trace(folder / "t", {"# a comment", "", line}, error)) << line;
    EXPECT_NE(error.find("line 3"), std::string::npos) << error;
    EXPECT_NE(error.find(reason), std::string::npos) << error;
  }
}

TEST(Json, TextIsAsciiWhateverItsBytesAre) {
  for (const auto &[bytes, text] : std::vector<std::pair<std::string, std::string>>{
           {"a\"\\\n\x01\x7f", R"(a\"\\\n\u0001\u007f)"},
           {"\u00e4\u20ac\U0001f600", R"(\u00e4\u20ac\ud83d\ude00)"},
           {"\xff\xc0\x80", R"(\ufffd\ufffd\ufffd)"},                      // no lead bytes
           {"\xe2\x82z\xf0\x9f\x98", R"(\ufffdz\ufffd)"},                  // cut off
           {"\xed\xa0\x80\xf4\x90", R"(\ufffd\ufffd\ufffd\ufffd\ufffd)"}}) // a surrogate, too large
    EXPECT_EQ(Json(bytes).text(), '"' + text + '"');
  const Json json = {{"b", {{"x", -1}, {"a", Json::list(true, nullptr, 0.5)}}},
                     {"a", Json::array()}};
  EXPECT_EQ(json.text(), R"({"b":{"x":-1,"a":[true,null,0.5]},"a":[]})");
  EXPECT_EQ(json.sorted_lines(), "{\n \"a\": [],\n \"b\": {\n  \"a\": [\n   true,\n   null,\n   "
                                 "0.5\n  ],\n  \"x\": -1\n }\n}");
}

TEST(CommandLine, EachMistakeEndsTheTool) {
  for (const auto &[words, code] : std::vector<std::pair<std::vector<const char *>, int>>{
           {{"--n=3", "--set", "--set", "t"}, -1},
           {{"--n", "8", "--", "--n"}, -1},
           {{"-h", "--no"}, 0},
           {{"--no"}, 2},
           {{"--n"}, 2},
           {{"--n=9"}, 2},
           {{"--n=x"}, 2},
           {{"--n="}, 2},
           {{"--n=1", "--n=1"}, 2},
           {{"--set=1"}, 2},
           {{"t", "u"}, 2}}) {
    CommandLine line{"tool", "Does it."};
    unsigned n = 0;
    bool set = false;
    std::string word;
    line.option("--n", "N", number(n, 1, 8), "a number");
    line.flag("--set", set, "a flag");
    line.word("WORD", word, "a word");
    std::vector<const char *> all{"tool"};
    all.insert(all.end(), words.begin(), words.end());
    EXPECT_EQ(
        line.parse(static_cast<int>(all.size()), const_cast<char **>(all.data())).value_or(-1),
        code)
        << words.front();
  }
}

TEST(Text, AFolderThatExistsIsNotTouched) {
  TemporaryFolder folder;
  std::string error;
  EXPECT_FALSE(write_text_trace(folder.path(), {}, error));
  EXPECT_NE(error.find("cannot make the directory"), std::string::npos);
}

} // namespace
