// The header declares every type that the version names (Inputs/types_*.h), so that a tool can be
// written against it: C.
// REQUIRES: tools_header
// RUN: %cts-observe hdr.declares -- %cts-compile -include %S/Inputs/types_%cts-profile.h %s -o %t

int main(void) { return 0; }
