#include "validator/tests/code_files.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace fs = std::filesystem;

namespace cts {
namespace {

constexpr std::size_t code_size = 0x1000;
enum Section : unsigned { none, text, symbols, names, sections };

// Indirect calls, one after the other.
std::string calls() {
  std::string bytes;
  while (bytes.size() < code_size)
    bytes += "\xff\xd0";
  return bytes;
}

struct CodeFile {
  std::string bytes = calls();                                  // at even addresses
  std::vector<Elf64_Sym> functions = std::vector<Elf64_Sym>(1); // the first one has no meaning
  std::string names = std::string(1, '\0');
};

template <class T> void append(std::string &bytes, const T *what, std::size_t count) {
  bytes.append(reinterpret_cast<const char *>(what), count * sizeof(T));
}

bool add_function(CodeFile &file, unsigned long low, unsigned long high, const std::string &name) {
  if (low >= high || high > code_size || name.empty())
    return false;
  Elf64_Sym symbol{};
  symbol.st_name = static_cast<Elf64_Word>(file.names.size());
  symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  symbol.st_shndx = text;
  symbol.st_value = low;
  symbol.st_size = high - low;
  file.functions.push_back(symbol);
  file.names += name + '\0';
  return true;
}

bool add_bytes(CodeFile &file, unsigned long at, const std::string &digits) {
  if (digits.empty() || digits.size() % 2 != 0 || at + digits.size() / 2 > code_size)
    return false;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    unsigned byte = 0;
    if (std::sscanf(digits.c_str() + i, "%2x", &byte) != 1)
      return false;
    file.bytes[at + i / 2] = static_cast<char>(byte);
  }
  return true;
}

// The code after the headers of the file and its one segment; then the tables.
std::string elf_of(const CodeFile &file) {
  const std::size_t functions = file.functions.size() * sizeof(Elf64_Sym);
  std::array<Elf64_Shdr, sections> table{};
  table[text].sh_type = SHT_PROGBITS;
  table[text].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
  table[text].sh_size = code_size;
  table[symbols].sh_type = SHT_SYMTAB;
  table[symbols].sh_offset = code_size;
  table[symbols].sh_size = functions;
  table[symbols].sh_link = names;
  table[symbols].sh_info = 1;
  table[symbols].sh_entsize = sizeof(Elf64_Sym);
  table[names].sh_type = SHT_STRTAB;
  table[names].sh_offset = code_size + functions;
  table[names].sh_size = file.names.size();

  Elf64_Phdr segment{};
  segment.p_type = PT_LOAD;
  segment.p_flags = PF_R | PF_X;
  segment.p_filesz = segment.p_memsz = code_size;
  segment.p_align = 0x1000;

  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_DYN;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_phoff = sizeof header;
  header.e_shoff = table[names].sh_offset + file.names.size();
  header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof segment;
  header.e_phnum = 1;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = sections;
  header.e_shstrndx = names;

  std::string bytes;
  append(bytes, &header, 1);
  append(bytes, &segment, 1);
  bytes += file.bytes.substr(bytes.size());
  append(bytes, file.functions.data(), file.functions.size());
  bytes += file.names;
  append(bytes, table.data(), table.size());
  return bytes;
}

} // namespace

bool write_code_files(const std::string &folder, const std::vector<std::string> &lines,
                      std::string &error) {
  std::map<std::string, CodeFile> files;
  for (const std::string &line : lines) {
    std::istringstream words(line);
    std::string path, place, what;
    words >> path >> place >> what;
    CodeFile &file = files[path];
    unsigned long low = 0, high = 0;
    const int numbers = std::sscanf(place.c_str(), "%lx-%lx", &low, &high);
    const bool known = numbers == 2   ? add_function(file, low, high, what)
                       : numbers == 1 ? add_bytes(file, low, what)
                                      : false;
    if (!known) {
      error = "write 'code: PATH LOW-HIGH FUNCTION' or 'code: PATH PLACE BYTES': " + line;
      return false;
    }
  }
  for (const auto &[path, file] : files) {
    const fs::path where = fs::path(folder) / fs::path(path).relative_path();
    fs::create_directories(where.parent_path());
    if (!(std::ofstream(where, std::ios::binary) << elf_of(file))) {
      error = "cannot write " + where.string();
      return false;
    }
    // The file existed when the trace was made.
    fs::last_write_time(where, fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  return true;
}

} // namespace cts
