// system/checking.h on Linux, except the search for definitions.
#include "system/checking.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <sys/time.h>
#include <sys/wait.h>

namespace cts {

std::string_view text_without_end() {
  constexpr std::size_t page = 64 * 1024; // no machine has larger ones
  constexpr std::size_t letters = 4096;
  auto *pages = static_cast<char *>(kernel::map_private(2 * page));
  if (!pages)
    std::abort();
  std::memset(pages, 'x', page);
  ::mprotect(pages + page, page, PROT_NONE);
  return {pages + page - letters, letters};
}

void make_read_only_page(u64 address) {
  ::mmap(reinterpret_cast<void *>(address), 4096, PROT_READ,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}

void *load_library(const char *path, std::string &error) {
  void *library = ::dlopen(path, RTLD_LAZY);
  if (!library)
    error = ::dlerror();
  return library;
}

void *symbol_in(void *library, const char *name) {
  return ::dlsym(library ? library : RTLD_DEFAULT, name);
}

char between_libraries() { return ':'; }

Ended in_copy(const std::function<int()> &work) {
  const pid_t child = ::fork();
  if (child == 0)
    ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFSIGNALED(status))
    return {.code = WEXITSTATUS(status)};
  return {.signal = WTERMSIG(status), .out_of_time = WTERMSIG(status) == SIGPROF};
}

void limit_processor_time(unsigned seconds) {
  const itimerval limit{{}, {seconds, 0}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
}

void *shared_memory(u64 bytes) {
  void *memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    std::abort();
  return memory;
}

std::string new_folder(const char *name, u64 bytes) {
  namespace fs = std::filesystem;
  const fs::path memory = "/dev/shm";
  std::error_code error;
  const auto room = fs::space(memory, error);
  const bool in_memory = !error && room.available > bytes && ::access(memory.c_str(), W_OK) == 0;
  const fs::path root = in_memory ? memory : fs::temp_directory_path(error);
  if (error && !in_memory) {
    errno = error.value();
    return "";
  }
  std::string path = root / (std::string(name) + "-XXXXXX");
  return ::mkdtemp(path.data()) ? path : "";
}

} // namespace cts
