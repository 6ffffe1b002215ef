#include "trace/machines.h"

#include "trace/signed_returns.h"

#include <elf.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace std::string_view_literals;

namespace cts {
namespace {

constexpr u64 address = 0x10000;

// The bytes or words before the address; nothing before those.
InstructionBefore before(std::string_view machine, std::vector<u32> words, std::size_t bytes = 8) {
  std::vector<unsigned char> code(8);
  for (const u32 word : words)
    for (int byte = 0; byte < 4; ++byte)
      code.push_back(static_cast<unsigned char>(word >> 8 * byte));
  return machine_called(machine).before(address, code.data() + code.size(), bytes);
}
u64 target(std::string_view machine, std::vector<u32> words) {
  const InstructionBefore found = before(machine, words);
  EXPECT_EQ(found.kind, InstructionBefore::direct_call);
  return found.target;
}
InstructionBefore::Kind kind(std::string_view machine, std::vector<u32> words) {
  return before(machine, words).kind;
}

// An assembler made each word from the text after it.
TEST(Machines, KnowTheirDirectCalls) {
  EXPECT_EQ(target("x86_64", {0xe8909090, 0x00000010}), address + 16);          // call .+21
  EXPECT_EQ(target("aarch64", {0x94000004}), address - 4 + 16);                 // bl .+16
  EXPECT_EQ(target("aarch64", {0x97fffffc}), address - 4 - 16);                 // bl .-16
  EXPECT_EQ(target("ppc64le", {0x48000011}), address - 4 + 16);                 // bl .+16
  EXPECT_EQ(target("ppc64le", {0x4bfffff1}), address - 4 - 16);                 // bl .-16
  EXPECT_EQ(target("riscv64", {0x010000ef}), address - 4 + 16);                 // jal .+16
  EXPECT_EQ(target("riscv64", {0xff1ff0ef}), address - 4 - 16);                 // jal .-16
  EXPECT_EQ(target("riscv64", {0x00001097, 0x010080e7}), address - 8 + 0x1010); // auipc, jalr
  EXPECT_EQ(target("riscv64", {0xfffff097, 0xff0080e7}), address - 8 - 0x1010);
}

TEST(Machines, KnowTheirIndirectCalls) {
  EXPECT_EQ(kind("x86_64", {0x90909090, 0xd0ff9090}), InstructionBefore::indirect_call);
  for (const u32 word : {0xd63f0100u, 0xd63f091fu, 0xd73f0909u}) // blr x8, blraaz, blraa
    EXPECT_EQ(kind("aarch64", {word}), InstructionBefore::indirect_call) << std::hex << word;
  for (const u32 word : {0x4e800421u, 0x4e800021u}) // bctrl, blrl
    EXPECT_EQ(kind("ppc64le", {word}), InstructionBefore::indirect_call);
  EXPECT_EQ(kind("riscv64", {0x000780e7}), InstructionBefore::indirect_call); // jalr a5
  EXPECT_EQ(kind("riscv64", {0x97820001}), InstructionBefore::indirect_call); // c.jalr a5
}

TEST(Machines, KnowWhatIsNoCall) {
  EXPECT_EQ(kind("x86_64", {0xc0314890, 0xc0314890}), InstructionBefore::no_call); // xor
  EXPECT_EQ(kind("aarch64", {0x910003fd}), InstructionBefore::no_call);            // mov x29, sp
  EXPECT_EQ(kind("ppc64le", {0x7c0802a6}), InstructionBefore::no_call);            // mflr r0
  EXPECT_EQ(kind("riscv64", {0x00a50533}), InstructionBefore::no_call);            // add
  EXPECT_EQ(machine_called("aarch64").before(address + 2, nullptr, 0).kind,
            InstructionBefore::no_call); // between two instructions
}

// The address may be that of a context, a coroutine or a handler, which was not called.
TEST(Machines, LeaveAFunctionsBeginningOpen) {
  for (const u32 word : {0xd503201fu, 0xd65f03c0u, 0xd65f0bffu, 0x14000004u, 0xd61f0100u})
    EXPECT_EQ(kind("aarch64", {word}), InstructionBefore::unknown) << std::hex << word;
  for (const u32 word : {0x60000000u, 0x4e800020u, 0x48000010u, 0x4e800420u, 0u})
    EXPECT_EQ(kind("ppc64le", {word}), InstructionBefore::unknown) << std::hex << word;
  for (const u32 word : {0x00008067u, 0x80820001u, 0x0100006fu, 0x00010001u})
    EXPECT_EQ(kind("riscv64", {word}), InstructionBefore::unknown) << std::hex << word;
}

TEST(Machines, AreThisOneWhereATraceSaysNothing) {
  EXPECT_NE(machine_called("").registers, 0u);
  EXPECT_EQ(machine_called("pdp11").registers, 0u);
  EXPECT_EQ(machine_called("pdp11").before, nullptr);
}

// As a compiler wrote it for a function that signs its return address, with an operand that looks
// like the directive.
TEST(Machines, ForgetSignaturesAndNothingElse) {
  constexpr std::string_view written =
      "\x10\0\0\0\0\0\0\0\1zR\0\1|\x1e\1\x1b\x0c\x1f\0\x28\0\0\0\x18\0\0\0\0\0\0\0\x30\0\0\0\0"
      "\x44-\x44\x0e-\x48\x0c\x1d\x10\x9e\2\x9d\4P\x0c\x1f-\x48\x0e\0\x44-\xde\xdd\0\0\0"sv;
  std::string frames(written), expected(written);
  expected[0x26] = expected[0x3A] = 0;
  constexpr unsigned char ident[EI_NIDENT] = {0x7F, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, 1};
  Elf_Data data{frames.data(), ELF_T_BYTE, EV_CURRENT, frames.size(), 0, 8};
  forget_signed_returns(ident, &data);
  EXPECT_EQ(frames, expected);
  for (std::size_t bytes = 0; bytes < frames.size(); ++bytes) { // a file that ends early
    std::string part(written.substr(0, bytes));
    data.d_buf = part.data();
    data.d_size = bytes;
    forget_signed_returns(ident, &data);
  }
}

} // namespace
} // namespace cts
