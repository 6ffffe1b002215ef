// The parts of a system that only the tools need that judge and show traces, beside its kernel.h.
#pragma once

#include "system/system.h"

#include <string>

namespace cts {

std::string host_of_judge();   // its name; empty if it is unknown
bool has_threads(u32 process); // besides its first
// Whether a regular file has this number in its file system and has not changed since the file
// `since` was written; 0: the number is unknown.
bool unchanged_since(const std::string &since, const std::string &file, u64 number);

// A mapped file, such as a program's code during a lookup, may be shortened: it is being rebuilt,
// or was cut. From now on this ends the process, with a line.
void expect_cut_files();
// From now on `memory` bytes are the most.
void limit_memory(u64 memory);
// From now on an end of the process that started this one calls `end`, as a request to end does. An
// interrupt from the keyboard has no effect.
void end_with_parent(void (*end)(int));
// work(text) in a process with little time and memory; empty if it needs more, and for a result of
// more than `longest` bytes.
std::string apart(std::string (*work)(const std::string &), const std::string &text,
                  std::size_t longest);

} // namespace cts
