#include "trace/loaded_files.h"

#include "system/system.h"
#include "trace/signed_returns.h"

#include <filesystem>
#include <gelf.h>

namespace cts {
namespace {

int no_elf(Dwfl_Module *, void **, const char *, Dwarf_Addr, char **, Elf **) { return -1; }
// The usual search would even ask servers on the network.
int no_debug_info(Dwfl_Module *, void **, const char *, Dwarf_Addr, const char *, const char *,
                  GElf_Word, char **) {
  return -1;
}

// The difference between the file's own addresses and those of the process; false if the file has
// no code at the mapping's place.
bool load_bias(const Mapping &mapping, u64 &bias) {
  // The path in a damaged trace may not be a file.
  std::error_code error;
  const bool is_file = std::filesystem::is_regular_file(mapping.file, error);
  const int fd = is_file ? kernel::open_to_read(mapping.file.c_str()) : -1;
  if (fd < 0)
    return false;
  bool found = false;
  if (Elf *elf = ::elf_begin(fd, ELF_C_READ_MMAP, nullptr)) {
    std::size_t count = 0;
    ::elf_getphdrnum(elf, &count);
    for (std::size_t i = 0; i < count && !found; ++i) {
      GElf_Phdr segment;
      if (!::gelf_getphdr(elf, static_cast<int>(i), &segment) || segment.p_type != PT_LOAD ||
          !(segment.p_flags & PF_X))
        continue;
      // The mapping begins at a page; only the recording machine knows the page size.
      if (mapping.file_offset + (mapping.high - mapping.low) <= segment.p_offset ||
          mapping.file_offset >= segment.p_offset + segment.p_filesz)
        continue;
      bias = mapping.low - mapping.file_offset - (segment.p_vaddr - segment.p_offset);
      found = true;
    }
    ::elf_end(elf);
  }
  kernel::close(fd);
  return found;
}

Dwfl_Callbacks callbacks{no_elf, no_debug_info, nullptr, nullptr};

} // namespace

LoadedFiles::LoadedFiles() {
  ::elf_version(EV_CURRENT);
  session_ = ::dwfl_begin(&callbacks);
}

LoadedFiles::~LoadedFiles() { ::dwfl_end(session_); }

Dwfl_Module *LoadedFiles::module(const Mapping &mapping) {
  u64 bias = 0;
  if (!session_ || !load_bias(mapping, bias))
    return nullptr;
  const auto [at, fresh] = modules_.try_emplace({mapping.file, bias}, nullptr);
  if (fresh) {
    ::dwfl_report_begin_add(session_);
    at->second = ::dwfl_report_elf(session_, mapping.file.c_str(), mapping.file.c_str(), -1, bias,
                                   /*add_p_vaddr=*/true);
    ::dwfl_report_end(session_, nullptr, nullptr);
    Dwarf_Addr unused = 0;
    if (Elf *elf = at->second ? ::dwfl_module_getelf(at->second, &unused) : nullptr)
      forget_signed_returns(elf);
  }
  return at->second;
}

} // namespace cts
