// The libraries of the process, as the system's loader knows them.
#pragma once

#include "trace/text_buffer.h"

namespace cts {

// The path of the file that contains the address, links resolved; empty if no file does.
Text object_of(const void *address);

// The library that contains the address: its place in memory; null if the loader knows none.
const void *base_of(const void *address);

// The symbol of this name that the library with the address exports itself, and the library's path
// as the loader knows it; null if it has none.
void *exported_beside(const void *address, const char *name, Text &path);

// Programs and libraries can find the symbols of the library that contains the address.
void make_symbols_global(const void *address);

// A number that grows whenever a library has been unloaded; 0 if the system does not tell.
u64 times_unloaded();

// Nanoseconds of a clock that never goes back, by the C library's own function, which makes no
// system call; find_clock looks for that function.
void find_clock();
u64 monotonic();

} // namespace cts
