// consumer TRACE: reads a trace, judges it, and tells what was found. Exit code 0: nothing.
#include "validator/validator.h"

#include <cstdio>

int main(int, char **argv) {
  std::string error;
  const auto trace = cts::Trace::open(argv[1], error);
  if (!trace) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return 2;
  }
  const cts::Verdict verdict = cts::validate(*trace, *ompt_abi::parse_version("5.2"));
  for (const cts::Finding &finding : verdict.findings)
    std::printf("%s: %s\n", std::string(cts::info(finding.rule).id).c_str(),
                finding.message.c_str());
  std::printf("%llu events\n", static_cast<unsigned long long>(verdict.events));
  return verdict.findings.empty() ? 0 : 1;
}
