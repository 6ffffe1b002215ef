// fuzz_seeds FOLDER: makes the fuzzer's first inputs, one good stream for every event of the table
// and one with all events, in both forms.
#include "trace/test_support.h"

#include <cstdio>
#include <filesystem>

namespace {

using namespace cts;

std::string packet_of(const std::string &records) {
  PacketHeader header{};
  header.magic = ctf_magic;
  std::copy(std::begin(trace_uuid), std::end(trace_uuid), header.uuid);
  header.content_size = header.packet_size = (sizeof header + records.size()) * 8;
  return std::string(reinterpret_cast<const char *>(&header), sizeof header) + records;
}

template <bool extended, class E> std::string record_of(const E &e, u64 time) {
  std::string record(header_bytes + encoded_bytes<extended>(e), '\0');
  encode<extended>(e, time, reinterpret_cast<std::byte *>(record.data()));
  return record;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  const std::string folder = argv[1];
  std::filesystem::create_directories(folder);
  const std::string no_metadata_no_maps(6, '\0'); // and a correct manifest
  std::string all;
  event::for_each([&]<class E>(E e) {
    const std::string records = record_of<false>(e, all.size()) + record_of<true>(e, all.size());
    all += records;
    test::write_file(folder + "/" + std::string(E::event_label),
                     no_metadata_no_maps + packet_of(records));
  });
  test::write_file(folder + "/all",
                   no_metadata_no_maps + packet_of(all) + "\xFFtail" + packet_of(all));
  const ManifestHeader manifest = manifest_of_process();
  std::string changed(reinterpret_cast<const char *>(&manifest), sizeof manifest);
  for (const u32 state : {StreamEntry::none, StreamEntry::open, StreamEntry::closed}) {
    StreamEntry entry{};
    entry.packets = 1;
    entry.state = state;
    changed.append(reinterpret_cast<const char *>(&entry), sizeof entry);
  }
  const u16 sizes[3] = {0, 0, static_cast<u16>(changed.size())};
  test::write_file(folder + "/manifest",
                   std::string(reinterpret_cast<const char *>(sizes), sizeof sizes) + changed +
                       packet_of(all) + "\xFFnext" + packet_of(all) + "\xFFtail" + packet_of(all));
  return 0;
}
