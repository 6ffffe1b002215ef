#include "trace/timelines/perfetto.h"

#include "trace/text.h"

namespace cts::timelines {
namespace {

constexpr u64 process = 1, sequence = 1;          // all packets have one writer
constexpr u64 begins = 1, ends = 2, instants = 3; // TrackEvent.Type
constexpr u64 first_packet = 1, refers_back = 2;  // TracePacket.SequenceFlags: of interned names
constexpr std::size_t waits = view_count;         // the last track of a thread
constexpr u64 first_cause = u64{1} << 40;         // the numbers of their names, after all others
constexpr const char *approximate =
    "the whole construct: the runtime reports no single chunk or section";

void put(std::string &to, u64 number) {
  for (; number > 0x7f; number >>= 7)
    to += static_cast<char>(number | 0x80);
  to += static_cast<char>(number);
}

// One field of a message: a number, or a text or a message.
void field(std::string &to, u64 number, u64 value) {
  put(to, number << 3);
  put(to, value);
}
void field(std::string &to, u64 number, const std::string &bytes) {
  put(to, number << 3 | 2);
  put(to, bytes.size());
  to += bytes;
}
template <class... Rest> std::string message(const Rest &...fields) {
  std::string text;
  (field(text, fields.first, fields.second), ...);
  return text;
}
std::pair<u64, u64> is(u64 number, u64 value) { return {number, value}; }
std::pair<u64, std::string> is(u64 number, std::string text) { return {number, std::move(text)}; }

std::string annotation(const std::string &name, const std::string &value) {
  return message(is(10, name), is(6, value));
}

u64 uuid(u32 thread) { return (u64{thread} + 1) * 10; }

} // namespace

Perfetto::Perfetto(std::FILE *out, const Names &names, const std::string &title)
    : out_(out), names_(names) {
  const std::string called = printable(title);
  const std::string descriptor =
      message(is(1, process), is(2, called), is(3, message(is(1, process), is(6, called))));
  packet(message(is(60, descriptor), is(13, first_packet)));
}

void Perfetto::packet(const std::string &content) {
  std::string bytes;
  bytes.reserve(content.size() + 8);
  put(bytes, 1 << 3 | 2);
  put(bytes, content.size() + 2);
  bytes += content;
  field(bytes, 10, sequence);
  std::fwrite(bytes.data(), 1, bytes.size(), out_);
}

u64 Perfetto::track(u32 thread, std::size_t number) {
  const u64 own = uuid(thread);
  if (threads_.insert(thread).second) {
    const std::string name = "thread " + std::to_string(thread);
    const std::string who = message(is(1, process), is(2, u64{thread} + 1), is(5, name));
    packet(message(is(60, message(is(1, own), is(2, name), is(4, who), is(5, process)))));
    for (std::size_t i = 0; i <= view_count; ++i) {
      const std::string title = i == waits ? "Waits" : titles[i];
      packet(message(is(60, message(is(1, own + 1 + i), is(2, title), is(5, own)))));
    }
  }
  return own + 1 + number;
}

// The field of a track event with its name. Frequent names are written once (interned).
std::string Perfetto::name(View view, Value value) {
  if (view == View::task)
    return message(is(23, names_.text(view, value)));
  const u64 number = u64{value} * view_count + static_cast<std::size_t>(view);
  if (interned_.insert(number).second)
    intern(number, printable(names_.text(view, value)));
  return message(is(10, number));
}

void Perfetto::intern(u64 number, const std::string &text) {
  packet(message(is(12, message(is(2, message(is(1, number), is(2, text)))))));
}

void Perfetto::slice(u64 on, const std::string &about, u64 begin, u64 end) {
  packet(message(is(8, begin), is(11, message(is(9, begins), is(11, on)) + about),
                 is(13, refers_back)));
  packet(message(is(8, end), is(11, message(is(9, ends), is(11, on)))));
}

u64 Perfetto::cause(const blame::Cause &cause) {
  const auto [at, fresh] = causes_.try_emplace(&cause, first_cause + causes_.size());
  if (fresh) {
    const char *kind = blame::names[static_cast<std::size_t>(cause.waiting)];
    intern(at->second, kind + (": " + printable(cause.code.back())));
  }
  return at->second;
}

void Perfetto::wait(const blame::Waited &wait, u64 cause, u64 begin, u64 end) {
  std::string threads;
  for (const u32 thread : wait.threads)
    threads += (threads.empty() ? "thread " : ", thread ") + std::to_string(thread);
  std::string about = message(is(10, cause));
  if (!threads.empty())
    field(about, 4, annotation("for", threads));
  slice(track(wait.thread, waits), about, begin, end);
}

void Perfetto::span(const Span &span) {
  const u64 on = track(span.thread, static_cast<std::size_t>(span.view));
  std::string about = name(span.view, span.value);
  if (span.approximate)
    field(about, 4, annotation("approximation", approximate));
  slice(on, about, span.begin, span.end);
}

void Perfetto::instant(const Instant &instant) {
  const u64 on = track(instant.thread, static_cast<std::size_t>(View::subsystem));
  const std::string named = name(View::subsystem, instant.state);
  const std::string event = message(is(9, instants), is(11, on)) + named +
                            message(is(4, annotation("task", std::to_string(instant.task))));
  packet(message(is(8, instant.at), is(11, event), is(13, refers_back)));
}

} // namespace cts::timelines
