#include "trace/source_lines.h"

#include "trace/demangled.h"
#include "trace/loaded_files.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dwarf.h>
#include <elfutils/libdwfl.h>

namespace cts {
namespace {

std::string_view base_name(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

// The compilation unit with this address in its code. This asks each unit, because clang leaves out
// the index (.debug_aranges).
Dwarf_Die *unit_of(Dwfl_Module *module, u64 address, Dwarf_Addr &bias) {
  Dwarf_Die *unit = nullptr;
  while ((unit = ::dwfl_module_nextcu(module, unit, &bias)))
    if (::dwarf_haspc(unit, address - bias) > 0)
      return unit;
  return nullptr;
}

std::string linker_name(Dwarf_Die *function) {
  Dwarf_Attribute attribute;
  const char *name =
      ::dwarf_formstring(::dwarf_attr_integrate(function, DW_AT_linkage_name, &attribute));
  return name ? name : "";
}

void add_functions(Dwarf_Die *unit, u64 address, SourceLine &result) {
  Dwarf_Die *scopes = nullptr, *chain = nullptr;
  const int around = ::dwarf_getscopes(unit, address, &scopes);
  // Around an inlined function, that answer continues with the place of its definition; the chain
  // from the innermost scope continues with its callers.
  const int count = around > 0 ? ::dwarf_getscopes_die(&scopes[0], &chain) : 0;
  for (int i = 0; i < count; ++i) {
    const int tag = ::dwarf_tag(&chain[i]);
    const char *name = ::dwarf_diename(&chain[i]);
    if (name && (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine))
      result.functions.emplace_back(name), result.linker_names.push_back(linker_name(&chain[i]));
  }
  std::free(scopes);
  std::free(chain);
}

// Code of no line (0), such as a compiler's set-up of a call, belongs to the previous line; a
// function's first instruction always has a line.
void add_line(Dwarf_Die *unit, u64 address, SourceLine &result) {
  Dwarf_Lines *rows = nullptr;
  std::size_t count = 0;
  if (!::dwarf_getsrc_die(unit, address) || ::dwarf_getsrclines(unit, &rows, &count) != 0)
    return;
  const auto row_address = [&](std::size_t i) {
    Dwarf_Addr at = 0;
    ::dwarf_lineaddr(::dwarf_onesrcline(rows, i), &at);
    return at;
  };
  std::size_t low = 0, high = count; // rows are in the order of their addresses
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    row_address(middle) <= address ? low = middle + 1 : high = middle;
  }
  while (low-- > 0) {
    Dwarf_Line *row = ::dwarf_onesrcline(rows, low);
    const char *file = ::dwarf_linesrc(row, nullptr, nullptr);
    if (file && ::dwarf_lineno(row, &result.line) == 0 && result.line > 0) {
      result.file = file;
      return;
    }
  }
}

void add_source(Dwfl_Module *module, u64 address, SourceLine &result) {
  Dwarf_Addr bias = 0;
  if (Dwarf_Die *unit = unit_of(module, address, bias)) {
    add_functions(unit, address - bias, result);
    add_line(unit, address - bias, result);
  }
  const char *symbol = ::dwfl_module_addrname(module, address);
  if (symbol && !result.in_function(symbol))
    result.functions.emplace_back(symbol), result.linker_names.emplace_back();
}

// Demangles each name once: it may take a process of its own.
const std::string &in_the_source(const std::string &name) {
  thread_local std::unordered_map<std::string, std::string> known;
  const auto [at, fresh] = known.try_emplace(name);
  if (fresh)
    at->second = demangled(name);
  return at->second;
}

} // namespace

bool SourceLine::in_function(std::string_view name) const {
  // Compilers move the body of a construct into a function of its own: main.omp_outlined,
  // main._omp_fn.0, or .omp_outlined. without the enclosing function; C++ names are mangled.
  const auto belongs = [&](const std::string &function) {
    return function == name || function.starts_with(".omp_outlined") ||
           (function.starts_with(name) && function[name.size()] == '.') ||
           (function.starts_with("_Z") && function.find(name) != std::string::npos);
  };
  return std::any_of(functions.begin(), functions.end(), belongs);
}

std::string SourceLine::function() const {
  if (functions.empty())
    return "unnamed";
  const std::string &name = in_the_source(functions.back());
  const std::string bare = name.substr(0, name.find_first_of("(<.@"));
  return bare.substr(bare.rfind(' ') + 1); // of a template the linker's name has the type as well
}

std::string SourceLine::text() const {
  if (line > 0)
    return std::string(base_name(file)) + ":" + std::to_string(line);
  if (!functions.empty())
    return in_the_source(functions.front());
  if (object.empty())
    return {};
  char offset[24];
  std::snprintf(offset, sizeof offset, "+0x%llx", static_cast<unsigned long long>(object_offset));
  return std::string(base_name(object)) + offset;
}

SourceLines::SourceLines(std::vector<Mapping> mappings)
    : mappings_(std::move(mappings)), files_(std::make_unique<LoadedFiles>()) {}

SourceLines::~SourceLines() = default;

const SourceLine &SourceLines::before(u64 return_address) {
  const auto [at, fresh] = known_.try_emplace(return_address);
  SourceLine &result = at->second;
  if (!fresh || return_address == 0)
    return result;
  const u64 address = return_address - 1;
  for (const Mapping &mapping : mappings_) {
    if (address < mapping.low || address >= mapping.high)
      continue;
    result.executable = true;
    result.object = mapping.path;
    result.object_offset = address - mapping.low + mapping.file_offset;
    if (Dwfl_Module *module = files_->module(mapping))
      add_source(module, address, result);
    break;
  }
  return result;
}

} // namespace cts
