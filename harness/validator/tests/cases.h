// Case files (*.cases): short traces as text, each with the verdict it must get. They are the tests
// of the machines, the examples that `ompt-cts explain` shows, and required by the linter.
//
//   == good RULE… title      the rules are exercised, and nothing is found; what the trace shows
//   == bad RULE [title]      the rule is broken at the line marked with '!'; "…a remark": no error
//   == given                 lines that each case below begins with, up to the next "==": such a
//                            case has "--" for "=="
//   == prelude NAME          lines that cases take in with "@use NAME…", or "@use NAME 20 times";
//                            "$1" and "$2" in them are the values of "@use NAME(x,y)"
// In a heading, "6.0" before the rules is the profile (5.2 if not said), "@NAME" takes in a prelude
// before the lines below and "..@NAME" after them, and "+RULE" is a finding that this trace cannot
// avoid; of its own rule: elsewhere.
//   here: NAME…              the finding's circumstances, all of them (circumstances.def)
//   says: TEXT               the text is a part of the finding's message
//   shown: NAME…             the circumstances that the trace has shown
//   tolerates: RULE words    the rule would be found here, but for the tolerance that has these
//                            words; more of them behind "; "
//   code: PATH PLACE WHAT    what is in a file that the process had mapped (tests/code_files.h)
//   everything else          a line of the text form (trace/text.h); "1,2 work task=T2,T3": two lines
#pragma once

#include "trace/reader.h"
#include "trace/text.h"
#include "validator/validator.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cts {

struct Case {
  std::string file;
  int line = 0; // of its heading
  bool good = true;
  std::vector<std::string> rules; // of a bad case: one
  std::string title;
  ompt_abi::version profile = ompt_abi::version::v52;
  std::vector<std::string> also;
  std::vector<std::string> here, shown; // empty: whichever
  std::string says;
  std::vector<std::string> tolerating;  // rules of which it shows a tolerance
  std::vector<std::string> code;        // files of code
  std::vector<std::string> text;        // preludes taken in, mark removed
  std::vector<int> lines; // of the file, for each of the text; of "@use" for a prelude's
  EventRef marked;
};

// Reads all case files in the directory. False, and one line with the place and the reason, if a
// file is not understood.
bool read_cases(const std::string &directory, std::vector<Case> &cases, std::string &error);

// Makes the case's trace in the new folder `scratch`, which stays. Else returns nothing, and the
// reason in one line that begins with a line of its file. `names` gets the case's names of
// entities.
std::optional<Trace> trace_of(const Case &c, const std::string &scratch, std::string &error,
                              EntityNames *names = nullptr);

// Empty if its trace has the verdict of the case, else the differences: a few lines, each of which
// begins with a line of its file, "FILE:LINE: ". Messages have the given names of entities.
std::string wrong_with(const Case &c, const Verdict &verdict, const EntityNames &names = {});

// Both in one; removes `scratch` again.
std::string run_case(const Case &c, const std::string &scratch);

} // namespace cts
