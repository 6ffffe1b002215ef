// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/metadata.h"

#include "ompt_abi/names.h"
#include "trace/encoding.h"
#include "trace/packet.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace cts {
namespace {

constexpr std::string_view first_line = "/* CTF 1.8 */\n";

std::string uuid_text() {
  std::string text;
  char byte[4];
  for (std::size_t i = 0; i < sizeof trace_uuid; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10)
      text += '-';
    std::snprintf(byte, sizeof byte, "%02x", trace_uuid[i]);
    text += byte;
  }
  return text;
}

bool is_number(const std::string &value) {
  return !value.empty() && value.size() < 19 &&
         std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string quoted(const std::string &value) {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\')
      text += '\\';
    if (c == '\n')
      text += "\\n";
    else if (static_cast<unsigned char>(c) >= 0x20)
      text += c;
  }
  return text + '"';
}

// Writes the fields of one event class; a field's sub-fields are named field_part.
template <bool extended> struct FieldWriter {
  std::string &out;

  void line(std::string_view type, std::string_view name, std::string_view part = "") {
    out += "    ";
    out += type;
    out += " _"; // a leading underscore keeps field names clear of TSDL's keywords; readers drop it
    out += name;
    out += part;
    out += ";\n";
  }
  void num(const char *name, u32) { line("u32", name); }
  void num(const char *name, i32) { line("i32", name); }
  void num(const char *name, u64) { line("u64", name); }
  void num(const char *name, i64) { line("i64", name); }
  void hex(const char *name, u64) { line("x64", name); }
  void enumeration(const char *name, event::Enumeration set, u32) {
    std::string type = extended ? "enum : u32 {" : "enum : u16 {";
    bool first = true;
    for (const auto &e : ompt_abi::info_of(set).enumerators) {
      type += first ? " " : ", ";
      type += '"';
      type += e.name;
      type += "\" = " + std::to_string(e.value);
      first = false;
    }
    line(type + " }", name);
  }
  void flags(const char *name, event::Enumeration, u32) { line("x32", name); }
  void ref(const char *name, Entity, const Ref &) {
    line("u32", name);
    if (extended) {
      line("x64", name, "_address");
      line("x64", name, "_value");
    }
  }
  void created(const char *name, Entity, const New &) {
    line("u32", name);
    line("x64", name, "_address");
    if (extended)
      line("x64", name, "_value");
  }
  void frame(const char *name, const Frame &) {
    const char *flag_type = extended ? "x32" : "x8";
    line("x64", name, "_exit");
    line("x64", name, "_enter");
    line(flag_type, name, "_exit_flags");
    line(flag_type, name, "_enter_flags");
    if (extended)
      line("x64", name, "_address");
  }
  void text(const char *name, std::string_view) { line("string", name); }
  void list(const char *name, const List &) {
    line("u32", name, "_length");
    line("x64", name, std::string("[ _") + name + "_length ]");
  }
};

template <bool extended, class E> void event_class(std::string &out) {
  const u32 id = E::event_code | (extended ? extended_bit : 0);
  out += "event {\n  name = \"";
  out += E::event_label;
  out += "\";\n  id = " + std::to_string(id) + ";\n  fields := struct {\n";
  E e;
  E::visit(e, FieldWriter<extended>{out});
  out += "  } align(8);\n};\n";
}

} // namespace

std::string metadata_text(const Clock &clock, const Environment &environment) {
  std::string out{first_line};
  for (const char *type : {"u8 8 10", "u16 16 10", "u32 32 10", "u64 64 10", "x8 8 16", "x32 32 16",
                           "x64 64 16", "i32 -32 10", "i64 -64 10"}) {
    char name[8];
    int bits = 0;
    int base = 0;
    std::sscanf(type, "%7s %d %d", name, &bits, &base);
    out += "typealias integer { size = " + std::to_string(std::abs(bits)) +
           "; align = 8; signed = " + (bits < 0 ? "true" : "false") +
           "; base = " + std::to_string(base) + "; } := " + name + ";\n";
  }
  out += "trace {\n  major = 1;\n  minor = 8;\n  uuid = \"" + uuid_text() +
         "\";\n  byte_order = le;\n  packet.header := struct {\n    u32 magic;\n    u8 uuid[16];\n"
         "    u32 stream_id;\n    u64 stream_instance_id;\n  } align(8);\n};\n";
  out += "env {\n";
  for (const auto &[name, value] : environment)
    out += "  " + name + " = " + (is_number(value) ? value : quoted(value)) + ";\n";
  out += "};\n";
  out += "clock {\n  name = " + clock.name + ";\n  freq = " + std::to_string(clock.frequency) +
         ";\n  offset = " + std::to_string(clock.offset_ticks) + ";\n};\n";
  out +=
      "stream {\n  id = 0;\n  packet.context := struct {\n    u64 packet_size;\n"
      "    u64 content_size;\n    u64 packet_seq_num;\n    u64 events_discarded;\n  } align(8);\n"
      "  event.header := struct {\n    u8 id;\n    integer { size = 56; align = 8; signed = "
      "false; map = clock." +
      clock.name + ".value; } timestamp;\n  } align(8);\n};\n";
  event::for_each([&](auto e) {
    event_class<false, decltype(e)>(out);
    event_class<true, decltype(e)>(out);
  });
  return out;
}

bool parse_metadata(const std::string &text, Clock &clock, Environment &environment) {
  if (!text.starts_with(first_line) || text.find(uuid_text()) == std::string::npos)
    return false;
  // Our own writer puts one assignment on a line and no line break into a value.
  const auto block = [&](std::string_view opening, auto &&assign) {
    std::size_t at = text.find(std::string("\n") + std::string(opening));
    if (at == std::string::npos)
      return false;
    at = text.find('\n', at + 1) + 1;
    while (at < text.size() && text[at] != '}') {
      const std::size_t end = text.find('\n', at);
      if (end == std::string::npos)
        return false;
      const std::string line = text.substr(at, end - at);
      const std::size_t equals = line.find(" = ");
      if (line.size() < 6 || equals == std::string::npos || line.back() != ';')
        return false;
      std::string value = line.substr(equals + 3, line.size() - equals - 4);
      if (value.size() >= 2 && value.front() == '"') {
        std::string plain;
        for (std::size_t i = 1; i + 1 < value.size(); ++i) {
          if (value[i] == '\\' && i + 2 < value.size())
            plain += value[++i] == 'n' ? '\n' : value[i];
          else
            plain += value[i];
        }
        value = plain;
      }
      assign(line.substr(2, equals - 2), value);
      at = end + 1;
    }
    return at < text.size();
  };
  const auto number = [](const std::string &value) {
    u64 result = 0;
    std::from_chars(value.data(), value.data() + value.size(), result);
    return result;
  };
  return block("env {",
               [&](std::string name, std::string value) {
                 environment.emplace_back(std::move(name), std::move(value));
               }) &&
         block("clock {", [&](const std::string &name, const std::string &value) {
           if (name == "name")
             clock.name = value;
           else if (name == "freq")
             clock.frequency = std::max<u64>(1, number(value));
           else if (name == "offset")
             clock.offset_ticks = number(value);
         });
}

} // namespace cts
