#include "validator/tests/cases.h"

#include "trace/text.h"
#include "validator/circumstances.h"
#include "validator/tests/code_files.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <sstream>
#include <utility>

namespace fs = std::filesystem;

namespace cts {
namespace {

std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;)
    result.push_back(word);
  return result;
}

// A prelude's line with the values of "(x,y)" for "$1" and "$2".
std::string filled(std::string line, const std::string &values) {
  std::istringstream stream(values.substr(0, values.find(')')));
  stream.ignore(); // the parenthesis
  std::string value;
  for (int i = 1; std::getline(stream, value, ','); ++i) {
    const std::string name = fmt::format("${}", i);
    for (std::size_t at; (at = line.find(name)) != std::string::npos;)
      line.replace(at, name.size(), value);
  }
  return line;
}

class Parser {
public:
  Parser(std::vector<Case> &cases, std::string &error) : cases_(cases), error_(error) {}

  // Preludes first, so that each file can use the preludes of all files.
  bool preludes(const std::string &file) {
    return each_line(file, [&](const std::string &line) {
      if (line.starts_with("== "))
        prelude_ = line.starts_with("== prelude ") ? words(line).back() : "";
      else if (!prelude_.empty())
        known_[prelude_].push_back(line);
      return true;
    });
  }

  bool cases(const std::string &file) {
    current_ = nullptr;
    given_.clear();
    in_given_ = false;
    return each_line(file,
                     [&](const std::string &line) {
                       const bool row = line.starts_with("-- ");
                       if (!row && !line.starts_with("== "))
                         return taken(line);
                       if (!ended())
                         return false;
                       if (!row)
                         given_.clear();
                       else if (given_.empty())
                         return bad("'--' begins a case below '== given' and its lines");
                       current_ = nullptr;
                       auto parts = words(line);
                       const auto said = said_by(parts);
                       in_given_ = parts.size() == 2 && parts[1] == "given";
                       if (!in_given_ && !(heading(parts) && (!row || repeat_given())))
                         return false;
                       if (!end_.empty() && !current_)
                         return bad("'..@NAME' ends a case");
                       return std::ranges::all_of(said, [&](const std::string &one) {
                         return in_given_ || current_
                                    ? taken(one)
                                    : bad("a prelude's heading is its name alone");
                       });
                     }) &&
           ended();
  }

private:
  template <class F> bool each_line(const std::string &file, F &&f) {
    std::ifstream stream(file);
    file_ = file;
    number_ = 0;
    for (std::string line; std::getline(stream, line);) {
      ++number_;
      if (!line.empty() && !f(line))
        return false;
    }
    return true;
  }
  bool bad(const std::string &what) {
    error_ = fmt::format("{}:{}: {}", file_, number_, what);
    return false;
  }

  // The lines that words of a heading stand for: "6.0" behind the first, "+some.rule" and "@start".
  // These words are taken out of the heading, and so is "..@stop", which the end of the case uses.
  std::vector<std::string> said_by(std::vector<std::string> &parts) {
    std::string profile, also, use;
    end_.clear();
    if (parts.size() > 2 && ompt_abi::parse_version(parts[2])) {
      profile = "profile: " + parts[2];
      parts.erase(parts.begin() + 2);
    }
    std::erase_if(parts, [&](const std::string &part) {
      if (part.front() == '+' && find_rule(part.substr(1)))
        also += (also.empty() ? "also: " : " ") + part.substr(1);
      else if (part.front() == '@')
        use += (use.empty() ? "@use " : " ") + part.substr(1);
      else if (part.starts_with("..@"))
        end_ += (end_.empty() ? "@use " : " ") + part.substr(3);
      else
        return false;
      return true;
    });
    std::vector<std::string> said{profile, also, use};
    std::erase(said, "");
    return said;
  }

  bool ended() {
    if (end_.empty())
      return true;
    const int number = std::exchange(number_, current_->line);
    const bool understood = use(*current_, words(std::exchange(end_, "")));
    number_ = understood ? number : number_;
    return understood;
  }

  // A line of a case, or of the lines that are given for several.
  bool taken(const std::string &line) {
    if (line.starts_with("#") || (!current_ && !in_given_))
      return true;
    if (!in_given_)
      return in_case(*current_, line);
    given_.emplace_back(number_, line);
    return true;
  }
  bool repeat_given() {
    const int number = number_;
    const bool understood = std::all_of(given_.begin(), given_.end(), [&](const auto &given) {
      number_ = given.first;
      return in_case(*current_, given.second);
    });
    if (understood)
      number_ = number;
    return understood;
  }
  bool in_case(Case &c, const std::string &line) {
    if (line.starts_with("profile: ")) {
      const auto profile = ompt_abi::parse_version(words(line).back());
      c.profile = profile.value_or(ompt_abi::version::v52);
      return profile.has_value() || bad("no such profile");
    }
    for (const auto &[label, list] :
         {std::pair{"also: ", &c.also}, {"here: ", &c.here}, {"shown: ", &c.shown}})
      if (line.starts_with(label)) {
        *list = words(line.substr(line.find(' ')));
        return true;
      }
    if (line.starts_with("says: ")) {
      c.says = line.substr(line.find(' ') + 1);
      return true;
    }
    if (line.starts_with("tolerates: "))
      return tolerates(c, line.substr(line.find(' ')));
    return add(c, line);
  }

