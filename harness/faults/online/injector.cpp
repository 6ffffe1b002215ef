// libompt-fault.so: a tool that stands between a runtime and the checker and breaks one thing.
//
//   OMP_TOOL_LIBRARIES=…/libompt-fault.so   the runtime loads this
//   OMPT_FAULT_CHECKER=…/libompt-checker.so which loads the checker
//   OMPT_FAULT=work/loop_static/end:dropped@first
#include "faults/online/callbacks.h"
#include "faults/online/entry_points.h"
#include "faults/online/spec.h"
#include "system/checking.h"

#include <cstdio>
#include <cstdlib>

#define CTS_EXPORT extern "C" [[gnu::visibility("default")]]

namespace cts::faults::online {
namespace {

using namespace ompt_abi;

ompt_start_tool_result_t *checker; // the result of the checker's ompt_start_tool
ompt_function_lookup_t runtimes_lookup;

ompt_interface_fn_t lookup(const char *name) { return wrapped(runtimes_lookup, name); }

// A callback's argument, broken if the fault applies.
template <class E, class T> T passed(const char *name, T value) {
  if (spec().hits(E::event_code, "", name))
    for (const FieldInfo &field : fields_of(E::event_code))
      if (std::string_view(field.name) == name)
        return reinterpret_cast<T>(
            broken_value(field, spec().what(), reinterpret_cast<u64>(value)));
  return value;
}

int initialize(ompt_function_lookup_t given, int initial_device_num, ompt_data_t *) {
  runtimes_lookup = given;
  return checker->initialize(
      passed<event::tool_initialize>("lookup", ompt_function_lookup_t(lookup)), initial_device_num,
      passed<event::tool_initialize>("tool_data", &checker->tool_data));
}

void finalize(ompt_data_t *) {
  using E = event::tool_finalize;
  const bool hit = spec().breaks(E::event_code) && spec().field().empty();
  if (!hit || spec().what() != "dropped")
    checker->finalize(passed<E>("tool_data", &checker->tool_data));
  if (hit && spec().what() == "duplicated")
    checker->finalize(&checker->tool_data);
  after_finalization();
}

ompt_start_tool_result_t result = {initialize, finalize, {0}};

[[noreturn]] void fail(const char *why) {
  std::fprintf(stderr, "ompt-fault: %s\n", why);
  std::_Exit(2);
}

} // namespace
} // namespace cts::faults::online

// Names the real runtime to the checker (harness/checker_tool/tool.cpp).
CTS_EXPORT ompt_abi::ompt_function_lookup_t ompt_cts_stands_for() {
  return cts::faults::online::runtimes_lookup;
}

CTS_EXPORT ompt_abi::ompt_start_tool_result_t *ompt_start_tool(unsigned omp_version,
                                                               const char *runtime_version) {
  using namespace cts::faults::online;
  spec();
  const char *path = std::getenv("OMPT_FAULT_CHECKER");
  std::string error = "OMPT_FAULT_CHECKER does not say where the checker is";
  void *library = path ? cts::load_library(path, error) : nullptr;
  if (!library)
    fail(error.c_str());
  using Start = ompt_abi::ompt_start_tool_result_t *(*)(unsigned, const char *);
  const auto start = reinterpret_cast<Start>(cts::symbol_in(library, "ompt_start_tool"));
  if (!start)
    fail("the checker has no ompt_start_tool");
  using InHandler = int (*)();
  spec().in_handler = reinterpret_cast<InHandler>(cts::symbol_in(library, "ompt_cts_in_handler"));
  checker = start(omp_version, passed<cts::event::start_tool>("runtime_version", runtime_version));
  return checker ? &result : nullptr;
}
