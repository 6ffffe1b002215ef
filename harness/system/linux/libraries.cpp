// checker_tool/libraries.h, by glibc's loader.
#include "checker_tool/libraries.h"

#include <dlfcn.h>
#include <link.h>

namespace cts {
namespace {

// The C library's own clock_gettime: a program may define another.
int (*clock_of_library)(clockid_t, timespec *) = nullptr;

} // namespace

const void *base_of(const void *address) {
  Dl_info info;
  return address && ::dladdr(address, &info) ? info.dli_fbase : nullptr;
}

void *exported_beside(const void *address, const char *name, Text &path) {
  Dl_info info;
  if (!address || !::dladdr(address, &info) || !info.dli_fname)
    return nullptr;
  path = {std::string_view(info.dli_fname)};
  void *library = ::dlopen(info.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  void *symbol = library ? ::dlsym(library, name) : nullptr;
  return base_of(symbol) == info.dli_fbase ? symbol : nullptr;
}

void make_symbols_global(const void *address) {
  Dl_info info;
  void *library = ::dladdr(address, &info) && info.dli_fname
                      ? ::dlopen(info.dli_fname, RTLD_NOLOAD | RTLD_LAZY)
                      : nullptr;
  Lmid_t space = LM_ID_NEWLM;
  // In a namespace of dlmopen nothing is global, and the C library crashes on the request to change
  // that.
  if (library && ::dlinfo(library, RTLD_DI_LMID, &space) == 0 && space == LM_ID_BASE)
    ::dlopen(info.dli_fname, RTLD_NOLOAD | RTLD_GLOBAL | RTLD_LAZY);
}

u64 times_unloaded() {
  u64 times = 0;
  ::dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *count) {
        *static_cast<u64 *>(count) = info->dlpi_subs + 1;
        return 1;
      },
      &times);
  return times;
}

void find_clock() {
  if (void *library = ::dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD))
    clock_of_library =
        reinterpret_cast<decltype(clock_of_library)>(::dlsym(library, "clock_gettime"));
}

u64 monotonic() {
  timespec time{};
  if (!clock_of_library || clock_of_library(CLOCK_MONOTONIC, &time) != 0)
    return kernel::monotonic();
  return static_cast<u64>(time.tv_sec) * 1'000'000'000 + static_cast<u64>(time.tv_nsec);
}

} // namespace cts
