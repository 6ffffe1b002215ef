// The sources of a system that can do nothing.
#include "checker_tool/interrupted.h"
#include "checker_tool/libraries.h"
#include "checker_tool/process_facts.h"
#include "checker_tool/safe_read.h"
#include "checker_tool/sampler.h"
#include "checker_tool/threads.h"
#include "trace/processes.h"

namespace cts {

u64 process_start() { return 0; }
u64 process_start(u32) { return 0; }
u64 process_image() { return 0; }

Text object_of(const void *) { return {}; }
const void *base_of(const void *) { return nullptr; }
void *exported_beside(const void *, const char *, Text &) { return nullptr; }
void make_symbols_global(const void *) {}
u64 times_unloaded() { return 0; }
void find_clock() {}
u64 monotonic() { return kernel::monotonic(); }

Text process_facts(bool) { return {}; }
Text executable() { return {}; }
Text identity_of_file(const char *) { return {}; }
u32 processors() { return 1; }
Text command_line() { return {}; }
Text host_name() { return {}; }
Text system_name() { return {}; }
Text reason(int error) { return {"error ", static_cast<u64>(-error)}; }
CodeMappings::CodeMappings() {}
bool CodeMappings::hold(const void *) const { return true; }

void watch_threads(void (*)(void *), void (*)()) {}
void watch_this_thread(WatchedThread &) {}
u32 threads_of_this_process(int *, u32) { return 0; }
Doing doing(int) { return Doing::nothing; }
u64 processor_time(int) { return 0; }
void stack_of_this_thread(u64 &, u64 &) {}

void SafeMemory::guard_process() {}
void SafeMemory::look() { guarded_ = false; }
bool SafeMemory::ask(const void *, void *, std::size_t) { return false; }
bool SafeMemory::try_write(void *, u64) { return false; }
bool goes_on_behind_access(void *) { return false; }

namespace sampler {

u64 interrupted_counter(const void *) { return 0; }
void interrupted_registers(const void *, u64 (&)[machine::register_count]) {}
void walk(const void *, u64, u64, Stack &) {}
bool start(const Options &, Text &) { return true; }
void thread_begins() {}
void thread_ends() {}
void stop() {}
Held::Held() {}
Held::~Held() {}
bool asks() { return false; }
bool allocates(u64) { return false; }
const volatile unsigned long long *taken() { return nullptr; }
const volatile unsigned long long *want_look() { return nullptr; }

} // namespace sampler
} // namespace cts
