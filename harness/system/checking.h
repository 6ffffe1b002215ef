// The parts of a system that only the programs need that check the checker (harness/faults,
// harness/devices, harness/validator/mutants).
#pragma once

#include "system/system.h"

#include <functional>
#include <optional>
#include <string>

namespace cts {

// Letters, and no readable memory behind them; their begin, and how many they are.
std::string_view text_without_end();
// A page of zeros there that cannot be written to.
void make_read_only_page(u64 address);

// Loads a library for the whole life of the process; null, and why, if that is impossible.
void *load_library(const char *path, std::string &error);
// A symbol of this library, or without one of the whole process; null if there is none.
void *symbol_in(void *library, const char *name);
// Stands between the names of OMP_TOOL_LIBRARIES.
char between_libraries();

// How a process ended: by itself, with a code, or by a signal.
struct Ended {
  int code = 0, signal = 0;
  bool out_of_time = false;
};
// work() in a copy of this process, which ends with its result.
Ended in_copy(const std::function<int()> &work);
// Ends this process if it takes more processor time from now on.
void limit_processor_time(unsigned seconds);
// Zeros that this process and its copies share, until the process ends.
void *shared_memory(u64 bytes);
// A new folder that only this user can use, in memory if that has so much room. Empty, with errno,
// if there can be none.
std::string new_folder(const char *name, u64 bytes);

// The functions and variables of the program and its libraries, also those that no file exports.
struct Definition {
  u64 address = 0, bytes = 0;
  bool function = false;
};
using Wanted = std::function<bool(const char *name, const Definition &)>;
// The first wanted definition: the program's before its libraries'; nothing if there is none. With
// `name` no other name is wanted, which saves reading all names that the libraries export.
std::optional<Definition> definition(const Wanted &wanted, const char *name = nullptr);

} // namespace cts
