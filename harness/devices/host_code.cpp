#include "devices/host_code.h"

#include <array>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <map>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cts::devices {
namespace {

constexpr std::size_t most_arguments = 24;
using Code = void (*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                      std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                      std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                      std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                      std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t);

// Where the program was loaded.
std::uint64_t program_base() {
  std::uint64_t base = 0;
  ::dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *found) {
        *static_cast<std::uint64_t *>(found) = info->dlpi_addr;
        return 1; // the program comes first
      },
      &base);
  return base;
}

struct Symbol {
  std::uint64_t address = 0, bytes = 0;
  bool function = false;
};
using Symbols = std::map<std::string, Symbol>;

// Functions and variables of the program's own symbol table: what it does not export as well.
Symbols read_symbols() {
  Symbols found;
  const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file < 0 || ::fstat(file, &status))
    return found;
  const auto size = static_cast<std::size_t>(status.st_size);
  void *image = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  ::close(file);
  if (image == MAP_FAILED)
    return found;
  const auto *bytes = static_cast<const char *>(image);
  const auto *header = reinterpret_cast<const Elf64_Ehdr *>(bytes);
  const auto *sections = reinterpret_cast<const Elf64_Shdr *>(bytes + header->e_shoff);
  const std::uint64_t base = program_base();
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB)
      continue;
    const auto *symbols = reinterpret_cast<const Elf64_Sym *>(bytes + sections[i].sh_offset);
    const char *names = bytes + sections[sections[i].sh_link].sh_offset;
    for (std::size_t s = 0; s < sections[i].sh_size / sizeof(Elf64_Sym); ++s) {
      const Elf64_Sym &symbol = symbols[s];
      const auto type = ELF64_ST_TYPE(symbol.st_info);
      if (symbol.st_value && (type == STT_FUNC || type == STT_OBJECT))
        found[names + symbol.st_name] = {base + symbol.st_value, symbol.st_size, type == STT_FUNC};
    }
  }
  ::munmap(image, size);
  return found;
}

const Symbol *symbol_of(const std::string &name) {
  static const auto &symbols = *new Symbols(read_symbols());
  const auto at = symbols.find(name);
  return at == symbols.end() ? nullptr : &at->second;
}

} // namespace

void *program_object(const std::string &name, std::size_t bytes) {
  const Symbol *symbol = symbol_of(name);
  return symbol && !symbol->function && symbol->bytes == bytes
             ? reinterpret_cast<void *>(symbol->address)
             : nullptr;
}

bool run_on_host(const std::string &kernel, const std::vector<std::uint64_t> &arguments) {
  const Symbol *code = symbol_of(kernel);
  if (!code || !code->function || arguments.size() > most_arguments)
    return false;
  std::array<std::uint64_t, most_arguments> a{};
  std::memcpy(a.data(), arguments.data(), arguments.size() * sizeof a[0]);
  // More than the code takes do no harm: the caller clears them away.
  reinterpret_cast<Code>(code->address)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9],
                                        a[10], a[11], a[12], a[13], a[14], a[15], a[16], a[17],
                                        a[18], a[19], a[20], a[21], a[22], a[23]);
  return true;
}

} // namespace cts::devices
