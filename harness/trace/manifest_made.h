// A manifest for a trace that no recorder wrote: made from text, generated, or changed on purpose.
#pragma once

#include "trace/manifest.h"

#include <string>

namespace cts {

// The manifest of a process that ran, and ended in order if it is finalized.
ManifestHeader manifest_of_process(bool finalized = true);

// Writes info/manifest for the current streams of the trace directory. Counts the data of streams;
// takes the trace's number from the packets and the rest from `header`. With `seal`, packets get
// the stream's number and their correct checksum. False if a file cannot be written.
bool make_manifest(const std::string &directory, ManifestHeader header, bool seal = false);

} // namespace cts
