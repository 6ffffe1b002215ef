/* The program and its small tools tell what happened to them, in words such as "a.init" and
 * "main.answer=-2", into the file that CTS_STORY names. %cts-story compares what they told.
 */
#ifndef STORY_H
#define STORY_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* One write at the file's end: words of several threads and processes do not mix. */
static inline void story_tell(const char *who, const char *what) {
  char word[256];
  const char *path = getenv("CTS_STORY");
  int file = path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
  int length = snprintf(word, sizeof word, "%s.%s\n", who, what);
  if (file >= 0) {
    if (write(file, word, (size_t)length) != length)
      abort();
    close(file);
  }
}

static inline void story_tell_number(const char *who, const char *what, long long number) {
  char text[128];
  snprintf(text, sizeof text, "%s=%lld", what, number);
  story_tell(who, text);
}

#endif
