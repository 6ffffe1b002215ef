#include "trace/signed_returns.h"

#include "trace/types.h"

#include <elfutils/libdw.h>
#include <gelf.h>
#include <string_view>

namespace cts {
namespace {

using Byte = const unsigned char;

constexpr unsigned char no_operation = 0, negate_ra_state = 0x2d;

// The operands of each directive: bytes, a pointer, a number of variable length, a block.
constexpr std::string_view operands_of[] = {"",   "p",  "1",  "2", "4",  "nn", "n", "n",
                                            "n",  "nn", "",   "",  "nn", "n",  "n", "b",
                                            "nb", "nn", "nn", "n", "nn", "nn", "nb"};
constexpr unsigned char args_size = 0x2e, negative_offset_extended = 0x2f;

struct Bytes {
  Byte *at, *end;

  void skip(u64 count) { at += count < static_cast<u64>(end - at) ? count : end - at; }
  unsigned char next() { return at < end ? *at++ : 0; }
  u64 number() {
    u64 value = 0;
    for (unsigned shift = 0; at < end; shift += 7) {
      const u64 byte = *at++;
      value |= shift < 64 ? (byte & 0x7F) << shift : 0;
      if (byte < 0x80)
        break;
    }
    return value;
  }
  // A pointer in one of the encodings of .eh_frame.
  void skip_pointer(unsigned char encoding) {
    switch (encoding & 7) {
    case 1:
      number();
      break;
    case 2:
      skip(2);
      break;
    case 3:
      skip(4);
      break;
    default:
      skip(8);
    }
  }
};

unsigned char encoding_of(const Dwarf_CIE &common) {
  Bytes data{common.augmentation_data, common.augmentation_data + common.augmentation_data_size};
  for (const char letter : std::string_view(common.augmentation).substr(1))
    if (letter == 'R')
      return data.next();
    else if (letter == 'P')
      data.skip_pointer(data.next());
    else if (letter == 'L')
      data.next();
  return 0;
}

void forget_in(Bytes directives, unsigned char encoding) {
  while (directives.at < directives.end) {
    const unsigned char code = directives.next();
    std::string_view operands = code >> 6 == 2 ? "n" : "";
    if (code == negate_ra_state)
      const_cast<unsigned char &>(directives.at[-1]) = no_operation;
    else if (code == args_size || code == negative_offset_extended)
      operands = code == args_size ? "n" : "nn";
    else if (code >> 6 == 0 && code >= std::size(operands_of))
      return;
    else if (code >> 6 == 0)
      operands = operands_of[code];
    for (const char operand : operands)
      if (operand == 'p')
        directives.skip_pointer(encoding);
      else if (operand == 'n')
        directives.number();
      else
        directives.skip(operand == 'b' ? directives.number() : static_cast<u64>(operand - '0'));
  }
}

} // namespace

void forget_signed_returns(const unsigned char *ident, Elf_Data *frames) {
  Dwarf_CFI_Entry entry, common;
  Dwarf_Off next = 0, unused = 0;
  for (Dwarf_Off at = 0;; at = next) {
    const int found = ::dwarf_next_cfi(ident, frames, true, at, &next, &entry);
    if (found > 0 || next <= at)
      return;
    if (found < 0)
      continue;
    const bool shared = dwarf_cfi_cie_p(&entry);
    if (shared)
      common = entry;
    else if (::dwarf_next_cfi(ident, frames, true, entry.fde.CIE_pointer, &unused, &common) ||
             !dwarf_cfi_cie_p(&common))
      continue;
    if (common.cie.augmentation[0] != 'z') // what precedes the directives is not known
      continue;
    const unsigned char encoding = encoding_of(common.cie);
    if (shared) {
      forget_in({common.cie.initial_instructions, common.cie.initial_instructions_end}, encoding);
      continue;
    }
    Bytes own{entry.fde.start, entry.fde.end};
    own.skip_pointer(encoding);
    own.skip_pointer(encoding);
    own.skip(own.number());
    forget_in(own, encoding);
  }
}

void forget_signed_returns(Elf *elf) {
  GElf_Ehdr header;
  std::size_t names = 0;
  if (!::gelf_getehdr(elf, &header) || header.e_machine != EM_AARCH64 ||
      ::elf_getshdrstrndx(elf, &names) != 0)
    return;
  for (Elf_Scn *section = nullptr; (section = ::elf_nextscn(elf, section));) {
    GElf_Shdr facts;
    const char *name =
        ::gelf_getshdr(section, &facts) ? ::elf_strptr(elf, names, facts.sh_name) : nullptr;
    Elf_Data *data =
        name && name == std::string_view(".eh_frame") ? ::elf_rawdata(section, nullptr) : nullptr;
    if (data && data->d_buf)
      forget_signed_returns(reinterpret_cast<Byte *>(::elf_getident(elf, nullptr)), data);
  }
}

} // namespace cts
