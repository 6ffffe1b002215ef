// A manifest for a trace that no recorder wrote: made from text, generated, or changed on purpose.
#pragma once

#include "trace/manifest.h"

#include <string>

namespace cts {

// The manifest of a process that ran, and ended in order if it is finalized.
ManifestHeader manifest_of_process(bool finalized = true);

// Writes info/manifest for the streams that the trace directory has now; what is in it of streams
// is counted, the rest taken from `header` but for the trace's number, which the packets have. With
// `seal`, packets get the stream's number and the checksum that they should have. False if a file
// cannot be written.
bool make_manifest(const std::string &directory, ManifestHeader header, bool seal = false);

} // namespace cts
