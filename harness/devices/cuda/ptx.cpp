#include "devices/cuda/ptx.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <map>

namespace ptx {
namespace {

bool blank(char c) { return std::strchr(" \t\r\n,;()", c) != nullptr; }

// The words of a text, from a place on; each bracket is a word.
class Words {
public:
  explicit Words(std::string_view text) : text_(text) {}

  std::string_view next() {
    while (at_ < text_.size() && blank(text_[at_]))
      ++at_;
    const std::size_t begin = at_;
    if (at_ < text_.size() && std::strchr("[]{}=", text_[at_]))
      return text_.substr(at_++, 1);
    while (at_ < text_.size() && !blank(text_[at_]) && !std::strchr("[]{}=", text_[at_]))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// .b32, .u64, .f16: the size in bytes; 0 if it is no type.
std::size_t size_of(std::string_view type) {
  if (type.size() < 3 || type[0] != '.' || !std::strchr("bsuf", type[1]))
    return 0;
  const std::size_t bits = static_cast<std::size_t>(std::atoi(std::string(type.substr(2)).c_str()));
  return bits % 8 ? 0 : bits / 8;
}

std::size_t number(std::string_view text) {
  return static_cast<std::size_t>(std::strtoull(std::string(text).c_str(), nullptr, 0));
}

// A declaration after its state space: alignment, type, name and count.
struct Declared {
  std::string name;
  std::size_t bytes = 0, element = 0;
};
Declared declared(std::string_view text) {
  Words words(text);
  Declared found;
  std::size_t number_of = 1;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == ".align") {
      words.next();
    } else if (word == ".ptr" || word == ".global") {
      continue;
    } else if (word == "[") {
      number_of *= number(words.next());
      words.next();
    } else if (const std::size_t bytes = size_of(word); bytes && found.name.empty()) {
      found.element = bytes;
    } else if (word[0] == '.') {
      continue;
    } else if (found.name.empty()) {
      found.name = word;
    } else {
      break;
    }
  }
  found.bytes = found.element * number_of;
  return found;
}

// Each place where a directive begins, with the text up to the end of its statement.
template <class Take>
void statements(std::string_view text, std::string_view directive, Take take) {
  for (std::size_t at = text.find(directive); at != text.npos;
       at = text.find(directive, at + directive.size())) {
    const std::string_view rest = text.substr(at + directive.size());
    const std::size_t line = text.rfind('\n', at) + 1; // 0 where there is none before
    if (!rest.empty() && blank(rest[0]) && text.substr(line, at - line).find("//") == text.npos)
      take(rest, text.substr(line, at - line));
  }
}

using Bodies = std::map<std::string_view, std::string_view>; // by the functions' names

// From the definition that begins here; empty for a declaration.
std::string_view body_of(std::string_view rest) {
  const std::size_t open = rest.find('{');
  if (open == rest.npos || rest.find(';') < open)
    return {};
  return rest.substr(open, rest.find("\n}", open) - open);
}

void collect(std::string_view body, const Bodies &bodies, std::set<std::string> &uses) {
  Words words(body);
  for (std::string_view word = words.next(); !word.empty(); word = words.next())
    if (uses.emplace(word).second)
      if (const auto called = bodies.find(word); called != bodies.end())
        collect(called->second, bodies, uses);
}

} // namespace

std::vector<Kernel> kernels(std::string_view text) {
  std::vector<Kernel> found;
  Bodies bodies;
  statements(text, ".func", [&](std::string_view rest, std::string_view) {
    const std::size_t result = rest.find_first_not_of(" \t\n");
    if (result != rest.npos && rest[result] == '(')
      rest.remove_prefix(rest.find(')'));
    bodies[Words(rest).next()] = body_of(rest);
  });
  statements(text, ".entry", [&](std::string_view rest, std::string_view) {
    const std::size_t open = rest.find('('), body = rest.find('{');
    Kernel kernel{std::string(Words(rest).next()), {}, {}};
    collect(body_of(rest), bodies, kernel.uses);
    if (open < body) {
      const std::string_view list = rest.substr(open, rest.find(')', open) - open);
      statements(list, ".param", [&](std::string_view parameter, std::string_view) {
        const Declared one = declared(parameter.substr(0, parameter.find(',')));
        kernel.parameters.push_back(std::max<std::size_t>(one.bytes, 1));
      });
    }
    found.push_back(std::move(kernel));
  });
  return found;
}

std::vector<Global> globals(std::string_view text) {
  std::vector<Global> found;
  for (const char *space : {".global", ".const"})
    statements(text, space, [&](std::string_view rest, std::string_view before) {
      if (before.find(".visible") == before.npos && before.find(".weak") == before.npos)
        return;
      const Declared one = declared(rest.substr(0, rest.find_first_of("=;")));
      if (!one.name.empty() && one.bytes)
        found.push_back({one.name, one.bytes});
    });
  return found;
}

std::string object(std::string_view text, unsigned generation, bool linked) {
  // Section names: the empty name, ours, and that of the names.
  const std::string names = std::string(1, '\0') + section + '\0' + ".shstrtab" + '\0';
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_ident[EI_OSABI] = 0x33; // CUDA's until 12, which every device library takes
  header.e_ident[EI_ABIVERSION] = 7;
  header.e_type = linked ? ET_EXEC : ET_REL;
  header.e_machine = 190; // EM_CUDA
  header.e_version = EV_CURRENT;
  header.e_flags = generation << 16 | 0x500 | generation;
  header.e_ehsize = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 2;
  header.e_shoff = sizeof header;
  Elf64_Shdr sections[3] = {};
  sections[1].sh_name = 1;
  sections[1].sh_type = SHT_PROGBITS;
  sections[1].sh_offset = sizeof header + sizeof sections;
  sections[1].sh_size = text.size();
  sections[1].sh_addralign = 1;
  sections[2].sh_name = static_cast<Elf64_Word>(names.find(".shstrtab"));
  sections[2].sh_type = SHT_STRTAB;
  sections[2].sh_offset = sections[1].sh_offset + text.size();
  sections[2].sh_size = names.size();
  sections[2].sh_addralign = 1;
  std::string file(reinterpret_cast<const char *>(&header), sizeof header);
  file.append(reinterpret_cast<const char *>(sections), sizeof sections);
  return file.append(text).append(names);
}

} // namespace ptx

std::string_view ptx_in(const void *image) {
  const auto *bytes = static_cast<const char *>(image);
  const auto *header = static_cast<const Elf64_Ehdr *>(image);
  if (std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_shnum != 3)
    return {};
  const auto *sections = reinterpret_cast<const Elf64_Shdr *>(bytes + header->e_shoff);
  const char *names = bytes + sections[header->e_shstrndx].sh_offset;
  if (std::strcmp(names + sections[1].sh_name, ptx::section) != 0)
    return {};
  return {bytes + sections[1].sh_offset, sections[1].sh_size};
}
