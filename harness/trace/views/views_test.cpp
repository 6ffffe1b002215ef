// The views of small traces, and of the examples in docs/views.md.
#include "trace/test_support.h"
#include "trace/text.h"
#include "trace/views/region_tree.h"
#include "trace/views/view.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace {

using namespace cts;
using namespace cts::test;
using Lines = std::vector<std::string>;

Lines lines_of(const std::string &text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

// The blocks of docs/views.md, by the word after their opening ```.
std::map<std::string, std::string> documented() {
  std::map<std::string, std::string> blocks;
  std::string *block = nullptr;
  for (const std::string &line : lines_of(read_file(CTS_SOURCE_DIR "/docs/views.md"))) {
    if (!line.starts_with("```")) {
      if (block)
        *block += line + "\n";
    } else {
      block = block ? nullptr : &blocks[line.substr(3)];
    }
  }
  return blocks;
}

template <class View, class... Arguments>
std::string shown(const Trace &trace, View view, Arguments... arguments) {
  char *text = nullptr;
  std::size_t size = 0;
  std::FILE *out = ::open_memstream(&text, &size);
  EXPECT_EQ(view(trace, out, arguments...), "");
  std::fclose(out);
  const std::string result(text, size);
  std::free(text);
  return result;
}

Trace made_from(const Lines &lines, const std::string &folder) {
  std::string error;
  EXPECT_TRUE(write_text_trace(folder, lines, error)) << error;
  auto trace = Trace::open(folder, error);
  EXPECT_TRUE(trace) << error;
  return *trace;
}

std::string regions_of(const Lines &lines, std::size_t most = 100'000) {
  TemporaryFolder folder;
  return shown(made_from(lines, folder / "t"), view::regions, view::TreeOptions{}, most);
}

TEST(Views, PrintWhatTheDocumentationShows) {
  auto blocks = documented();
  TemporaryFolder folder;
  const Trace trace = made_from(lines_of(blocks["from-text"]), folder / "t");
  EXPECT_GT(blocks["regions"].size(), 100u);
  EXPECT_EQ(shown(trace, view::regions, view::TreeOptions{}, 0), blocks["regions"]);
  EXPECT_EQ(shown(trace, view::regions, view::TreeOptions{true, true}, 0),
            blocks["regions --notes"]);
  const Trace events = made_from(lines_of(blocks["from-text events"]), folder / "events");
  EXPECT_GT(blocks["json"].size(), 100u);
  EXPECT_EQ(shown(events, view::text, true), blocks["text --brief"]);
  EXPECT_EQ(shown(events, view::threads, true), blocks["threads --brief"]);
  EXPECT_EQ(shown(events, view::counts), blocks["counts"]);
  EXPECT_EQ(shown(events, view::json), blocks["json"]);
}

std::string thread_of(const std::string &line) { return line.substr(0, line.find(' ')); }

// Another order of the lines that keeps each thread's order and puts no line before its cause.
Lines interleaved(const Lines &lines, std::mt19937 &random) {
  Lines result;
  std::map<std::string, Lines> waiting; // each thread's, last one first
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    waiting[thread_of(*line)].push_back(*line);
  const auto stems_from = [](const std::string &line) -> std::string {
    if (line.find("parallel=team") != std::string::npos)
      return "parallel=+team";
    return line.find("next_task=child") != std::string::npos ? "new_task=+child" : "";
  };
  while (!waiting.empty()) {
    auto at = std::next(waiting.begin(), static_cast<long>(random() % waiting.size()));
    const std::string needed = stems_from(at->second.back());
    if (std::none_of(
            result.begin(), result.end(),
            [&](const std::string &line) { return line.find(needed) != std::string::npos; }) &&
        !needed.empty())
      continue;
    result.push_back(at->second.back());
    at->second.pop_back();
    if (at->second.empty())
      waiting.erase(at);
  }
  return result;
}

TEST(RegionsView, NoInterleavingChangesIt) {
  auto blocks = documented();
  const Lines lines = lines_of(blocks["from-text"]);
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    const Lines other = interleaved(lines, random);
    ASSERT_EQ(other.size(), lines.size());
    ASSERT_EQ(regions_of(other, i % 2 ? 0 : 100'000), blocks["regions"]);
  }
}

// The view prints and forgets tasks and regions that have ended; a task that has not ended keeps
// all that comes after it.
TEST(RegionsView, ALongProgramNeedsNoMoreMemory) {
  for (const bool goes_on : {false, true}) {
    Lines lines = {"0 implicit_task endpoint=begin task=+I flags=initial"};
    if (goes_on)
      lines.emplace_back("0 task_create encountering_task=I new_task=+X flags=explicit");
    const std::string end = " implicit_task endpoint=end task=M";
    for (int n = 0; n < 200; ++n) {
      const std::string k = std::to_string(n), region = " parallel=P" + k + " task=+M" + k;
      lines.push_back("0 parallel_begin encountering_task=I parallel=+P" + k);
      for (const char *t : {"0", "1"})
        lines.push_back(std::string(t) + " implicit_task endpoint=begin" + region + t +
                        " actual_parallelism=2 index=" + t + " flags=implicit");
      lines.push_back("1 mutex_acquired kind=critical wait_id=0x10");
      lines.push_back("1 mutex_released kind=critical wait_id=0x10");
      lines.push_back("0" + end + k + "0 flags=implicit");
      lines.push_back("0 parallel_end parallel=P" + k + " encountering_task=I");
      if (n) // a worker tells of its end late
        lines.push_back("1" + end + std::to_string(n - 1) + "1 flags=implicit");
    }
    const std::string whole = regions_of(lines);
    EXPECT_NE(whole.find("parallel P200 "), std::string::npos);
    EXPECT_EQ(regions_of(lines, 10), whole);
    TemporaryFolder folder;
    std::size_t given = 0;
    const auto count = [&](const view::Region &, const view::Region &) { ++given; };
    const auto tree = view::make_tree(made_from(lines, folder / "t"), {}, count, 10);
    EXPECT_EQ(given > 190, !goes_on) << given;
    EXPECT_EQ(tree.regions.size() < 50, !goes_on) << tree.regions.size();
  }
}

TEST(RegionsView, AnAnnouncedInitialTaskIsTheOneThatBegins) {
  const std::string begin = "0 implicit_task endpoint=begin flags=initial task=",
                    create = "0 task_create encountering_task=I flags=explicit new_task=+X";
  EXPECT_EQ(regions_of({begin + "+I", create}),
            regions_of({"0 task_create flags=initial new_task=+I", begin + "I", create}));
}

// The executing threads in constructs that leave this open: any split gives the same view.
TEST(RegionsView, AFreeDistributionOfWorkDoesNotChangeIt) {
  const auto run = [](int who_single, unsigned split) {
    Lines lines = {"0 implicit_task endpoint=begin task=+I flags=initial",
                   "0 parallel_begin encountering_task=I parallel=+P requested_parallelism=2"};
    for (const char *t : {"0", "1"})
      lines.push_back(std::string(t) + " implicit_task endpoint=begin parallel=P task=+M" + t +
                      " actual_parallelism=2 index=" + t + " flags=implicit");
    for (int t = 0; t < 2; ++t) {
      const std::string thread = std::to_string(t), task = "task=M" + thread;
      const auto add = [&](const std::string &text) { lines.push_back(thread + " " + text); };
      const std::string kind = t == who_single ? "single_executor" : "single_other";
      add("work work_type=" + kind + " endpoint=begin " + task);
      if (t == who_single) {
        add("task_create encountering_task=M" + thread + " new_task=+X flags=explicit");
        add("task_create encountering_task=M" + thread + " new_task=+Y flags=explicit|final");
      }
      add("work work_type=" + kind + " endpoint=end " + task);
      add("work work_type=loop_dynamic endpoint=begin count=4 " + task);
      for (unsigned i = 0; i < 4; ++i)
        if (((split >> i) & 1) == static_cast<unsigned>(t)) {
          const std::string wait_id = i < 2 ? "wait_id=0x10" : "wait_id=0x20";
          add("mutex_acquired kind=critical " + wait_id);
          add("mutex_released kind=critical " + wait_id);
          add("task_create encountering_task=M" + thread + " new_task=+L" + std::to_string(i) +
              " flags=explicit");
        }
      add("work work_type=loop_dynamic endpoint=end count=4 " + task);
    }
    return regions_of(lines);
  };
  const std::string first = run(0, 0);
  EXPECT_NE(first.find("final"), std::string::npos);
  EXPECT_LT(first.find("final"), first.find("implicit-task 1"));
  for (int who = 0; who < 2; ++who)
    for (unsigned split = 0; split < 16; ++split)
      EXPECT_EQ(run(who, split), first);
}

TEST(RegionsView, LeaguesLocksTargetsAndThreadsOfTheProgram) {
  EXPECT_EQ(regions_of({
                "0 implicit_task endpoint=begin task=+I flags=initial",
                "1 implicit_task endpoint=begin task=+J flags=initial",
                "2 implicit_task endpoint=begin task=+K flags=initial",
                "1 flush",
                "0 parallel_begin encountering_task=I parallel=+L requested_parallelism=2 "
                "flags=league|invoker_program",
                "0 implicit_task endpoint=begin parallel=L task=+A actual_parallelism=2 index=0 "
                "flags=initial",
                "0 implicit_task endpoint=end task=A flags=initial",
                "0 parallel_end parallel=L encountering_task=I flags=league|invoker_program",
                "0 lock_init kind=lock wait_id=0x50",
                "0 mutex_acquire kind=test_lock wait_id=0x50",
                "0 mutex_acquire kind=test_lock wait_id=0x50",
                "0 mutex_acquired kind=test_lock wait_id=0x50",
                "0 mutex_released kind=lock wait_id=0x50",
                "0 lock_destroy kind=lock wait_id=0x50",
                "0 lock_init kind=nest_lock wait_id=0x50",
                "0 nest_lock endpoint=begin wait_id=0x50",
                "0 target_emi kind=target endpoint=begin device_num=1 task=I target=+R",
                "0 target_data_op_emi endpoint=begin target=R host_op=+O optype=alloc bytes=8 "
                "src_device_num=4 dest_device_num=1",
                "0 target_submit_emi endpoint=begin target=R host_op=+S requested_num_teams=3",
                "0 target_emi kind=target endpoint=end device_num=1 task=I target=R",
                "0 cancel task=I flags=taskgroup|activated",
                "0 cancel task=I flags=taskgroup|detected",
                "0 masked endpoint=begin task=I",
                "0 dependences task=I ndeps=1 deps=[0x0,0x5]",
                "0 masked endpoint=end task=I",
            }),
            "initial-task\n"
            "  league P1 requested=2 team=2\n"
            "    initial-task 0\n"
            "  lock_init M1 lock\n"
            "  test_lock M1\n"
            "  unlock M1\n"
            "  lock_destroy M1\n"
            "  lock_init M2 nest_lock\n"
            "  nest_lock M2 begin\n"
            "  target R1 target device=1\n"
            "    data-op alloc bytes=8 4->1\n"
            "    submit requested_num_teams=3\n"
            "  cancel taskgroup|activated\n"
            "  masked\n"
            "    dependences source\n"
            "initial-task\n"
            "initial-task\n"
            "  flush\n");
}

TEST(RegionsView, AnyNonsenseEndsInAView) {
  std::mt19937 random(6);
  Lines names;
  event::for_each([&]<class E>(E) { names.emplace_back(E::event_label); });
  const auto word = [&] { return "N" + std::to_string(random() % 6); };
  for (int i = 0; i < 100; ++i) {
    Lines lines;
    for (int k = 0; k < 60; ++k) {
      const std::string &name = names[random() % names.size()];
      std::string line = std::to_string(random() % 3) + " " + name;
      if (name == "implicit_task")
        line += " endpoint=" + std::to_string(1 + random() % 2) + " parallel=" + word() +
                " task=" + word() + " index=" + std::to_string(random() % 3);
      else if (name == "work" || name == "sync_region")
        line += " endpoint=" + std::to_string(1 + random() % 3) + " task=" + word();
      else if (name == "task_create" || name == "parallel_begin")
        line += " encountering_task=" + word() +
                (name == "task_create" ? " new_task=+" : " parallel=+") + word();
      else if (name == "task_schedule")
        line += " prior_task=" + word() + " next_task=" + word();
      lines.push_back(line);
    }
    EXPECT_LT(regions_of(lines, random() % 20).size(), 100'000u);
  }
}

} // namespace
