// Signed return addresses on AArch64 (paciasp), for unwinding.
#pragma once

#include <libelf.h>

namespace cts {

// Makes the directive that the return address is signed from here on
// (DW_CFA_AARCH64_negate_ra_state) a directive without effect: elfutils 0.188 ends the stack at a
// function that has it. The unwinder removes signatures by itself. `elf`: a file of libdwfl, whose
// contents are a copy in memory.
void forget_signed_returns(Elf *elf);
void forget_signed_returns(const unsigned char *ident, Elf_Data *frames); // of its .eh_frame

} // namespace cts
