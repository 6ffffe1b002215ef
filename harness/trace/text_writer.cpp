// Reads the text form and writes it as a trace directory (text.h).
#include "ompt_abi/names.h"
#include "ompt_abi/tables.h"
#include "trace/manifest_made.h"
#include "trace/stream_writer.h"
#include "trace/text.h"

#include <charconv>
#include <deque>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>

namespace fs = std::filesystem;

namespace cts {
namespace {

bool parse_number(std::string_view text, u64 &value) {
  const bool negative = text.starts_with('-');
  if (negative)
    text.remove_prefix(1);
  int base = 10;
  if (text.starts_with("0x")) {
    text.remove_prefix(2);
    base = 16;
  }
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (negative)
    value = 0 - value;
  return code == std::errc{} && end == text.data() + text.size() && !text.empty();
}

// The names of a text: each means one identifier and, by default, one address.
class Names {
public:
  u32 identifier(std::string_view name) {
    const auto [at, fresh] = known_.try_emplace(std::string(name), next_);
    next_ += fresh;
    return at->second;
  }
  static u64 address(u32 id) { return 0x100000 + u64{id} * 64; }
  void tell(EntityNames &told) const {
    for (const auto &[name, id] : known_)
      told.emplace(id, name);
  }

private:
  std::map<std::string, u32, std::less<>> known_;
  u32 next_ = 1;
};

// The character of the escape sequence at i, which moves to its end: n is a line break, and x is
// followed by two hexadecimal digits.
char unescaped(std::string_view text, std::size_t &i) {
  unsigned char byte = 0;
  if (text[i] == 'x' && i + 2 < text.size() &&
      std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16).ptr ==
          text.data() + i + 3) {
    i += 2;
    return static_cast<char>(byte);
  }
  return text[i] == 'n' ? '\n' : text[i];
}

// Splits "key=value key="text"…" after the event's name.
bool split_fields(std::string_view rest, std::map<std::string, std::string, std::less<>> &fields,
                  std::string &error) {
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.empty())
      return true;
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) {
      error = fmt::format("'{}' is not field=value", rest);
      return false;
    }
    const std::string name{rest.substr(0, equals)};
    rest.remove_prefix(equals + 1);
    std::string value;
    if (rest.starts_with('"')) {
      std::size_t i = 1;
      for (; i < rest.size() && rest[i] != '"'; ++i) {
        if (rest[i] == '\\' && i + 1 < rest.size())
          value += unescaped(rest, ++i);
        else
          value += rest[i];
      }
      if (i >= rest.size()) {
        error = fmt::format("{} has no closing quotation mark", name);
        return false;
      }
      rest.remove_prefix(i + 1);
    } else {
      value = rest.substr(0, rest.find(' '));
      rest.remove_prefix(value.size());
    }
    fields[name] = value;
  }
}

// Fills an event's fields from their texts; removes the used texts.
class Filler {
public:
  Filler(std::map<std::string, std::string, std::less<>> &fields, Names &names, std::string &error,
         std::deque<std::vector<u64>> &lists)
      : fields_(fields), names_(names), error_(error), lists_(lists) {}

