// checker_tool/safe_read.h: finds a faulting access in the table, or lets the kernel make it.
#include "checker_tool/safe_read.h"

#include "system/linux/signals.h"

#include <cerrno>

namespace cts {
namespace {

using sampler::bit;

struct Faults {
  i32 access, behind; // relative to their own places
};
extern "C" [[gnu::visibility("hidden")]] const Faults __start_ompt_cts_faults[];
extern "C" [[gnu::visibility("hidden")]] const Faults __stop_ompt_cts_faults[];

u64 place(const i32 &relative) {
  return reinterpret_cast<u64>(&relative) + static_cast<u64>(i64{relative});
}

void on_fault(int signal, siginfo_t *info, void *context) {
  if (!goes_on_behind_access(context))
    sampler::hand_on(signal, info, context);
}

} // namespace

bool goes_on_behind_access(void *context) {
  auto &interrupted = *static_cast<ucontext_t *>(context);
  for (const Faults *one = __start_ompt_cts_faults; one != __stop_ompt_cts_faults; ++one)
    if (place(one->access) == machine::program_counter(interrupted)) {
      machine::set_program_counter(interrupted, place(one->behind));
      return true;
    }
  return false;
}

void SafeMemory::guard_process() {
  for (const int signal : {SIGSEGV, SIGBUS})
    sampler::take_fault(signal, on_fault);
}

void SafeMemory::look() {
  u64 blocked = 0;
  kernel::call(SYS_rt_sigprocmask, SIG_BLOCK, 0, kernel::word(&blocked), sizeof blocked);
  guarded_ = !(blocked & (bit(SIGSEGV) | bit(SIGBUS))) && sampler::handles_faults(SIGSEGV) &&
             sampler::handles_faults(SIGBUS);
}

bool SafeMemory::ask(const void *from, void *to, std::size_t bytes) {
  const iovec here{to, bytes}, there{const_cast<void *>(from), bytes};
  const long read = kernel::call(SYS_process_vm_readv, kernel::process(), kernel::word(&here), 1,
                                 kernel::word(&there), 1);
  if (read == static_cast<long>(bytes))
    return true;
  if (read >= 0 || read == -EFAULT)
    return false;
  std::memcpy(to, from, bytes); // the kernel forbids the check: trust the runtime
  return true;
}

bool SafeMemory::try_write(void *p, u64 word) {
  const iovec here{&word, sizeof word}, there{p, sizeof word};
  const long wrote = kernel::call(SYS_process_vm_writev, kernel::process(), kernel::word(&here), 1,
                                  kernel::word(&there), 1);
  if (wrote == static_cast<long>(sizeof word))
    return true;
  if (wrote >= 0 || wrote == -EFAULT)
    return false;
  std::memcpy(p, &word, sizeof word);
  return true;
}

} // namespace cts
