#include "validator/verdict_json.h"

#include "trace/json.h"
#include "trace/source_lines.h"
#include "trace/text.h"
#include "validator/circumstances.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace cts {
namespace {

// The source location of an event: the line of its return address, of a note itself, or of the
// thread's last note.
class Locations {
public:
  explicit Locations(std::vector<Mapping> mappings) : sources_(std::move(mappings)) {}

  void passes(const RawEvent &raw) {
    event::note note;
    if (raw.code == event::note::event_code && decode(raw, note))
      last_note_ = note.where;
  }
  void next_thread() { last_note_.clear(); }

  std::string of(const RawEvent &raw, const std::vector<Field> &fields) {
    const auto address = std::ranges::find(fields, "codeptr_ra", &Field::name);
    if (raw.code == event::note::event_code || address == fields.end())
      return last_note_;
    const std::string &text = address->value;
    u64 value = 0;
    std::from_chars(text.data() + std::min<std::size_t>(2, text.size()), text.data() + text.size(),
                    value, 16);
    const SourceLine &line = sources_.before(value);
    return value && line.line ? line.text() : last_note_;
  }

private:
  SourceLines sources_;
  std::string last_note_;
};

Json witness_json(const RawEvent &raw, Locations &locations) {
  Json fields = Json::object();
  const auto named = fields_of(raw);
  for (const Field &field : named)
    fields[field.name] = field.value;
  return {{"thread", raw.thread},
          {"position", raw.position},
          {"event", event::label(raw.code)},
          {"fields", std::move(fields)},
          {"location", locations.of(raw, named)}};
}

constexpr const char *not_kept = "not kept";

// An event that was given up during the judgement of the trace.
Json given_up(u32 thread, u64 position) {
  return {{"thread", thread},
          {"position", position},
          {"event", not_kept},
          {"fields", Json::object()},
          {"location", ""}};
}

Json environment_json(const Trace &trace) {
  Json environment = Json::object();
  for (const auto &[name, value] : trace.environment())
    if (!name.starts_with("registered_"))
      environment[name] = value;
  environment["clock"] = trace.clock().name;
  environment["clock_frequency"] = trace.clock().frequency;
  return environment;
}

Json runtime_json(const Trace &trace) {
  Json registration = Json::object();
  for (const auto &[name, value] : trace.environment())
    if (name.starts_with("registered_"))
      registration[name.substr(11)] = value;
  const std::string version = trace.environment("omp_version");
  int number = 0;
  std::from_chars(version.data(), version.data() + version.size(), number);
  return {{"version_string", trace.environment("runtime_version")},
          {"omp_version", number},
          {"library", trace.environment("runtime_library")},
          {"sha256", trace.environment("runtime_sha256")},
          {"registration", std::move(registration)}};
}

} // namespace

struct Witnesses::Known : std::map<std::pair<u32, u64>, Json> {};

Witnesses::Witnesses() : known_(std::make_unique<Known>()) {}
Witnesses::~Witnesses() = default;

// Only the threads with a witness are read again.
void Witnesses::collect(const std::vector<Finding> &findings, std::vector<Mapping> mappings,
                        const std::function<StreamReader(u32)> &stream_of) {
  std::map<u32, std::set<u64>> wanted;
  for (const Finding &finding : findings)
    for (const EventRef &ref : finding.witness)
      if (ref.valid() && !known_->contains({ref.thread, ref.position}))
        wanted[ref.thread].insert(ref.position);
  Locations locations(std::move(mappings));
  for (const auto &[thread, positions] : wanted) {
    StreamReader stream = stream_of(thread);
    locations.next_thread();
    RawEvent raw;
    auto next = positions.begin();
    while (next != positions.end() && stream.next(raw)) {
      locations.passes(raw);
      for (; next != positions.end() && *next < raw.position; ++next)
        (*known_)[{thread, *next}] = given_up(thread, *next);
      if (next != positions.end() && raw.position == *next) {
        (*known_)[{thread, raw.position}] = witness_json(raw, locations);
        ++next;
      }
    }
  }
}

std::string verdict_json(const Trace &trace, const Verdict &verdict) {
  Witnesses witnesses;
  witnesses.collect(verdict.findings, trace.mappings(),
                    [&](u32 thread) { return trace.stream(thread); });
  return verdict_json(trace, verdict, witnesses);
}

std::string verdict_json(const Trace &trace, const Verdict &verdict, const Witnesses &events) {
  Json rules = Json::array();
  for (const Rule rule : every_rule())
    if (const auto i = static_cast<std::size_t>(rule); verdict.exercised[i] || verdict.failed[i])
      rules.push_back({{"id", info(rule).id},
                       {"exercised", verdict.exercised[i]},
                       {"failed", verdict.failed[i]}});
  Json seen = Json::object();
  for (std::size_t code = 0; code < verdict.seen.size(); ++code)
    if (const auto name = event::label(static_cast<u8>(code)); verdict.seen[code] && !name.empty())
      seen[name] = verdict.seen[code];
  const Witnesses::Known &witnesses = *events.known_;
  Json findings = Json::array();
  for (const Finding &finding : verdict.findings) {
    Json witness = Json::array();
    for (const EventRef &ref : finding.witness)
      if (const auto found = witnesses.find({ref.thread, ref.position}); found != witnesses.end())
        witness.push_back(found->second);
    Json facts = Json::object();
    for (const Fact &fact : finding.facts)
      std::visit([&](const auto &value) { facts[fact.name] = value; }, fact.value);
    findings.push_back({{"rule", info(finding.rule).id},
                        {"severity", finding.severity == Severity::error ? "error" : "remark"},
                        {"breach", finding.breach->id},
                        {"facts", std::move(facts)},
                        {"sort", finding.sort},
                        {"message", finding.message},
                        {"because", finding.because},
                        {"witness", std::move(witness)},
                        {"here", names_of(finding.here)},
                        {"occurrences", finding.occurrences}});
  }
  const Json verdict_as_json = {{"schema_version", 1},
                                {"trace",
                                 {{"path", trace.directory()},
                                  {"complete", verdict.complete},
                                  {"beginning", verdict.beginning},
                                  {"damaged", verdict.damaged},
                                  {"given_up", trace.manifest().gone != 0},
                                  {"damage", verdict.damage},
                                  {"end", trace.end()},
                                  {"pid", trace.manifest().process},
                                  {"parent", trace.manifest().parent},
                                  {"started", trace.manifest().started != 0},
                                  {"initialized", trace.initialized()},
                                  {"events", verdict.events},
                                  {"seen", std::move(seen)},
                                  {"shown", names_of(verdict.shown)},
                                  {"threads", verdict.threads},
                                  {"dropped", verdict.dropped},
                                  {"tool_finalized", trace.finalized()}}},
                                {"environment", environment_json(trace)},
                                {"runtime", runtime_json(trace)},
                                {"profile", name_of(verdict.profile)},
                                {"rules", std::move(rules)},
                                {"findings", std::move(findings)}};
  return verdict_as_json.sorted_lines() + "\n";
}

} // namespace cts
