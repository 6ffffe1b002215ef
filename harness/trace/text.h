// Events as text, one a line, written and read:
//
//   1 implicit_task endpoint=begin parallel=P3 task=+T4@0x1040 actual_parallelism=2 index=0
//   flags=implicit ^thread         ^fields by name; missing fields are zero, null or empty
//
//   number, address    42, -1, 0x7f00; input may say O9 for the word that holds that identifier;
//                      kinds of notes and the event asked have names: kind=count, asked=work
//   enumerator, flags  begin, explicit|untied, or a number
//   identifier         T4 (a task), P3 (parallel region), H1 (thread), R7 (target), O9 (operation)
//   null pointer       null
//   other word         ?0x0@0x7f10   (its content @ its address)
//   beginning of life  +T4@0x1040, +T4@0x1040=0x99 (the address, and the word's wrong old content:
//                      a number, or the name of an entity for its identifier)
//   frame              exit:flags/enter:flags, each in hexadecimal; null
//   text, list         "…" with \" \\ \n;  [0x1,0x2]
#pragma once

#include "trace/reader.h"

#include <map>
#include <string>
#include <vector>

namespace cts {

using EntityNames = std::map<u32, std::string>;

struct Field {
  std::string name;
  std::string value; // as in the text form, without quotes around a string
  bool is_text = false;
};

// The text without characters that control a terminal: line breaks are \n, other control
// characters, and bytes that are not UTF-8, \x and two hexadecimal digits.
std::string printable(std::string_view text);

// The name of a number in this field, a kind of note or the event asked: below event::code_limit;
// empty if the number has none.
std::string_view called_in(std::string_view field, u64 value);

// The fields of the event in order; empty if the bytes are no event.
std::vector<Field> fields_of(const RawEvent &raw);

// "event field=value …", without the thread. `brief` leaves out fields that are zero, null or
// empty, the text form's defaults.
std::string event_text(const RawEvent &raw, bool brief = false);

// The lines that a line of cases and scenarios stands for: "1,2 a b=x,y c=z" is "1 a b=x c=z" and
// "2 a b=y c=z"; commas in texts and lists stand for themselves. Empty if the numbers of
// alternatives differ.
std::vector<std::string> alternatives(const std::string &line);

// Turns lines of the text form into a trace directory: `directory` must not exist. Names of
// entities may be any letters and digits; each name without an address gets one. Empty lines and
// lines that begin with '#' are skipped; "env name=value" sets a line of the environment block,
// "map LOW-HIGH PATH" (hexadecimal) is executable memory of the process, "map LOW-HIGH@OFFSET PATH"
// the part of the file there; "step N" is the time between the following events, in nanoseconds
// (default 1,000,000).
// Every callback counts as registered with "always" unless an event or an env line differs. Returns
// false, and a line that names the wrong line, if the text is not understood. `names` gets the
// text's name for each identifier.
bool write_text_trace(const std::string &directory, const std::vector<std::string> &lines,
                      std::string &error, EntityNames *names = nullptr);

} // namespace cts
