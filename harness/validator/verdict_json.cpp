// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/verdict_json.h"

#include "trace/text.h"

#include <charconv>
#include <nlohmann/json.hpp>

namespace cts {
namespace {

using nlohmann::json;

using WitnessKey = std::pair<u32, u64>; // thread, position

json witness_json(const RawEvent &raw) {
  json fields = json::object();
  for (const Field &field : fields_of(raw))
    fields[field.name] = field.value;
  return {{"thread", raw.thread},
          {"position", raw.position},
          {"event", event::label(raw.code)},
          {"fields", std::move(fields)},
          {"location", ""}};
}

// Only the threads that have a witness are read again.
std::map<WitnessKey, json> collect_witnesses(const Trace &trace, const Verdict &verdict) {
  std::map<u32, std::map<u64, json>> wanted;
  for (const Finding &finding : verdict.findings)
    for (const EventRef &ref : finding.witness)
      if (ref.valid())
        wanted[ref.thread][ref.position];
  std::map<WitnessKey, json> found;
  for (const auto &[thread, positions] : wanted) {
    StreamReader stream = trace.stream(thread);
    RawEvent raw;
    auto next = positions.begin();
    while (next != positions.end() && stream.next(raw))
      if (raw.position == next->first) {
        found[{thread, raw.position}] = witness_json(raw);
        ++next;
      }
  }
  return found;
}

json environment_json(const Trace &trace) {
  json environment = json::object();
  for (const auto &[name, value] : trace.environment())
    if (!name.starts_with("registered_"))
      environment[name] = value;
  environment["clock"] = trace.clock().name;
  environment["clock_frequency"] = trace.clock().frequency;
  return environment;
}

json runtime_json(const Trace &trace) {
  json registration = json::object();
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

json verdict_json(const Trace &trace, const Verdict &verdict) {
  json rules = json::array();
  for (std::size_t i = 0; i < rule_count; ++i)
    if (verdict.exercised[i] || verdict.failed[i])
      rules.push_back({{"id", info(static_cast<Rule>(i)).id},
                       {"exercised", verdict.exercised[i]},
                       {"failed", verdict.failed[i]}});
  const auto witnesses = collect_witnesses(trace, verdict);
  json findings = json::array();
  for (const Finding &finding : verdict.findings) {
    json witness = json::array();
    for (const EventRef &ref : finding.witness)
      if (const auto found = witnesses.find({ref.thread, ref.position}); found != witnesses.end())
        witness.push_back(found->second);
    findings.push_back({{"rule", info(finding.rule).id},
                        {"severity", finding.severity == Severity::error ? "error" : "remark"},
                        {"message", finding.message},
                        {"because", finding.because},
                        {"witness", std::move(witness)},
                        {"occurrences", finding.occurrences}});
  }
  return {{"schema_version", 1},
          {"trace",
           {{"path", trace.directory()},
            {"complete", verdict.complete},
            {"damage", verdict.damage},
            {"events", verdict.events},
            {"threads", verdict.threads},
            {"dropped", verdict.dropped},
            {"tool_finalized", trace.finalized()}}},
          {"environment", environment_json(trace)},
          {"runtime", runtime_json(trace)},
          {"profile", name_of(verdict.profile)},
          {"rules", std::move(rules)},
          {"findings", std::move(findings)}};
}

} // namespace cts