  bool heading(const std::vector<std::string> &parts) {
    if (parts.size() < 3 || (parts[1] != "good" && parts[1] != "bad" && parts[1] != "prelude"))
      return bad("a heading is '== good RULE…', '== bad RULE', '== prelude NAME' or '== given'");
    if (parts[1] == "prelude")
      return true;
    Case c;
    c.file = file_;
    c.line = number_;
    c.good = parts[1] == "good";
    for (std::size_t i = 2; i < parts.size(); ++i) {
      if (find_rule(parts[i]) && (c.good || i == 2))
        c.rules.push_back(parts[i]);
      else
        c.title += (c.title.empty() ? "" : " ") + parts[i];
    }
    if (c.rules.empty())
      return bad(fmt::format("no rule is called '{}'", parts[2]));
    positions_.clear();
    current_ = &cases_.emplace_back(std::move(c));
    return true;
  }

  // The lint finds the tolerance that is meant (rules_gen/cases.py).
  bool tolerates(Case &c, const std::string &line) {
    std::istringstream stream(line);
    for (std::string one; std::getline(stream, one, ';');) {
      const auto said = words(one);
      if (said.size() < 2 || !find_rule(said[0]))
        return bad("write 'tolerates: RULE words of its tolerance; RULE …'");
      c.tolerating.push_back(said[0]);
    }
    return true;
  }

  // "@use NAME…", or "@use NAME 20 times"; a name may have values: "NAME(x,y)".
  bool use(Case &c, std::vector<std::string> said) {
    int times = 1;
    if (said.size() < 2)
      return bad("write '@use NAME…', or '@use NAME 20 times'");
    if (said.size() == 4 && said[3] == "times" && std::sscanf(said[2].c_str(), "%d", &times) == 1)
      said.resize(2);
    for (; times > 0; --times)
      for (std::size_t i = 1; i < said.size(); ++i) {
        const std::size_t end = std::min(said[i].find('('), said[i].size());
        const auto prelude = known_.find(said[i].substr(0, end));
        if (prelude == known_.end())
          return bad(fmt::format("no prelude is called '{}'", said[i]));
        for (const std::string &line : prelude->second)
          if (!line.starts_with("#") && !add(c, filled(line, said[i].substr(end))))
            return false;
      }
    return true;
  }

  bool add(Case &c, const std::string &line) {
    if (line.starts_with("@use "))
      return use(c, words(line));
    if (line.starts_with("code: ")) {
      c.code.push_back(line.substr(6));
      return true;
    }
    const bool marked = line.starts_with("!");
    if (marked && (line.size() < 2 || !std::isdigit(static_cast<unsigned char>(line[1]))))
      return bad("only an event can be marked");
    const bool event = marked || std::isdigit(static_cast<unsigned char>(line.front()));
    const auto texts = event ? alternatives(line.substr(marked)) : std::vector{line};
    if (texts.empty())
      return bad("the words with commas have different numbers of alternatives");
    for (const std::string &text : texts) {
      u32 thread = 0;
      if (std::sscanf(text.c_str(), "%u", &thread) == 1) {
        const u64 position = positions_[thread]++;
        if (marked)
          c.marked = {thread, position};
      }
      c.text.push_back(text);
      c.lines.push_back(number_);
    }
    return true;
  }

  std::vector<Case> &cases_;
  std::string &error_;
  Case *current_ = nullptr;
  bool in_given_ = false;
  std::vector<std::pair<int, std::string>> given_; // each with its number
  std::map<std::string, std::vector<std::string>> known_;
  std::map<u32, u64> positions_;
  std::string prelude_, file_;
  std::string end_; // "@use NAME…" behind the lines of the current case
  int number_ = 0;
};

} // namespace

bool read_cases(const std::string &directory, std::vector<Case> &cases, std::string &error) {
  std::vector<std::string> files;
  for (const auto &entry : fs::recursive_directory_iterator(directory))
    if (entry.path().extension() == ".cases")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  Parser parser(cases, error);
  for (const std::string &file : files)
    if (!parser.preludes(file))
      return false;
  return std::all_of(files.begin(), files.end(),
                     [&](const std::string &file) { return parser.cases(file); });
}

