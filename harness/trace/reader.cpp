#include "trace/reader.h"

#include "system/judging.h"

#include "trace/folder.h"
#include "trace/processes.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <utility>

namespace fs = std::filesystem;

namespace cts {
namespace {

// Much more than any recorded file that is read as a whole.
constexpr std::size_t text_file_limit = 64 * 1024 * 1024;
constexpr std::size_t mappings_limit = 1 << 16; // the system's own

// Empty if the file is missing, or is a pipe or a device, which may never end.
std::string read_text(const fs::path &path) {
  std::error_code code;
  const auto size = fs::file_size(path, code);
  std::string text;
  if (code || !fs::is_regular_file(path, code))
    return text;
  text.resize(std::min<std::size_t>(size, text_file_limit));
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

// The number of the stream that a file name belongs to.
std::optional<u32> stream_number(const std::string &name) {
  unsigned number = 0;
  if (std::sscanf(name.c_str(), "thread_%u", &number) != 1 || number >= stream_limit)
    return {};
  const std::string stream = stream_name(number);
  return name == stream || name == stream + tail_suffix ? std::optional<u32>(number) : std::nullopt;
}

std::vector<Mapping> parse_mappings(const std::string &text) {
  std::vector<Mapping> mappings;
  std::istringstream lines(text);
  std::string line;
  while (mappings.size() < mappings_limit && std::getline(lines, line)) {
    Mapping m{};
    int path_at = 0;
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %*s %*s %n", &m.low,
                    &m.high, &m.file_offset, &path_at) >= 3 &&
        path_at > 0) {
      m.path = m.file = line.substr(static_cast<std::size_t>(path_at));
      mappings.push_back(std::move(m));
    }
  }
  return mappings;
}

bool parse_manifest(const std::string &text, ManifestHeader &header,
                    std::vector<StreamEntry> &entries) {
  if (text.size() < manifest_header_bytes)
    return false;
  std::memcpy(&header, text.data(), sizeof header);
  if (header.magic != manifest_magic || header.header_bytes != manifest_header_bytes ||
      header.entry_bytes != sizeof(StreamEntry))
    return false;
  entries.resize(std::min<std::size_t>(stream_limit, (text.size() - manifest_header_bytes) /
                                                         sizeof(StreamEntry)));
  if (!entries.empty())
    std::memcpy(entries.data(), text.data() + manifest_header_bytes,
                entries.size() * sizeof(StreamEntry));
  return true;
}

Environment parse_process(const std::string &text) {
  Environment process;
  for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
    end = std::min(text.find('\0', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t equals = line.find('=');
    if (equals != std::string::npos)
      process.emplace_back(line.substr(0, equals), line.substr(equals + 1));
  }
  return process;
}

std::string value_of(const Environment &told, std::string_view name) {
  for (const auto &[known, value] : told)
    if (known == name)
      return value;
  return {};
}

// The visible damage of one stream's files.
std::string compare_with_files(const StreamEntry &entry, const StreamFiles &files) {
  switch (entry.state) {
  case StreamEntry::open:
    if (!files.tail)
      return "its last packet is missing";
    [[fallthrough]];
  case StreamEntry::closing:
    if (entry.packets && !files.stream)
      return "it is missing";
    if (files.tail && *files.tail < sizeof(PacketHeader))
      return "its last packet is cut off";
    return "";
  case StreamEntry::closed:
    if (entry.packets && !files.stream)
      return "it is missing";
    if (files.stream && *files.stream != entry.bytes)
      return fmt::format("it has {} bytes instead of {}", *files.stream, entry.bytes);
    return files.tail ? "it has a packet more than the manifest says" : "";
  default:
    return files.stream || files.tail ? "the manifest does not name it" : "";
  }
}

std::string compare_with_files(const std::vector<StreamEntry> &entries,
                               const std::map<u32, StreamFiles> &files) {
  const auto found = [&](u32 number) {
    const auto at = files.find(number);
    return at == files.end() ? StreamFiles{} : at->second;
  };
  std::string what;
  u32 number = 0;
  for (; what.empty() && number < entries.size(); ++number)
    what = compare_with_files(entries[number], found(number));
  for (auto at = files.lower_bound(number); what.empty() && at != files.end(); ++at)
    what = compare_with_files({}, found(number = at->first)), ++number;
  return what.empty() ? "" : fmt::format("stream {}: {}", number - 1, what);
}

std::string system_error(u32 error) {
  const char *limit = error == EFBIG ? " (the limit that ulimit -f shows)" : "";
  return std::error_code(static_cast<int>(error), std::generic_category()).message() + limit;
}

// The process may run in another namespace, where this number belongs to another process: the start
// decides.
bool still_runs(const ManifestHeader &manifest) {
  return manifest.start != 0 && manifest.start == process_start(manifest.process);
}

} // namespace

std::string stream_name(u32 thread) {
  char name[32];
  std::snprintf(name, sizeof name, "%s%06u", stream_prefix, thread);
  return name;
}

std::vector<Mapping> mappings_now(const std::string &directory, const ManifestHeader &manifest) {
  std::vector<Mapping> mappings =
      parse_mappings(read_text(fs::path(directory) / info_directory / maps_name));
  // Files in /proc have no size.
  std::ifstream file(fmt::format("/proc/{}/maps", manifest.process), std::ios::binary);
  std::string executable;
  for (std::string line; std::getline(file, line);)
    if (line.find("x", line.find(' ')) < line.find(' ') + 5)
      executable += line + "\n";
  if (still_runs(manifest))
    for (Mapping &mapping : parse_mappings(executable))
      mappings.push_back(std::move(mapping));
  return mappings;
}

std::optional<Trace> Trace::open(const std::string &directory, std::string &error) {
  auto trace = read(directory, error);
  if (trace && trace->manifest_.gone)
    trace->damage_ = directory + ": its events were given up when they had been judged "
                                 "(check --live; --keep keeps them)";
  return trace;
}

std::optional<Trace> Trace::read(const std::string &directory, std::string &error) {
  std::error_code code;
  if (!fs::is_directory(directory, code)) {
    error = directory + " is not a directory";
    return {};
  }
  Trace trace;
  trace.directory_ = directory;
  const fs::path root(directory), info = root / info_directory;
  if (!parse_metadata(read_text(root / metadata_name), trace.clock_, trace.environment_)) {
    error = directory + " holds no trace of ompt-checker (its metadata is missing or not ours)";
    return {};
  }
  if (!parse_manifest(read_text(info / manifest_name), trace.manifest_, trace.entries_)) {
    error = fmt::format("{} is damaged: {}/{} is missing or not ours", directory, info_directory,
                        manifest_name);
    return {};
  }
  trace.process_ = parse_process(read_text(info / process_name));
  const std::string maps = read_text(info / maps_name);
  trace.mappings_ = parse_mappings(maps);
  if (trace.manifest_.finalized && trace.manifest_.maps_bytes &&
      maps.size() != trace.manifest_.maps_bytes)
    trace.damage_ = fmt::format("{}: {}/{} has {} bytes, and the process wrote {}", directory,
                                info_directory, maps_name, maps.size(), trace.manifest_.maps_bytes);
  for (const std::string &told : {trace.environment("process"), value_of(trace.process_, "pid")})
    if (const u32 process = trace.manifest_.process; // 0: a trace that was made, not recorded
        process && !told.empty() && told != std::to_string(process))
      trace.damage_ = fmt::format("{}: it has the numbers {} and {} of its process", directory,
                                  trace.manifest_.process, told);
  std::string foreign;
  code = for_each_entry(root, [&](const fs::directory_entry &file) {
    const std::string name = file.path().filename();
    if (!name.starts_with(stream_prefix))
      return;
    const auto number = stream_number(name);
    std::error_code gone;
    if (!number || !file.is_regular_file(gone)) {
      foreign = name;
      return;
    }
    StreamFiles &files = trace.files_[*number];
    if (const u64 size = file.file_size(gone); !gone)
      (name.ends_with(tail_suffix) ? files.tail : files.stream) = size;
  });
  if (code || !foreign.empty()) {
    error = code ? fmt::format("{} cannot be read: {}", directory, code.message())
                 : directory + " is damaged: " + foreign + " is no stream of ours";
    return {};
  }
  const std::string files = compare_with_files(trace.entries_, trace.files_);
  if (!files.empty())
    trace.damage_ = directory + ": " + files;
  for (const auto &[number, sizes] : trace.files_)
    trace.threads_.push_back(number);
  return trace;
}

void Trace::take_code_from(const std::string &folder) {
  for (Mapping &mapping : mappings_) {
    // A path in a foreign trace must not lead out of the folder.
    const fs::path inside = fs::path(mapping.path).lexically_normal().relative_path();
    mapping.file = folder / inside;
  }
}

std::string Trace::end() const {
  if (manifest_.end == ProcessEnd::exited)
    return "exited";
  if (manifest_.end == ProcessEnd::replaced)
    return "replaced";
  return still_runs(manifest_) && environment("host") == host_of_judge() ? "running" : "unknown";
}

std::string Trace::loss() const {
  if (manifest_.stopped && manifest_.waits)
    return fmt::format("the judge made no room in a trace of {} bytes for ten seconds "
                       "(check --live)",
                       manifest_.limit);
  if (manifest_.stopped)
    return fmt::format("the trace may have {} bytes (--max-trace)", manifest_.limit);
  if (manifest_.streams > stream_limit)
    return fmt::format("a trace has room for {} threads", stream_limit);
  if (manifest_.error)
    return system_error(manifest_.error);
  for (const StreamEntry &entry : entries_)
    if (entry.error)
      return system_error(entry.error);
  return manifest_.nested ? "a signal handler interrupted the recorder and caused events" : "";
}

std::string Trace::environment(std::string_view name) const { return value_of(environment_, name); }

StreamReader Trace::stream(u32 thread) const {
  const std::string path = directory_ + "/" + stream_name(thread);
  std::vector<std::string> files;
  if (const auto there = files_.find(thread); there != files_.end()) {
    if (there->second.stream)
      files.push_back(path);
    if (there->second.tail)
      files.push_back(path + tail_suffix);
  }
  return {thread, std::move(files), thread < entries_.size() ? entries_[thread] : StreamEntry{},
          manifest_.trace};
}

} // namespace cts
