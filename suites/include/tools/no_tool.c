/*
 * A library that can be loaded and is no tool. With -DMANGLED for a C++ compiler it has a function
 * of the right name whose linkage is not C's.
 */
#ifdef MANGLED
#include "story.h"

__attribute__((visibility("default"))) void *ompt_start_tool(unsigned, const char *);

void *ompt_start_tool(unsigned, const char *) {
  story_tell("mangled", "start");
  return nullptr;
}
#else
int no_tool(void);

int no_tool(void) { return 0; }
#endif