namespace {

// The line in its file of an event of the case; the case's heading for other numbers.
std::string place(const Case &c, EventRef at) {
  u64 position = 0;
  for (std::size_t i = 0; i < c.text.size(); ++i) {
    u32 thread = 0;
    if (std::sscanf(c.text[i].c_str(), "%u", &thread) == 1 && thread == at.thread &&
        position++ == at.position)
      return fmt::format("{}:{}: ({}) ", c.file, c.lines[i], c.text[i]);
  }
  return fmt::format("{}:{}: ", c.file, c.line);
}

// "line 3: …" of the text, with the file's line number.
std::string as_in_file(const Case &c, const std::string &error) {
  std::size_t number = 0;
  if (std::sscanf(error.c_str(), "line %zu", &number) != 1 || number == 0 ||
      number > c.lines.size())
    return fmt::format("{}:{}: {}", c.file, c.line, error);
  return fmt::format("{}:{}{}", c.file, c.lines[number - 1], error.substr(error.find(':')));
}

constexpr char entity_letters[] = {
#define CTS_ENTITY(kind, letter, noun) letter,
#include "validator/facts.def"
};

// The message with the case's names instead of the trace's: T5 may be the case's T2.
std::string as_named(std::string_view message, const EntityNames &names) {
  std::string told;
  for (std::size_t i = 0; i < message.size();) {
    u32 id = 0;
    const bool begins = i == 0 || !std::isalnum(static_cast<unsigned char>(message[i - 1]));
    const char *const digits = message.data() + i + 1, *const end = message.data() + message.size();
    const char *const after =
        begins && std::ranges::find(entity_letters, message[i]) != std::end(entity_letters)
            ? std::from_chars(digits, end, id).ptr
            : digits;
    const auto known = names.find(id);
    if (after == digits || known == names.end()) {
      told += message[i++];
    } else {
      told += known->second;
      i = static_cast<std::size_t>(after - message.data());
    }
  }
  return told;
}

} // namespace

std::optional<Trace> trace_of(const Case &c, const std::string &scratch, std::string &error,
                              EntityNames *names) {
  auto text = c.text;
  text.push_back("env machine=x86_64"); // whose code and registers the cases have
  if (!write_text_trace(scratch, text, error, names)) {
    error = as_in_file(c, "the trace is not understood: " + error);
    return std::nullopt;
  }
  auto trace = Trace::open(scratch, error);
  const std::string code = scratch + "/code";
  if (trace && !c.code.empty() && !write_code_files(code, c.code, error))
    trace.reset();
  if (!trace)
    error = as_in_file(c, error);
  else if (!c.code.empty())
    trace->take_code_from(code);
  return trace;
}

// A remark if the rule's level or the title demands it.
static Severity severity_of(const Case &c, Rule rule) {
  const bool remark = c.title.ends_with("a remark") || level_in(rule, c.profile) == Level::advisory;
  return remark ? Severity::remark : Severity::error;
}

std::string wrong_with(const Case &c, const Verdict &verdict, const EntityNames &names) {
  const std::string heading = fmt::format("{}:{}: ", c.file, c.line);
  if (!verdict.complete)
    return heading + verdict.damage;
  std::string wrong;
  bool found = false;
  for (const Finding &finding : verdict.findings) {
    const std::string id{info(finding.rule).id};
    const EventRef at = finding.witness.front();
    const bool own = !c.good && id == c.rules.front();
    if (own && at == c.marked) {
      found = true;
      if (finding.severity != severity_of(c, finding.rule))
        wrong += fmt::format("{}{} is {} here\n", place(c, at), id,
                             finding.severity == Severity::remark ? "a remark" : "an error");
      if (finding.message.find(c.says) == std::string::npos)
        wrong += fmt::format("{}it says: {}\n", place(c, at), finding.message);
      const auto here = names_of(finding.here);
      if (!c.here.empty() && !std::ranges::equal(c.here, here))
        wrong += fmt::format("{}the circumstances are {}\n", place(c, at), fmt::join(here, " "));
    } else if (std::find(c.also.begin(), c.also.end(), id) == c.also.end()) {
      wrong += own ? fmt::format("{}not the marked line, but {} is found here: {}\n", place(c, at),
                                 id, as_named(finding.message, names))
                   : fmt::format("{}not expected: {}: {}\n", place(c, at), id,
                                 as_named(finding.message, names));
    }
  }
  const auto shown = names_of(verdict.shown);
  if (!c.shown.empty() && !std::ranges::equal(c.shown, shown))
    wrong += fmt::format("{}the trace has shown {}\n", heading, fmt::join(shown, " "));
  if (!c.good && !found)
    wrong += fmt::format("{}{} is not found here\n", place(c, c.marked), c.rules.front());
  if (c.good)
    for (const std::string &rule : c.rules)
      if (!verdict.exercised[static_cast<std::size_t>(*find_rule(rule))])
        wrong += fmt::format("{}{} is not exercised\n", heading, rule);
  return wrong;
}

std::string run_case(const Case &c, const std::string &scratch) {
  std::string error;
  EntityNames names;
  const auto trace = trace_of(c, scratch, error, &names);
  const std::string wrong = trace ? wrong_with(c, validate(*trace, c.profile), names) : error;
  fs::remove_all(scratch);
  return wrong;
}

} // namespace cts
