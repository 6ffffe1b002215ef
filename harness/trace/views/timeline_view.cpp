#include "trace/merge.h"
#include "trace/views/view.h"

#include "ompt_abi/ompt_abi.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace cts::view {
namespace {

// The activities of a thread, by rising importance: a column shows the most important one.
constexpr std::string_view symbols = " .=wT";
enum class Doing : u8 { nothing, elsewhere, implicit_task, waiting, explicit_task };

// Follows one thread's events.
class Activity {
public:
  void operator()(const event::thread_begin &) { task_ = Doing::elsewhere; }
  void operator()(const event::thread_end &) { task_ = Doing::nothing; }
  void operator()(const event::implicit_task &e) {
    depth_ += e.endpoint == ompt_abi::ompt_scope_begin ? 1 : -1;
    task_ = depth_ > 0 ? Doing::implicit_task : Doing::elsewhere;
    waits_ = depth_ > 0 ? waits_ : 0;
  }
  void operator()(const event::task_schedule &e) {
    const bool complete = e.prior_task_status == ompt_abi::ompt_task_complete;
    task_ = complete ? Doing::implicit_task : Doing::explicit_task;
  }
  void operator()(const event::sync_region_wait &e) {
    waits_ += e.endpoint == ompt_abi::ompt_scope_begin ? 1 : -1;
  }
  template <class E> void operator()(const E &) {}

  Doing now() const { return task_ == Doing::implicit_task && waits_ > 0 ? Doing::waiting : task_; }

private:
  Doing task_ = Doing::nothing;
  int depth_ = 0;
  int waits_ = 0;
};

} // namespace

std::string timeline(const Trace &trace, std::FILE *out, unsigned width) {
  u64 first = std::numeric_limits<u64>::max(), last = 0;
  std::string damage;
  for (const u32 thread : trace.threads()) {
    StreamReader events = trace.stream(thread);
    RawEvent raw;
    while (events.next(raw)) {
      if (raw.code <= event::last_callback) // setting up takes longer than many a program
        first = std::min(first, raw.time);
      last = std::max(last, raw.time);
    }
    if (damage.empty())
      damage = events.damage();
  }
  if (last < first)
    return damage;
  const double column = static_cast<double>(last - first + 1) / width;
  fmt::print(out, "{} columns of {:.3f} us; T explicit task, = implicit task, w waiting, . other\n",
             width, column * 1e6 / static_cast<double>(trace.clock().frequency));
  for (const u32 thread : trace.threads()) {
    std::string row(width, ' ');
    std::size_t filled = 0;
    Doing shown = Doing::nothing; // the most important thing in the column at `filled`
    Activity activity;
    const auto advance = [&](std::size_t to) {
      for (; filled < to; ++filled, shown = activity.now())
        row[filled] = symbols[static_cast<std::size_t>(shown)];
    };
    StreamReader events = trace.stream(thread);
    RawEvent raw;
    while (events.next(raw)) {
      if (raw.code > event::last_callback)
        continue;
      advance(std::min<std::size_t>(
          static_cast<std::size_t>(static_cast<double>(raw.time - first) / column), width - 1));
      event::with_code(raw.code, [&]<class E>(E e) {
        if (decode(raw, e))
          activity(e);
      });
      shown = std::max(shown, activity.now());
    }
    advance(std::min<std::size_t>(filled + 1, width));
    row.erase(row.find_last_not_of(' ') + 1);
    fmt::print(out, "{:>5} |{}\n", thread, row);
  }
  return damage;
}

} // namespace cts::view