  template <class T> void num(const char *name, T &v) { number(name, v); }
  void hex(const char *name, u64 &v) { number(name, v); }
  void enumeration(const char *name, event::Enumeration set, u32 &v) {
    if (const std::string *text = take(name)) {
      if (const auto value = ompt_abi::parse(set, *text))
        v = static_cast<u32>(*value);
      else
        bad(name, *text);
    }
  }
  void flags(const char *name, event::Enumeration set, u32 &v) { enumeration(name, set, v); }
  void ref(const char *name, Entity, Ref &r) {
    const std::string *text = take(name);
    if (!text || *text == "null")
      return;
    if (foreign(*text, r))
      return;
    r.id = names_.identifier(*text);
  }
  void created(const char *name, Entity, New &n) {
    const std::string *taken = take(name);
    if (!taken || *taken == "null" || foreign(*taken, n))
      return;
    std::string_view text = *taken;
    if (text.starts_with('+'))
      text.remove_prefix(1);
    const std::size_t at = std::min(text.find('@'), text.size());
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view who = text.substr(0, std::min(at, equals));
    n.id = names_.identifier(who);
    n.address = Names::address(n.id);
    if (at < text.size() && !parse_number(text.substr(at + 1, equals - at - 1), n.address))
      bad(name, *taken);
    // A name means the word that holds its identifier.
    if (equals < text.size() && !parse_number(text.substr(equals + 1), n.value))
      n.value = identifier_word(names_.identifier(text.substr(equals + 1)));
  }
  void frame(const char *name, Frame &f) {
    const std::string *text = take(name);
    if (!text || *text == "null")
      return;
    u64 parts[4] = {};
    std::string_view rest = *text;
    for (int i = 0; i < 4; ++i) {
      const std::size_t end = std::min(rest.find_first_of(":/"), rest.size());
      if (!parse_number(rest.substr(0, end), parts[i]))
        bad(name, *text);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    f = {1, parts[0], parts[2], static_cast<u32>(parts[1]), static_cast<u32>(parts[3])};
  }
  void text(const char *name, std::string_view &v) {
    if (const std::string *text = take(name))
      v = *text;
  }
  void list(const char *name, List &v) {
    const std::string *text = take(name);
    if (!text)
      return;
    std::string_view rest = *text;
    auto &words = lists_.emplace_back();
    if (rest.starts_with('[') && rest.ends_with(']'))
      rest = rest.substr(1, rest.size() - 2);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      u64 word = 0;
      if (!parse_word(rest.substr(0, end), word))
        bad(name, *text);
      words.push_back(word);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    v = List(words.data(), static_cast<u32>(words.size()));
  }

  void finish() {
    for (const auto &[name, value] : fields_)
      if (!used_.contains(name) && error_.empty())
        error_ = fmt::format("no field {}", name);
  }

private:
  const std::string *take(const char *name) {
    const auto at = fields_.find(name);
    if (at == fields_.end())
      return nullptr;
    used_.emplace(name, true);
    return &at->second;
  }
  void bad(const char *name, const std::string &value) {
    if (error_.empty())
      error_ = fmt::format("{} cannot be {}", name, value);
  }
  // A number, or the name of an entity, for the word with its identifier.
  bool parse_word(std::string_view text, u64 &value) {
    if (text.starts_with('?')) // another word: its content
      text = text.substr(1, text.find('@') - 1);
    if (parse_number(text, value))
      return true;
    constexpr std::string_view letters = "HPTROX";
    if (text.size() < 2 || letters.find(text.front()) == std::string_view::npos || text[1] < '0' ||
        text[1] > '9')
      return false;
    value = identifier_word(names_.identifier(text));
    return true;
  }
  template <class T> void number(const char *name, T &v) {
    u64 value = 0;
    if (const std::string *text = take(name)) {
      if (!parse_word(*text, value))
        for (value = 1; text->empty() || called_in(name, value) != *text; ++value)
          if (value == event::code_limit)
            return bad(name, *text);
      v = static_cast<T>(value);
    }
  }
  bool foreign(std::string_view text, Data &d) {
    if (!text.starts_with('?'))
      return false;
    const std::size_t at = std::min(text.find('@'), text.size());
    if (!parse_number(text.substr(1, at - 1), d.value) || at == text.size() ||
        !parse_number(text.substr(at + 1), d.address))
      bad("a word", std::string(text));
    return true;
  }

  std::map<std::string, std::string, std::less<>> &fields_;
  std::map<std::string, bool, std::less<>> used_;
  Names &names_;
  std::string &error_;
  std::deque<std::vector<u64>> &lists_;
};

// A line of the environment block that an event repeats: its name and value; or nothing.
template <class E> Environment told_by(const E &e) {
  if constexpr (std::is_same_v<E, event::start_tool>)
    return {{"omp_version", std::to_string(e.omp_version)}};
  if constexpr (std::is_same_v<E, event::set_callback>)
    if (const auto *callback = ompt_abi::find_callback(static_cast<u64>(e.event));
        callback && e.probe == 0)
      return {{fmt::format("registered_{}", callback->name),
               ompt_abi::render(ompt_abi::enum_kind::set_result, static_cast<u32>(e.answer))}};
  return {};
}

bool write_event(StreamWriter &writer, std::string_view text, Names &names, u64 time,
                 Environment &told, std::string &error) {
  const std::size_t name_end = std::min(text.find(' '), text.size());
  const std::string_view name = text.substr(0, name_end);
  const u8 code = event::code_of(name);
  if (code == 0) {
    error = fmt::format("no event is called '{}'", name);
    return false;
  }
  std::map<std::string, std::string, std::less<>> fields;
  if (!split_fields(text.substr(name_end), fields, error))
    return false;
  event::with_code(code, [&]<class E>(E e) {
    std::deque<std::vector<u64>> lists;
    Filler filler(fields, names, error, lists);
    E::visit(e, filler);
    filler.finish();
    told = told_by(e);
    if (error.empty() && !writer.append(e, time))
      error = "the trace could not be written";
  });
  return error.empty();
}

} // namespace

