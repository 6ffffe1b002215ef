// Memory of simulated devices: host memory with a note of its owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace cts::devices {

class Memory {
public:
  enum class Kind { none, host, device, shared };
  struct Block {
    char *base = nullptr;
    std::size_t bytes = 0;
    Kind kind = Kind::none;
    int device = -1;
  };

  // Null if there is no memory (fault no-memory), or no such alignment.
  void *allocate(Kind kind, int device, std::size_t bytes, std::size_t alignment);
  bool release(void *p);
  // The block that contains the address; kind none if no block does.
  Block find(const void *p);
  // The first block that contains one of these bytes; kind none if no block does.
  Block overlapping(std::uint64_t begin, std::size_t bytes);

private:
  std::mutex mutex_;
  std::map<const char *, Block> blocks_; // by base
};

Memory &memory();

} // namespace cts::devices
