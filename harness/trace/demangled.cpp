#include "trace/demangled.h"

#include "system/judging.h"

#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <string_view>

namespace cts {
namespace {

constexpr const char *main_program = "main program";

// flang: _Q, then a name for each scope, with a letter for its kind: M module, S submodule, F
// enclosing procedure, P procedure.
std::string of_flang(std::string_view rest) {
  if (rest == "Qmain")
    return main_program;
  std::string found;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    if (c != '_' && !std::isalnum(static_cast<unsigned char>(c)))
      return {};
    const bool begins = std::isupper(static_cast<unsigned char>(c));
    if ((begins || i == 0) && std::string_view("MSFP").find(c) == std::string_view::npos)
      return {};
    if (!begins)
      found += c;
    else if (i)
      found += "::";
  }
  return found;
}

// A name of C++; empty if it is none.
std::string of_cxx(const std::string &name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return text ? text.get() : "";
}

constexpr std::size_t longest = 16 << 10; // bytes; any pipe takes as many without a reader

// References double the text at worst, so that a short name of a stranger's file may stand for
// gigabytes.
bool may_grow(std::string_view name) {
  std::size_t most = name.size() * 8; // a letter may stand for a type
  for (std::size_t i = 1; i + 1 < name.size() && most <= longest; ++i)
    if ((name[i] == 'S' || name[i] == 'T') &&
        !std::islower(static_cast<unsigned char>(name[i + 1])))
      most *= 2;
  return most > longest;
}

} // namespace

std::string demangled(const std::string &name) {
  constexpr std::string_view of_module = "_MOD_";
  std::string found;
  if (name.starts_with("_Z")) {
    found = may_grow(name) ? apart(of_cxx, name, longest) : of_cxx(name);
  } else if (name.starts_with("_Q")) {
    found = of_flang(std::string_view(name).substr(2));
  } else if (name == "MAIN__") {
    found = main_program;
  } else if (const auto at = name.find(of_module, 3);
             name.starts_with("__") && at != name.npos && !name.ends_with(of_module)) {
    found = name.substr(2, at - 2) + "::" + name.substr(at + of_module.size());
  }
  return found.empty() ? name : found;
}

} // namespace cts
