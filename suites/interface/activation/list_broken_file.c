// Files of the list that are no libraries are passed over: a text, an empty file, a directory, the
// beginning of a library.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=second -o %t.second.so
// RUN: %cts-compile %s -o %t
// RUN: echo "no library" > %t.text.so && mkdir -p %t.directory.so && echo -n > %t.empty.so
// RUN: head -c 300 %t.second.so > %t.torn.so
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {second} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.text.so:%t.second.so %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {second} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.empty.so:%t.torn.so:%t.second.so %t
// RUN: %cts-observe start-tool.libraries-left-to-right -- %cts-story {second} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.directory.so:%t.second.so %t
// RUN: %cts-observe start-tool.libraries-left-to-right start-tool.all-null-inactive -- %cts-story \
// RUN:   {} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_LIBRARIES=%t.text.so %t
#include "tools/answer.h"
