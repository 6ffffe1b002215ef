/* A library that is no tool and reports that it is loaded. */
#include "story.h"

__attribute__((constructor)) static void loaded(void) { story_tell("constructor", "loaded"); }
