#include "system/checking.h"

#include <elf.h>
#include <link.h>

namespace cts {
namespace {

// Adds a file's functions and variables.
void read_symbols(const char *path, u64 base, Definitions &found) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return;
  struct stat status {};
  const bool known = ::fstat(file, &status) == 0;
  const auto size = static_cast<std::size_t>(status.st_size);
  void *image = known && size > sizeof(Elf64_Ehdr)
                    ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0)
                    : MAP_FAILED;
  ::close(file);
  if (image == MAP_FAILED)
    return;
  const auto *bytes = static_cast<const char *>(image);
  const auto *header = reinterpret_cast<const Elf64_Ehdr *>(bytes);
  const auto *sections = reinterpret_cast<const Elf64_Shdr *>(bytes + header->e_shoff);
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB && sections[i].sh_type != SHT_DYNSYM)
      continue;
    const auto *symbols = reinterpret_cast<const Elf64_Sym *>(bytes + sections[i].sh_offset);
    const char *names = bytes + sections[sections[i].sh_link].sh_offset;
    for (std::size_t s = 0; s < sections[i].sh_size / sizeof(Elf64_Sym); ++s) {
      const Elf64_Sym &symbol = symbols[s];
      const auto type = ELF64_ST_TYPE(symbol.st_info);
      if (symbol.st_value && symbol.st_shndx != SHN_UNDEF &&
          (type == STT_FUNC || type == STT_OBJECT))
        found.try_emplace(names + symbol.st_name, base + symbol.st_value, symbol.st_size,
                          type == STT_FUNC);
    }
  }
  ::munmap(image, size);
}

} // namespace

void add_definitions(Definitions &found) {
  static unsigned long long loaded = 0;
  struct Call {
    Definitions &found;
    unsigned long long adds = 0;
  } call{found};
  ::dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *given) {
        auto &[all, adds] = *static_cast<Call *>(given);
        adds = info->dlpi_adds;
        if (adds == loaded)
          return 1;
        read_symbols(*info->dlpi_name ? info->dlpi_name : "/proc/self/exe", info->dlpi_addr, all);
        return 0;
      },
      &call);
  loaded = call.adds;
}

} // namespace cts
