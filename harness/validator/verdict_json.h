// A verdict as JSON: the runner makes its reports from it.
#pragma once

#include "validator/validator.h"

#include <memory>

namespace cts {

// The events that findings name, as JSON. Not thread safe.
class Witnesses {
public:
  Witnesses();
  ~Witnesses();
  // Reads those that are not known yet from the streams; `mappings`: where the process has code.
  // An event that the first one of a stream lies after was given up, and is named as such.
  void collect(const std::vector<Finding> &findings, std::vector<Mapping> mappings,
               const std::function<StreamReader(u32)> &stream_of);

private:
  friend std::string verdict_json(const Trace &, const Verdict &, const Witnesses &);
  struct Known;
  std::unique_ptr<Known> known_;
};

// The whole result: trace, environment, runtime, the rules exercised or failed, and findings with
// the fields and source locations of their witnesses. The witnesses are read from the trace again,
// or have been collected. Bytes of the runtime's texts that are not UTF-8 become U+FFFD.
std::string verdict_json(const Trace &trace, const Verdict &verdict);
std::string verdict_json(const Trace &trace, const Verdict &verdict, const Witnesses &events);

} // namespace cts
