// The C side of cts.f90: one function that takes a note with Fortran strings, and one that adds
// what cts_body says.
#include "cts.h"
#include <string.h>

/* The kinds of notes, for cts.f90. */
#define CTS_NOTE(name, number) const int cts_fortran_kind_##name = number;
#include "cts_notes.def"

extern char *program_invocation_short_name;

void cts_fortran_note(int kind, int line, const char *rule, int rule_length, const char *text,
                      int text_length, int count, const long long *values);
void cts_fortran_body(int line, const char *construct, int length);

static void copy(char *to, size_t room, const char *from, int length) {
  size_t n = length < 0 ? 0 : (size_t)length;
  if (n >= room) {
    from = "!pattern too long";
    n = strlen(from);
  }
  while (n > 0 && from[n - 1] == ' ')
    n--;
  memcpy(to, from, n);
  to[n] = 0;
}

/* A Fortran program cannot name its file in a string of bounded length: the program's own name
 * (nested_two_levels.f90.tmp under lit) stands for it. */
static void place(char *where, size_t room, int line) {
  size_t n = strlen(program_invocation_short_name);
  const char *end = strstr(program_invocation_short_name, ".tmp");
  if (end)
    n = (size_t)(end - program_invocation_short_name);
  snprintf(where, room, "%.*s:%d", (int)n, program_invocation_short_name, line);
}

void cts_fortran_note(int kind, int line, const char *rule, int rule_length, const char *text,
                      int text_length, int count, const long long *values) {
  char where[256], rule_text[128], note_text[512];
  place(where, sizeof where, line);
  copy(rule_text, sizeof rule_text, rule, rule_length);
  copy(note_text, sizeof note_text, text, text_length);
  cts_emit(kind, where, rule_text, note_text, NULL, (size_t)count, values);
}

void cts_fortran_body(int line, const char *construct, int length) {
  char where[256], text[64];
  place(where, sizeof where, line);
  copy(text, sizeof text, construct, length);
  cts_body_at(where, text, NULL);
}
