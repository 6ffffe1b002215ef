#include "trace/manifest_file.h"

#include "trace/processes.h"
#include "trace/text_buffer.h"

#include <algorithm>
#include <cstddef>

namespace cts {
namespace {

constexpr u32 patience = 10'000; // milliseconds
constexpr long millisecond = 1'000'000;
constexpr u64 mapped_bytes = manifest_header_bytes + u64{stream_limit} * sizeof(StreamEntry);
static_assert(sizeof(ManifestHeader) <= manifest_header_bytes);

Text manifest_path(const char *directory) {
  return {directory, "/", info_directory, "/", manifest_name};
}

// Different for all traces that could be confused.
u64 trace_number() {
  const u64 number =
      kernel::random_bits() ^ kernel::wall() ^ static_cast<u64>(kernel::process()) << 48;
  return number ? number : 1;
}

} // namespace

int ManifestFile::create(const char *directory, u64 limit, bool waits) {
  directory_ = directory;
  mapping_ = nullptr;
  buffers_.forget();
  turns_ = turn_ = 0;
  for (std::atomic<u64> &pages : reserved_)
    pages = 0;
  const Text path = manifest_path(directory);
  const int file = kernel::make(path);
  if (file < 0)
    return file;
  const int error = kernel::reserve(file, 0, std::max<u64>(manifest_header_bytes, kernel::page_bytes()));
  if (error == 0)
    mapping_ = kernel::map_shared(file, mapped_bytes);
  kernel::close(file);
  if (!mapping_)
    return error ? error : -ENOMEM;
  ManifestHeader fresh{};
  fresh.trace = trace_number();
  fresh.header_bytes = manifest_header_bytes;
  fresh.entry_bytes = sizeof(StreamEntry);
  fresh.process = static_cast<u32>(kernel::process());
  fresh.parent = static_cast<u32>(kernel::parent());
  fresh.start = process_start();
  fresh.limit = limit;
  fresh.waits = waits;
  fresh.next_identifier = 1;
  header() = fresh;
  std::atomic_ref(header().magic).store(manifest_magic); // from now on the trace exists
  return 0;
}

void ManifestFile::close() {
  if (mapping_)
    kernel::unmap(mapping_, mapped_bytes);
  mapping_ = nullptr;
}

StreamEntry *ManifestFile::entry(u32 stream) {
  if (!mapping_ || stream >= stream_limit)
    return nullptr;
  const u64 offset = manifest_header_bytes + u64{stream} * sizeof(StreamEntry);
  const u64 bit = u64{1} << (stream / 64 % 64);
  std::atomic<u64> &pages = reserved_[stream / 64 / 64];
  if (!(pages & bit)) { // two threads may come here at once: reserving twice does no harm
    const int file = kernel::open(manifest_path(directory_));
    if (file < 0)
      return nullptr;
    const u64 page = kernel::page_bytes();
    const int error = kernel::reserve(file, offset / page * page, page);
    kernel::close(file);
    if (error)
      return nullptr;
    pages |= bit;
  }
  return reinterpret_cast<StreamEntry *>(static_cast<std::byte *>(mapping_) + offset);
}

// A live judge keeps the last packets of every stream, so it can make room only beyond those.
bool ManifestFile::fits(u64 bytes) {
  const u64 before = std::atomic_ref(header().used).fetch_add(bytes);
  u64 limit = header().limit;
  if (limit && header().waits)
    limit = std::max(limit, u64{std::atomic_ref(header().streams).load()} * live_stream_bytes);
  if (limit == 0 || before + bytes <= limit)
    return true;
  give_back(bytes);
  return false;
}

// After one event did not fit, no smaller one may follow: the record ends at one moment.
bool ManifestFile::take(u64 bytes) {
  std::atomic_ref stopped(header().stopped);
  if (stopped.load())
    return false;
  if (!header().waits) {
    const bool taken = fits(bytes);
    if (!taken)
      stopped.store(1);
    return taken;
  }
  // One after the other: the judge reads up to the event that has waited longest, and would give
  // back room taken by others only after that.
  const u64 turn = turns_.fetch_add(1);
  u64 freed = 0;
  for (u32 waited = 0; waited < patience && !stopped.load(); ++waited) {
    if (turn_.load() == turn && fits(bytes)) {
      turn_.store(turn + 1);
      return true;
    }
    if (const u64 now = std::atomic_ref(header().freed).load(); now != freed) {
      freed = now;
      waited = 0;
    }
    kernel::sleep(millisecond);
  }
  stopped.store(1);
  return false;
}

void ManifestFile::lost(u64 time, u32 error) {
  time = time ? time : 1;
  std::atomic_ref from(header().lost_from);
  u64 known = from.load();
  while ((known == 0 || time < known) && !from.compare_exchange_weak(known, time)) {
  }
  u32 none = 0;
  if (error)
    std::atomic_ref(header().error).compare_exchange_strong(none, error);
}

void mark_replaced(const char *directory) {
  const Text path = manifest_path(directory);
  const int file = kernel::open(path);
  if (file < 0)
    return;
  ManifestHeader header{};
  constexpr auto end = ProcessEnd::replaced;
  if (kernel::read_at(file, &header, sizeof header, 0) == static_cast<long>(sizeof header) &&
      header.magic == manifest_magic && header.end == ProcessEnd::unknown && !header.finalized &&
      header.process == static_cast<u32>(kernel::process()) && header.start != 0 &&
      header.start == process_start()) {
    const Unnoticed unnoticed;
    kernel::write_at(file, &end, sizeof end, offsetof(ManifestHeader, end));
  }
  kernel::close(file);
}

} // namespace cts
