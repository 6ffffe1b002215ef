// SHA-256 (FIPS 180-4) of a file. Our own, since a tool that is loaded into other people's programs
// must not bring a cryptography library with it.
#pragma once

#include "trace/text_buffer.h"

namespace cts {

// The checksum of the file's content as 64 hexadecimal digits; empty if it cannot be read.
Text sha256_of_file(const char *path);

} // namespace cts
