// checker_tool/process_facts.h, from /proc and uname.
#include "checker_tool/process_facts.h"

#include "checker_tool/libraries.h"
#include "checker_tool/options.h"
#include "trace/processes.h"

#include <algorithm>
#include <bit>
#include <dlfcn.h>
#include <sys/utsname.h>

namespace cts {
namespace {

constexpr std::size_t arguments_limit = 256 * 1024;
constexpr std::size_t maps_limit = 64 * 1024 * 1024;

// Variables of launchers of parallel programs.
constexpr std::string_view rank_variables[] = {
    "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK",     "PMI_SIZE",     "PMIX_RANK",
    "MV2_COMM_WORLD_RANK",  "SLURM_PROCID",         "SLURM_NTASKS", "SLURM_JOB_ID", "PALS_RANKID",
    "FLUX_TASK_RANK"};

void add(Text &facts, std::string_view name, std::string_view value) {
  facts += name;
  facts += '=';
  facts += value;
  facts += '\0';
}
void add(Text &facts, std::string_view name, u64 value) { add(facts, name, Text(value).view()); }

Text linked(const char *path) {
  Text target;
  target.add_read(4096, [path](char *to, std::size_t most) {
    return kernel::call(SYS_readlinkat, AT_FDCWD, kernel::word(path), kernel::word(to),
                        static_cast<long>(most));
  });
  return target;
}

u64 take_hexadecimal(std::string_view &text) {
  u64 number = 0;
  while (!text.empty()) {
    const std::size_t digit = std::string_view("0123456789abcdef").find(text[0]);
    if (digit == std::string_view::npos)
      break;
    number = number << 4 | digit;
    text.remove_prefix(1);
  }
  return number;
}

} // namespace

Text process_facts(bool forked) {
  Text facts;
  add(facts, "pid", static_cast<u64>(kernel::process()));
  add(facts, "parent", static_cast<u64>(kernel::parent()));
  add(facts, "start", process_start());
  add(facts, "image", process_image());
  add(facts, "time", kernel::wall());
  add(facts, "forked", forked ? "1" : "0");
  add(facts, "executable", executable().view());
  add(facts, "directory", linked("/proc/self/cwd").view());
  const Text arguments = text_of_file("/proc/self/cmdline", arguments_limit);
  std::string_view rest = arguments.view();
  while (!rest.empty()) {
    const std::string_view argument = part_of(rest, 0, rest.find('\0'));
    rest.remove_prefix(argument.size() < rest.size() ? argument.size() + 1 : rest.size());
    add(facts, "argument", argument);
  }
  for (const std::string_view name : rank_variables)
    if (const std::string_view value = variable(name); !value.empty())
      add(facts, name, value);
  return facts;
}

Text executable() { return linked("/proc/self/exe"); }

Text identity_of_file(const char *path) {
  struct stat facts;
  if (kernel::call(SYS_newfstatat, AT_FDCWD, kernel::word(path), kernel::word(&facts)) != 0)
    return {};
  const auto nanoseconds = [](const timespec &time) {
    return static_cast<u64>(time.tv_sec) * 1'000'000'000 + static_cast<u64>(time.tv_nsec);
  };
  return {u64{facts.st_dev},
          " ",
          u64{facts.st_ino},
          " ",
          static_cast<u64>(facts.st_size),
          " ",
          nanoseconds(facts.st_mtim),
          " ",
          nanoseconds(facts.st_ctim)};
}

u32 processors() {
  u64 mask[64] = {};
  if (kernel::call(SYS_sched_getaffinity, 0, sizeof mask, kernel::word(mask)) <= 0)
    return 1;
  u32 count = 0;
  for (const u64 word : mask)
    count += static_cast<u32>(std::popcount(word));
  return std::max(count, 1u);
}

Text command_line() {
  const Text words = text_of_file("/proc/self/cmdline", arguments_limit);
  std::string_view rest = words.view();
  if (rest.ends_with('\0'))
    rest.remove_suffix(1);
  Text text;
  for (const char c : rest)
    text += c ? c : ' ';
  return text;
}

Text reason(int error) {
  struct Known {
    int error;
    const char *text;
  };
  for (const Known known :
       {Known{-EACCES, "Permission denied"}, Known{-EPERM, "Permission denied"},
        Known{-ENOENT, "No such file or directory"}, Known{-ENOTDIR, "Not a directory"},
        Known{-EEXIST, "File exists"}, Known{-EROFS, "Read-only file system"},
        Known{-ENOSPC, "No space left on device"}, Known{-EDQUOT, "Disk quota exceeded"},
        Known{-EFBIG, "File too large (the limit that ulimit -f shows)"},
        Known{-ELOOP, "Too many levels of symbolic links"},
        Known{-ENAMETOOLONG, "File name too long"}, Known{-EMFILE, "Too many open files"}})
    if (error == known.error)
      return {known.text};
  return {"error ", static_cast<u64>(-error)};
}

Text host_name() {
  utsname system{};
  kernel::call(SYS_uname, kernel::word(&system));
  return {std::string_view(system.nodename)};
}

Text system_name() {
  utsname system{};
  kernel::call(SYS_uname, kernel::word(&system));
  return {system.sysname, " ", system.release, " ", system.machine};
}

Text object_of(const void *address) {
  Dl_info info;
  if (!address || !::dladdr(address, &info) || !info.dli_fname)
    return {};
  const int file = static_cast<int>(
      kernel::call(SYS_openat, AT_FDCWD, kernel::word(info.dli_fname), O_PATH | O_CLOEXEC));
  if (file < 0)
    return {std::string_view(info.dli_fname)};
  Text path = linked(Text("/proc/self/fd/", static_cast<u64>(file)));
  kernel::close(file);
  if (path.empty())
    path.add(std::string_view(info.dli_fname));
  return path;
}

CodeMappings::CodeMappings() {
  const Text all = text_of_file("/proc/self/maps", maps_limit);
  std::string_view rest = all.view();
  while (!rest.empty()) {
    const std::string_view line = part_of(rest, 0, rest.find('\n'));
    rest.remove_prefix(line.size() < rest.size() ? line.size() + 1 : rest.size());
    const std::size_t permissions = line.find(' ') + 1;
    if (permissions + 4 <= line.size() && line[permissions + 2] == 'x') {
      text_ += line;
      text_ += '\n';
    }
  }
}

bool CodeMappings::hold(const void *address) const {
  const u64 wanted = reinterpret_cast<u64>(address);
  bool found = text_.view().empty();
  for_each_line([&](std::string_view line) {
    const u64 low = take_hexadecimal(line);
    line.remove_prefix(line.empty() ? 0 : 1);
    const u64 high = take_hexadecimal(line);
    found = found || (wanted >= low && wanted < high);
  });
  return found;
}

} // namespace cts
