// signals.h by system calls.
#include "system/linux/signals.h"

#include "system/system.h"

#ifdef CTS_SIGNAL_RETURN
asm(".text\n"
    ".globl ompt_cts_sampler_return\n"
    ".hidden ompt_cts_sampler_return\n"
    ".type ompt_cts_sampler_return, @function\n"
    "ompt_cts_sampler_return:\n" CTS_SIGNAL_RETURN
    ".size ompt_cts_sampler_return, .-ompt_cts_sampler_return\n");
extern "C" void ompt_cts_sampler_return();
#endif

#include <algorithm>
#include <charconv>
#include <iterator>

namespace cts::sampler {
namespace {

struct Taken {
  KernelAction before; // the program's handling of it
  Handler ours;
} taken[std::size(fatal_signals)];

Taken &taken_of(int signal) {
  return taken[std::ranges::find(fatal_signals, signal) - std::begin(fatal_signals)];
}

bool is_free(int signal) {
  KernelAction found{};
  return set_handler(signal, nullptr, &found) && !found.handler;
}

// An address beside a null pointer is the same in each run, and says which access it was.
void tell(const siginfo_t &fault) {
  constexpr u64 beside_null = 1 << 16;
  const u64 address = reinterpret_cast<u64>(fault.si_addr);
  if (fault.si_code <= 0 || address >= beside_null)
    return;
  constexpr std::string_view message = "ompt-checker: the program ends by an access at 0x";
  char text[message.size() + sizeof "ffff"];
  char *const digits = std::ranges::copy(message, text).out;
  char *const end = std::to_chars(digits, std::end(text) - 1, address, 16).ptr;
  *end = '\n';
  kernel::say({text, static_cast<std::size_t>(end + 1 - text)});
}

} // namespace

void returns_by_itself([[maybe_unused]] KernelAction &action) {
#ifdef CTS_SIGNAL_RETURN
  constexpr unsigned long has_restorer = 0x04000000;
  action.flags |= has_restorer;
  action.restorer = ompt_cts_sampler_return;
#endif
}

bool set_handler(int signal, const KernelAction *wanted, KernelAction *before) {
  return kernel::call(SYS_rt_sigaction, signal, kernel::word(wanted), kernel::word(before), 8) == 0;
}

bool take_fault(int signal, Handler handler) {
  KernelAction action{}, found{};
  action.handler = handler;
  // The handler does not block its signal: an entry point that it calls may fault again.
  action.flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | SA_NODEFER;
  returns_by_itself(action);
  if (!set_handler(signal, &action, &found))
    return false;
  Taken &one = taken_of(signal);
  if (!one.ours || found.handler != one.ours)
    one.before = found;
  one.ours = handler;
  return true;
}

bool handles_faults(int signal) {
  KernelAction found{};
  const Handler ours = taken_of(signal).ours;
  return ours && set_handler(signal, nullptr, &found) && found.handler == ours;
}

void hand_on(int signal, siginfo_t *info, void *context) {
  const KernelAction &before = taken_of(signal).before;
  if (reinterpret_cast<u64>(before.handler) > reinterpret_cast<u64>(SIG_IGN)) {
    // Calls the handler as the kernel does: once, if requested, and with these signals blocked.
    if (before.flags & SA_RESETHAND) {
      const KernelAction none{};
      set_handler(signal, &none, nullptr);
    }
    change_mask(SIG_BLOCK, before.mask | (before.flags & SA_NODEFER ? 0 : bit(signal)));
    before.handler(signal, info, context);
    return;
  }
  tell(*info);
  set_handler(signal, &before, nullptr);
  // A faulting instruction faults again, then without a handler; a signal that was sent is sent
  // again.
  if (info->si_code <= 0)
    kernel::call(SYS_rt_tgsigqueueinfo, kernel::process(), kernel::thread(), signal,
                 kernel::word(info));
}

// From the middle: programs that use real-time signals begin at one of the ends.
int free_signal() {
  constexpr int first = 35, middle = 50, last = 64;
  for (int away = 0; away <= middle - first; ++away)
    for (const int signal : {middle - away, middle + away})
      if (signal <= last && is_free(signal))
        return signal;
  return 0;
}

void change_mask(int how, u64 signals) {
  kernel::call(SYS_rt_sigprocmask, how, kernel::word(&signals), 0, sizeof signals);
}

} // namespace cts::sampler
