// SHA-256 (FIPS 180-4) of a file. The code is our own, because a tool inside other people's
// programs must not bring a cryptography library.
#pragma once

#include "trace/text_buffer.h"

namespace cts {

// The checksum of the file's content as 64 hexadecimal digits; empty if it cannot be read.
Text sha256_of_file(const char *path);

} // namespace cts
