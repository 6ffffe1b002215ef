// OMP_TOOL_VERBOSE_INIT names a file: the log there names each library that was tried, or says that
// a tool was in the address space, or that tools are disabled. The file's form is free, and its
// name may go on after the given one.
// REQUIRES: control_tool
// RUN: %cts-tool -DTOOL=first -o %t.first.so
// RUN: %cts-tool -DTOOL=second -o %t.second.so
// RUN: %cts-compile --no-openmp -shared -fPIC %S/../../include/tools/no_tool.c -o %t.plain.so
// RUN: %cts-compile %s -o %t
// RUN: %cts-compile %s %S/../../include/tools/tool.c -DTOOL=linked -rdynamic -o %t.linked
// RUN: %cts-observe verbose-init.log -- %cts-story --file=%t.log --output=first.so {first} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_VERBOSE_INIT=%t.log OMP_TOOL_LIBRARIES=%t.first.so %t
// RUN: %cts-observe verbose-init.log -- %cts-story --file=%t.log --output=missing.so \
// RUN:   --output=plain.so --output=second.so {second} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_VERBOSE_INIT=%t.log \
// RUN:   OMP_TOOL_LIBRARIES=%t.missing.so:%t.plain.so:%t.second.so %t
// RUN: %cts-observe verbose-init.log -- %cts-story --file=%t.log --output=[a-z] {linked} -- \
// RUN:   OMP_TOOL=enabled OMP_TOOL_VERBOSE_INIT=%t.log %t.linked
// RUN: %cts-observe verbose-init.log -- %cts-story --file=%t.log --output=[a-z] {} -- \
// RUN:   OMP_TOOL=disabled OMP_TOOL_VERBOSE_INIT=%t.log OMP_TOOL_LIBRARIES=%t.first.so %t
#include "tools/answer.h"
