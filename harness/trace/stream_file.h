// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file that a stream's full packets are appended to.
#pragma once

#include "trace/packet.h"

namespace cts {

// Whoever ends the process, and whenever: the file is a valid sequence of whole packets. For that
// it is always longer than its packets, and the last of them claims the rest as its padding. A new
// packet is written into that padding, where nobody sees it, and appears by the single store that
// ends its predecessor's claim. (Two moments remain in which only our own reader understands the
// file: while it grows, once in 64 MiB, and while finish() cuts the padding off.)
//
// No descriptor stays open: the program under test may close any that it finds. Where a function
// fails, the packets in the file are what they were.
class StreamFile {
public:
  // Appends a packet, its header with its content, of `bytes` in all. The directory's path is
  // absolute.
  bool append(const char *directory, u32 thread, const std::byte *packet, u64 bytes);
  // Makes a file of one packet of packet_bytes, that has this content, the stream's first part.
  bool adopt(const char *directory, u32 thread, const char *path, u64 bytes);
  bool empty() const { return size_ == 0; }
  // Cuts off the padding; append() may go on later.
  void finish(const char *directory, u32 thread);

private:
  bool begin(const char *directory, u32 thread, const std::byte *packet, u64 bytes);
  bool grow(int file, u64 bytes);
  bool write_packet(int file, const std::byte *packet, u64 bytes) const;
  bool claim(int file, u64 bytes) const;

  u64 last_ = 0; // where the last packet begins,
  u64 end_ = 0;  // where it ends without its padding,
  u64 size_ = 0; // and where the file does
};

} // namespace cts
