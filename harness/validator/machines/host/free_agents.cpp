#include "validator/machines/host/free_agents.h"

#include "rules/schedule.h"

#include <algorithm>
#include <charconv>

namespace cts {

namespace {

// Removes and returns the number at the front; none if there is none.
std::optional<u64> take_number(std::string_view &text) {
  u64 number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{})
    return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::string lower_case_without_blanks(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c != ' ' && c != '\t')
      result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

// The threads to reserve of one type: `name` or `name(number)`.
struct Reservation {
  bool free_agent = false;
  std::optional<u64> number;
};
std::optional<Reservation> take_reservation(std::string_view &text) {
  Reservation result;
  for (const std::string_view name : {"structured", "free_agent"}) {
    if (!text.starts_with(name))
      continue;
    result.free_agent = name == "free_agent";
    text.remove_prefix(name.size());
    if (!text.starts_with('('))
      return result;
    text.remove_prefix(1);
    result.number = take_number(text);
    if (!result.number || !text.starts_with(')'))
      return {};
    text.remove_prefix(1);
    return result;
  }
  return {};
}

} // namespace

std::optional<u64> free_agent_limit(std::string_view thread_limit,
                                    std::string_view threads_reserve) {
  const auto limit = take_number(thread_limit);
  if (!limit || *limit == 0 || !thread_limit.empty())
    return {};
  u64 structured = 1, free_agent = 0;
  const std::string text = lower_case_without_blanks(threads_reserve);
  std::string_view rest = text;
  if (const auto number = take_number(rest)) {
    structured = *number;
  } else {
    const bool alone = rest.find(',') == rest.npos;
    while (!rest.empty()) {
      const auto reservation = take_reservation(rest);
      if (!reservation || (!reservation->number && !alone))
        return {};
      (reservation->free_agent ? free_agent : structured) =
          reservation->number.value_or(reservation->free_agent ? *limit - 1 : *limit);
      if (rest.starts_with(','))
        rest.remove_prefix(1);
      else
        break;
    }
  }
  if (!rest.empty() || structured > *limit || free_agent > *limit - structured)
    return {};
  return *limit - std::max<u64>(structured, 1);
}

FreeAgents::FreeAgents(const Context &context)
    : Machine(context), limit_(free_agent_limit(context.trace.environment("thread_limit"),
                                                context.trace.environment("threads_reserve"))) {}

FreeAgents::Agent *FreeAgents::running(u32 thread) {
  for (Agent &agent : agents_)
    if (agent.thread == thread && !agent.stopped)
      return &agent;
  return nullptr;
}

// All threads that were certainly free agents when the latest of them began.
void FreeAgents::judge_moment(const Agent &latest) {
  if (!latest.group)
    return;
  const u64 moment = latest.from;
  const u64 number = 1 + static_cast<u64>(std::ranges::count_if(agents_, [&](const Agent &agent) {
                       return &agent != &latest && agent.group == latest.group &&
                              agent.from + uncertainty < moment &&
                              agent.until > moment + uncertainty;
                     }));
  judge.require(number <= *limit_ || said_, [&] {
    return task_schedule_free_agents::too_many{.number = number, .limit = *limit_}.why(
        "the latest of them began here", latest.since);
  });
  said_ |= number > *limit_;
}

void FreeAgents::proves(const Here &here) {
  Agent *mine = running(here.thread.number);
  if (!mine)
    return;
  mine->until = here.time;
  for (const Agent &other : agents_)
    if (&other != mine && other.from > mine->from)
      judge_moment(other);
}

void FreeAgents::switched(const Here &here) {
  if (!limit_ || !judge.applies(rule::task_schedule_free_agents))
    return;
  const Thread &thread = here.thread;
  const Task *task = thread.current;
  const bool free = task && task->kind == Task::Kind::explicit_ && thread.entered.empty() &&
                    thread.type == ompt_abi::ompt_thread_worker;
  Agent *mine = running(thread.number);
  if (free && !mine)
    agents_.push_back(
        {thread.number, task->contention_group, here.ref, here.time, here.time, false});
  else if (free)
    proves(here);
  if (free || !mine)
    return;
  judge_moment(*mine);
  mine->stopped = true;
  // A thread that stopped before all others began proves nothing more.
  u64 first = here.time;
  for (const Agent &agent : agents_)
    if (!agent.stopped)
      first = std::min(first, agent.from);
  std::erase_if(agents_, [&](const Agent &agent) { return agent.stopped && agent.until < first; });
}

} // namespace cts
