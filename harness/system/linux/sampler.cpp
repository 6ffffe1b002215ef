// checker_tool/sampler.h, by the kernel's timers and a real-time signal.
#include "checker_tool/sampler.h"

#include "checker_tool/interrupted.h"
#include "checker_tool/probes.h"
#include "checker_tool/process_facts.h"
#include "checker_tool/recorder.h"
#include "checker_tool/safe_read.h"
#include "checker_tool/stacks.h"
#include "system/linux/signals.h"

#include <atomic>
#include <csignal>
#include <cstring>
#include <ctime>

namespace cts::sampler {
namespace {

// A thread that had this many turns and this much time without an answer hangs; a slow thread had
// no turn.
constexpr u32 hanging_ticks = 50;
constexpr u64 hanging_ns = 3'000'000'000;

// Handlers with less stack than this below them do nothing: an alternate stack may have the
// kernel's minimum size, and a thread's own stack may be nearly full.
constexpr u64 least_room = 16 * 1024;

// If this many of the wall clock's signals in a row have left a thread little time, the thread may
// do nothing but answer signals at this rate.
constexpr u32 late_signals = 64;
constexpr u64 harmless_ns = 1'000'000;

// A thread counts as looked at after this many samples.
constexpr u32 samples_of_a_look = 48;

// One thread's part; only its thread uses it, signal handlers included.
struct Sampled {
  ThreadRecorder *stream = nullptr;
  u64 stack_low = 0, stack_high = 0;
  int timers[2] = {-1, -1};          // by the thread's processor time and by the wall clock
  u32 slower = 1;                    // factor by which the second timer is slower than requested
  u32 late = 0;                      // its signals in a row that left little time
  bool inside = false;               // the handler runs
  volatile bool held = false;        // by the checker
  const void *interrupted = nullptr; // the interrupted address
  u32 look = 0, looks = 0;           // the last requested look, and its samples
  // Whether the handler is inside the runtime, since when, and how often the timers have fired
  // meanwhile. A fault or a hang in the runtime returns to `asking`.
  volatile bool asked = false;
  u64 asked_at = 0;
  u32 ticks = 0;
  void *asking[5];
};

[[gnu::tls_model("initial-exec")]] constinit thread_local Sampled *current = nullptr;

std::atomic<bool> active{false};
unsigned long long samples = 0; // programs read it as a plain word
std::atomic<u32> asking{0};     // running handlers
// A look's number, above the number of threads that were looked at since its request; programs read
// the lower half as a plain word.
unsigned long long look = 0;
int sample_signal = 0;
u64 interval_ns = 0;
std::atomic<u32> sampled_threads{0};
u32 full_rate_threads = 0; // threads sampled by the wall clock at the requested rate

// Groups of entry points that ended in a fault, which would have crashed the program with another
// tool.
std::atomic<u32> faulty{0};

// A function of its own, so that no value in a register is used after a jump.
[[gnu::noinline]] void ask(Sampled &thread, u32 group) {
  if (faulty.load() & (1u << group))
    return;
  if (__builtin_setjmp(thread.asking) == 0) {
    thread.ticks = 0;
    thread.asked_at = 0;
    thread.asked = true;
    probe_in_handler(*thread.stream, group);
    thread.asked = false;
    return;
  }
  faulty.fetch_or(1u << group);
  change_mask(SIG_UNBLOCK, bit(sample_signal)); // blocked after a tick that returned from a hang
}

[[gnu::noinline, noreturn]] void come_back(Sampled &thread) { __builtin_longjmp(thread.asking, 1); }

// The runtime does not return from this call, because of this signal, or (0) without one.
[[noreturn]] void give_up(Sampled &thread, int signal, const void *address, const void *context) {
  thread.asked = false;
  thread.stream->record(event::sample_fault{signal, reinterpret_cast<u64>(address)});
  record_interrupted_stack(*thread.stream, thread.interrupted);
  record_interrupted_stack(*thread.stream, context);
  come_back(thread);
}

// In a program without samples, every signal but ours would go this way.
void on_fault(int signal, siginfo_t *info, void *context) {
  if (goes_on_behind_access(context))
    return;
  Sampled *thread = current;
  if (thread && thread->asked)
    give_up(*thread, signal, info->si_addr, context);
  hand_on(signal, info, context);
}

// The timers continue while the handler waits for the runtime.
void watch(Sampled &thread, const void *context) {
  if (!thread.asked || ++thread.ticks % hanging_ticks != 0)
    return;
  if (!thread.asked_at)
    thread.asked_at = kernel::monotonic();
  if (kernel::monotonic() - thread.asked_at >= hanging_ns)
    give_up(thread, 0, nullptr, context);
}

void set_interval(int timer, u64 nanoseconds) {
  const timespec interval{static_cast<time_t>(nanoseconds / 1'000'000'000),
                          static_cast<long>(nanoseconds % 1'000'000'000)};
  const itimerspec setting{interval, interval};
  kernel::call(SYS_timer_settime, timer, 0, kernel::word(&setting), 0);
}

int start_timer(clockid_t clock, int which, u64 interval) {
  sigevent notify{};
  notify.sigev_notify = SIGEV_THREAD_ID;
  notify.sigev_signo = sample_signal;
  notify.sigev_value.sival_int = which;
  notify._sigev_un._tid = kernel::thread();
  int timer = -1;
  if (kernel::call(SYS_timer_create, clock, kernel::word(&notify), kernel::word(&timer)) != 0)
    return -1;
  set_interval(timer, interval);
  return timer;
}

// Waiting threads also get signals by the wall clock: hundreds of them at the full rate would take
// all processor time.
u32 slower_now() { return 1 + sampled_threads.load() / full_rate_threads; }

void slow_down(Sampled &thread, u32 slower) {
  thread.slower = slower;
  set_interval(thread.timers[1], interval_ns * slower);
}

void share_clock(Sampled &thread) {
  const u32 wanted = slower_now();
  if (wanted >= 2 * thread.slower)
    slow_down(thread, wanted);
}

// Called after a signal has been answered. A signal that takes as long as the interval leaves the
// program no time, but the program gets at least a quarter.
void keep_up(Sampled &thread, const siginfo_t &signal) {
  const u64 interval = interval_ns * thread.slower;
  if (signal.si_value.sival_int != 1 || interval >= harmless_ns)
    return;
  itimerspec next{};
  kernel::call(SYS_timer_gettime, thread.timers[1], kernel::word(&next));
  const bool late = signal.si_overrun > 0 || static_cast<u64>(next.it_value.tv_nsec) < interval / 4;
  thread.late = late ? thread.late + 1 : 0;
  if (thread.late < late_signals)
    return;
  thread.late = 0;
  slow_down(thread, 2 * thread.slower);
}

// Whether the handler's stack has room for the calls, and their faults can be caught: the signals
// are let through, and the program has not taken SIGSEGV for itself since.
bool can_ask(const Sampled &thread, const void *context) {
  const auto &interrupted = *static_cast<const ucontext_t *>(context);
  u64 blocked;
  std::memcpy(&blocked, &interrupted.uc_sigmask, sizeof blocked);
  if (std::ranges::any_of(fatal_signals, [&](int signal) { return blocked & bit(signal); }))
    return false;
  if (!handles_faults(SIGSEGV))
    return false;
  const u64 here = reinterpret_cast<u64>(&blocked);
  const u64 other = reinterpret_cast<u64>(interrupted.uc_stack.ss_sp);
  const u64 low = here - other < interrupted.uc_stack.ss_size ? other : thread.stack_low;
  return here < low || here - low >= least_room; // below: the program's own stack
}

void count_look(Sampled &thread) {
  std::atomic_ref<unsigned long long> all(look);
  unsigned long long now = all.load();
  const u32 wanted = static_cast<u32>(now >> 32);
  if (thread.look != wanted)
    thread.looks = 0;
  thread.look = wanted;
  if (++thread.looks == samples_of_a_look)
    while (now >> 32 == wanted && !all.compare_exchange_weak(now, now + 1)) {
    }
}

// The handler's own signal is blocked until it calls the runtime: of two timers that fire at once,
// the first records the thread's place, and the second finds the handler inside the runtime.
void on_signal(int, siginfo_t *info, void *context) {
  Sampled *thread = current;
  if (!thread)
    return;
  if (thread->inside) {
    watch(*thread, context);
    return;
  }
  if (thread->held || !can_ask(*thread, context))
    return keep_up(*thread, *info);
  thread->inside = true;
  thread->interrupted = context;
  asking.fetch_add(1);
  if (active.load()) {
    const int saved = errno;
    Stack stack;
    walk(context, thread->stack_low, thread->stack_high, stack);
    thread->stream->record(event::sample{static_cast<u32>(info->si_value.sival_int), stack.counter,
                                         List(stack.addresses, stack.depth)});
    if (Recorder::instance().options().stacks)
      record_interrupted_stack(*thread->stream, context);
    change_mask(SIG_UNBLOCK, bit(sample_signal));
    for (u32 group = 0; group < handler_groups; ++group)
      ask(*thread, group);
    thread->stream->record(event::sample_end{});
    __atomic_fetch_add(&samples, 1, __ATOMIC_RELAXED);
    count_look(*thread);
    share_clock(*thread);
    keep_up(*thread, *info);
    errno = saved;
  }
  asking.fetch_sub(1);
  thread->inside = false;
}

// The program has left the signal alone since it was chosen.
bool is_ours() {
  KernelAction found{};
  return set_handler(sample_signal, nullptr, &found) &&
         found.handler == reinterpret_cast<void (*)(int, siginfo_t *, void *)>(on_signal);
}

// The calling thread lets the signal through: a thread that itself waits for all signals would
// receive ours.
bool can_come() {
  u64 blocked = 0;
  kernel::call(SYS_rt_sigprocmask, SIG_BLOCK, 0, kernel::word(&blocked), sizeof blocked);
  return !(blocked & bit(sample_signal));
}

// Reports once why there are fewer samples than requested.
void say(const char *why) {
  static std::atomic<u32> said; // not every machine can exchange a byte
  if (said.exchange(1))
    return;
  kernel::say(Text("ompt-checker: ", why, "; not all threads are sampled\n").view());
}

// The child does not inherit the forking thread's timers.
void forget_in_child() {
  active = false;
  asking = 0;
  sampled_threads = 0;
  current = nullptr;
}

bool install_handlers(Text &error) {
  sample_signal = free_signal();
  KernelAction action{};
  action.handler = on_signal;
  action.flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  // Blocks the program's handlers during ours, because one that jumps away would never return to
  // ours.
  action.mask = ~u64{0};
  for (const int signal : fatal_signals)
    action.mask &= ~bit(signal);
  returns_by_itself(action);
  if (!sample_signal || !set_handler(sample_signal, &action, nullptr)) {
    error = {"no real-time signal is free for samples"};
    return false;
  }
  for (const int signal : fatal_signals)
    take_fault(signal, on_fault);
  return true;
}

} // namespace

bool start(const Options &options, Text &error) {
  if (options.sample == 0)
    return true;
  interval_ns = 1'000'000'000 / options.sample;
  full_rate_threads = 4 * processors();
  // A forked child whose runtime starts again has its parent's handlers.
  if (!sample_signal && !install_handlers(error))
    return false;
  Recorder::instance().set_followers({thread_ends, forget_in_child});
  active = true;
  return true;
}

void thread_begins() {
  if (!active || current || !can_come())
    return;
  if (!is_ours())
    return say("the program has taken the signal for samples");
  void *memory = kernel::map_private(sizeof(Sampled));
  if (!memory)
    return;
  auto *thread = new (memory) Sampled;
  thread->stream = Recorder::instance().attach_samples(thread->stack_low, thread->stack_high);
  if (!thread->stream) {
    kernel::unmap(thread, sizeof *thread);
    return;
  }
  current = thread;
  sampled_threads.fetch_add(1);
  thread->slower = slower_now();
  thread->timers[0] = start_timer(CLOCK_THREAD_CPUTIME_ID, 0, interval_ns);
  thread->timers[1] = start_timer(CLOCK_MONOTONIC, 1, interval_ns * thread->slower);
  if (thread->timers[0] < 0 || thread->timers[1] < 0)
    say("the system gives no more timers (ulimit -i)");
}

void thread_ends() {
  Sampled *thread = current;
  if (!thread)
    return;
  current = nullptr; // a pending signal finds nothing
  sampled_threads.fetch_sub(1);
  for (const int timer : thread->timers)
    if (timer >= 0)
      kernel::call(SYS_timer_delete, timer);
  Recorder::instance().detach_samples(thread->stream);
  kernel::unmap(thread, sizeof *thread);
}

void stop() {
  active = false;
  for (int round = 0; round < 1'000'000 && asking.load() > 0; ++round)
    kernel::yield();
}

Held::Held() {
  if (current)
    current->held = true;
}

Held::~Held() {
  if (current)
    current->held = false;
}

bool asks() { return current && current->asked; }

bool allocates(u64 bytes) {
  if (!asks())
    return false;
  const Sampled *thread = current;
  thread->stream->record(event::sample_allocation{bytes});
  record_interrupted_stack(*thread->stream, thread->interrupted);
  record_stack_here(*thread->stream);
  return true;
}

const volatile unsigned long long *taken() { return active && current ? &samples : nullptr; }

const volatile unsigned long long *want_look() {
  if (!taken())
    return nullptr;
  std::atomic_ref<unsigned long long> all(look);
  unsigned long long now = all.load();
  while (!all.compare_exchange_weak(now, ((now >> 32) + 1) << 32)) {
  }
  return &look;
}

} // namespace cts::sampler
