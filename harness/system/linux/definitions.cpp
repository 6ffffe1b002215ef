// The search of system/checking.h for functions and variables, in ELF files.
#include "system/checking.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <vector>

namespace cts {
namespace {

// Whether a loaded library exports the name; true of a file that dlopen does not know, such as the
// program.
bool may_export(const char *path, const char *name) {
  void *library = ::dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  if (!library)
    return true;
  const bool has = ::dlsym(library, name);
  ::dlclose(library);
  return has;
}

// The first function or variable of a file that is wanted. The exported names of a library are
// searched only if they have `name`: libLLVM's tens of thousands take 2 ms.
std::optional<Definition> definition_in(const char *path, u64 base, const Wanted &wanted,
                                        const char *name) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return {};
  struct stat status {};
  const bool known = ::fstat(file, &status) == 0;
  const auto size = static_cast<std::size_t>(status.st_size);
  void *image = known && size > sizeof(Elf64_Ehdr)
                    ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0)
                    : MAP_FAILED;
  ::close(file);
  if (image == MAP_FAILED)
    return {};
  std::optional<Definition> found;
  const auto *bytes = static_cast<const char *>(image);
  const auto *header = reinterpret_cast<const Elf64_Ehdr *>(bytes);
  const auto *sections = reinterpret_cast<const Elf64_Shdr *>(bytes + header->e_shoff);
  for (unsigned i = 0; i < header->e_shnum && !found; ++i) {
    const bool exported = sections[i].sh_type == SHT_DYNSYM;
    if (exported ? name && !may_export(path, name) : sections[i].sh_type != SHT_SYMTAB)
      continue;
    const auto *symbols = reinterpret_cast<const Elf64_Sym *>(bytes + sections[i].sh_offset);
    const char *names = bytes + sections[sections[i].sh_link].sh_offset;
    for (std::size_t s = 0; s < sections[i].sh_size / sizeof(Elf64_Sym) && !found; ++s) {
      const Elf64_Sym &symbol = symbols[s];
      const auto type = ELF64_ST_TYPE(symbol.st_info);
      const Definition here{base + symbol.st_value, symbol.st_size, type == STT_FUNC};
      if (symbol.st_value && symbol.st_shndx != SHN_UNDEF &&
          (type == STT_FUNC || type == STT_OBJECT) && wanted(names + symbol.st_name, here))
        found = here;
    }
  }
  ::munmap(image, size);
  return found;
}

} // namespace

std::optional<Definition> definition(const Wanted &wanted, const char *name) {
  std::vector<std::pair<std::string, u64>> files; // dlopen waits for a lock that the walk holds
  ::dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *given) {
        static_cast<decltype(files) *>(given)->emplace_back(
            *info->dlpi_name ? info->dlpi_name : "/proc/self/exe", info->dlpi_addr);
        return 0;
      },
      &files);
  for (const auto &[path, base] : files)
    if (auto found = definition_in(path.c_str(), base, wanted, name))
      return found;
  return {};
}

} // namespace cts
