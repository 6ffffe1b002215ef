// The file that a stream's full packets are appended to.
#pragma once

#include "trace/packet.h"

namespace cts {

// The file is a valid sequence of whole packets, even if the process is killed at any moment. For
// that the file is always longer than its packets, and the last packet claims the rest as its
// padding. A new packet is written into that padding, where no reader sees it, and appears by the
// single store that ends its predecessor's claim. (At two moments only our own reader understands
// the file: while it grows, once in 64 MiB, and while finish() cuts off the padding.)
//
// No descriptor stays open: the program under test may close any descriptor. Functions return 0, or
// an error's negative number, as the kernel does; after an error the file has its earlier packets.
class StreamFile {
public:
  // Appends a packet, header and content, of `bytes` in total. The directory's path is absolute.
  int append(const char *directory, u32 thread, const std::byte *packet, u64 bytes);
  // Makes a file with the stream's only packet, without padding.
  int write_only(const char *directory, u32 thread, const std::byte *packet, u64 bytes);
  bool empty() const { return size_ == 0; }
  // Bytes of the packets, without the last one's padding.
  u64 bytes() const { return end_; }
  // Cuts off the padding; append() may continue later.
  void finish(const char *directory, u32 thread);

private:
  int begin(const char *directory, u32 thread, const std::byte *packet, u64 bytes);
  int grow(int file, u64 bytes);
  int write_packet(int file, const std::byte *packet, u64 bytes) const;
  int claim(int file, u64 bytes) const;
  // Packets begin at multiples of 8, so the store of a claim is never torn.
  static constexpr u64 aligned(u64 bytes) { return (bytes + 7) & ~u64{7}; }

  u64 last_ = 0; // where the last packet begins,
  u64 end_ = 0;  // where it ends without its padding,
  u64 size_ = 0; // and where the file does
};

} // namespace cts
