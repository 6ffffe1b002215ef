#include "ompt_abi/names.h"
#include "trace/json.h"
#include "trace/merge.h"
#include "trace/views/view.h"

#include <fmt/format.h>

namespace cts::view {
namespace {

// Numbers and addresses as numbers; enumerators by name; our identifiers as their numbers, other
// words with content and address; a null pointer as null.
struct JsonFields {
  Json &fields;

  void num(const char *name, auto v) { fields[name] = v; }
  void hex(const char *name, u64 v) { fields[name] = v; }
  void enumeration(const char *name, event::Enumeration set, u32 v) {
    fields[name] = ompt_abi::render(set, v);
  }
  void flags(const char *name, event::Enumeration set, u32 v) { enumeration(name, set, v); }
  void ref(const char *name, Entity, const Ref &r) {
    if (r.ours())
      fields[name] = {{"id", r.id}};
    else
      foreign(name, r);
  }
  void created(const char *name, Entity, const New &n) {
    if (n.ours())
      fields[name] = {{"id", n.id}, {"address", n.address}, {"value", n.value}};
    else
      foreign(name, n);
  }
  void frame(const char *name, const Frame &f) {
    if (f.address)
      fields[name] = {{"exit", f.exit},
                      {"exit_flags", f.exit_flags},
                      {"enter", f.enter},
                      {"enter_flags", f.enter_flags}};
    else
      fields[name] = nullptr;
  }
  void text(const char *name, std::string_view v) { fields[name] = v; }
  void list(const char *name, const List &v) {
    Json &words = fields[name] = Json::array();
    for (u32 i = 0; i < v.size(); ++i)
      words.push_back(v[i]);
  }

private:
  void foreign(const char *name, const Data &d) {
    if (d.null())
      fields[name] = nullptr;
    else
      fields[name] = {{"value", d.value}, {"address", d.address}};
  }
};

void print(std::FILE *out, const Json &json) { fmt::print(out, "{}\n", json.text()); }

} // namespace

std::string json(const Trace &trace, std::FILE *out) {
  MergedReader events(trace);
  while (const RawEvent *raw = events.next()) {
    Json line = {{"thread", raw->thread},
                 {"position", raw->position},
                 {"time", raw->time},
                 {"event", event::label(raw->code)},
                 {"fields", Json::object()}};
    event::with_code(raw->code, [&]<class E>(E e) {
      if (decode(*raw, e))
        E::visit(e, JsonFields{line["fields"]});
    });
    print(out, line);
  }
  return events.damage();
}

std::string info(const Trace &trace, std::FILE *out, bool brief) {
  const bool gone = trace.manifest().gone != 0; // the events are gone: only their number is known
  Json environment = Json::object(), process = Json::object();
  for (const auto &[name, value] : trace.environment())
    environment[name] = value;
  Json arguments = Json::array();
  for (const auto &[name, value] : trace.process())
    if (name == "argument")
      arguments.push_back(value);
    else
      process[name] = value;
  process["arguments"] = std::move(arguments);
  Json told = {{"environment", environment},
               {"process", process},
               {"end", trace.end()},
               {"ended", trace.ended()},
               {"started", trace.manifest().started != 0},
               {"clock", {{"name", trace.clock().name}, {"frequency", trace.clock().frequency}}},
               {"initialized", trace.initialized()},
               {"finalized", trace.finalized()},
               {"threads", trace.threads().size()},
               {"lost_from", trace.manifest().lost_from},
               {"loss", trace.loss()},
               {"given_up", gone}};
  if (!brief) {
    MergedReader events(trace);
    u64 count = gone ? trace.manifest().judged_events : 0;
    while (!gone && events.next())
      ++count;
    told["events"] = count;
    told["dropped"] = trace.dropped() + events.discarded();
    told["damage"] = gone ? "" : events.damage();
  }
  print(out, told);
  return {}; // the damage is part of the answer
}

} // namespace cts::view