bool write_text_trace(const std::string &directory, const std::vector<std::string> &lines,
                      std::string &error, EntityNames *told) {
  std::error_code code;
  if (!fs::create_directory(directory, code)) {
    error = "cannot make the directory " + directory;
    return false;
  }
  fs::create_directory(fs::path(directory) / info_directory, code);
  Environment environment = {{"tracer_name", "text"}};
  for (const auto &callback : ompt_abi::all_callbacks())
    environment.emplace_back(fmt::format("registered_{}", callback.name), "always");
  std::set<std::string, std::less<>> given; // by the text
  const auto set = [&](std::string_view name, std::string_view value) {
    for (auto &[known, old] : environment)
      if (known == name) {
        old = value;
        return;
      }
    environment.emplace_back(name, value);
  };

  // Closes all: a StreamWriter's destructor keeps the buffer, as after a crash.
  struct Streams : std::map<u64, StreamWriter> {
    ~Streams() { close(); }
    void close() {
      for (auto &[thread, writer] : *this)
        writer.close();
    }
  } streams;
  Names names;
  std::string maps;
  u64 time = 1000, step = 1'000'000;
  bool finalized = false;
  for (std::size_t number = 0; number < lines.size(); ++number) {
    std::string_view line = lines[number];
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty() || line.starts_with('#'))
      continue;
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view first = line.substr(0, space);
    const std::string_view rest = line.substr(std::min(space + 1, line.size()));
    u64 thread = 0;
    if (first == "env") {
      const std::size_t equals = std::min(rest.find('='), rest.size());
      given.emplace(rest.substr(0, equals));
      set(rest.substr(0, equals), rest.substr(std::min(equals + 1, rest.size())));
      continue;
    }
    if (first == "step") {
      if (!parse_number(rest, step)) {
        error = fmt::format("line {}: a step of no number: {}", number + 1, line);
        return false;
      }
      continue;
    }
    if (first == "map") {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const std::string_view range = rest.substr(0, end);
      const std::size_t at = std::min(range.find('@'), range.size());
      maps += fmt::format("{} r-xp {} 00:00 0 {}\n", range.substr(0, at),
                          at < range.size() ? range.substr(at + 1) : "0",
                          rest.substr(std::min(end + 1, rest.size())));
      continue;
    }
    if (!parse_number(first, thread) || thread > 9999) {
      error = fmt::format("line {}: begins with no thread's number: {}", number + 1, line);
      return false;
    }
    const auto [at, fresh] = streams.try_emplace(thread);
    if (fresh && !at->second.open(directory.c_str(), static_cast<u32>(thread))) {
      error = "the trace could not be written";
      return false;
    }
    // Far enough apart that no two stamps count as simultaneous.
    time += step;
    Environment events;
    if (!write_event(at->second, rest, names, time, events, error)) {
      error = fmt::format("line {}: {}", number + 1, error);
      return false;
    }
    for (const auto &[name, value] : events)
      if (!given.contains(name))
        set(name, value);
    finalized |= rest.starts_with("tool_finalize");
  }
  if (told)
    names.tell(*told);
  streams.close();
  std::ofstream(fs::path(directory) / metadata_name)
      << metadata_text({"monotonic", 1'000'000'000, 0}, environment);
  std::ofstream(fs::path(directory) / info_directory / maps_name) << maps;
  if (make_manifest(directory, manifest_of_process(finalized)))
    return true;
  error = "the trace could not be written";
  return false;
}

} // namespace cts
