#include "trace/metadata_writer.h"

#include "ompt_abi/names.h"
#include "trace/encoding.h"
#include "trace/packet.h"

namespace cts {
namespace {

bool is_number(std::string_view value) {
  for (const char c : value)
    if (c < '0' || c > '9')
      return false;
  return !value.empty() && value.size() < 19;
}

void add_quoted(Text &out, std::string_view value) {
  out += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\')
      out += '\\';
    if (c == '\n')
      out += "\\n";
    else if (static_cast<unsigned char>(c) >= 0x20)
      out += c;
  }
  out += '"';
}

// Writes the fields of one event class; a field's sub-fields are named field_part.
template <bool extended> struct FieldWriter {
  Text &out;

  void line(std::string_view type, std::string_view name, std::string_view part = "") {
    out += "    ";
    line_end(type, name, part);
  }
  void line_end(std::string_view type, std::string_view name, std::string_view part = "") {
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
    out += extended ? "    enum : u32 {" : "    enum : u16 {";
    bool first = true;
    for (const auto &e : ompt_abi::info_of(set).enumerators) {
      out += first ? " \"" : ", \"";
      out += e.name;
      out += "\" = ";
      out += u64{e.value};
      first = false;
    }
    line_end(" }", name);
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
    line("x64", name, Text("[ _", name, "_length ]").view());
  }
};

template <bool extended, class E> void event_class(Text &out) {
  const u32 id = E::event_code | (extended ? extended_bit : 0);
  out += "event {\n  name = \"";
  out += E::event_label;
  out += "\";\n  id = ";
  out += u64{id};
  out += ";\n  fields := struct {\n";
  E e;
  E::visit(e, FieldWriter<extended>{out});
  out += "  } align(8);\n};\n";
}

} // namespace

Text uuid_text() {
  Text text;
  for (std::size_t i = 0; i < sizeof trace_uuid; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10)
      text.add("-");
    constexpr const char *digits = "0123456789abcdef";
    const char byte[] = {digits[trace_uuid[i] >> 4], digits[trace_uuid[i] & 15]};
    text.add(std::string_view(byte, 2));
  }
  return text;
}

Text write_metadata(const ClockSetting &clock, std::span<const Setting> environment) {
  Text out;
  out += metadata_first_line;
  struct Integer {
    const char *name, *size, *is_signed, *base;
  };
  for (const Integer &type :
       {Integer{"u8", "8", "false", "10"}, Integer{"u16", "16", "false", "10"},
        Integer{"u32", "32", "false", "10"}, Integer{"u64", "64", "false", "10"},
        Integer{"x8", "8", "false", "16"}, Integer{"x32", "32", "false", "16"},
        Integer{"x64", "64", "false", "16"}, Integer{"i32", "32", "true", "10"},
        Integer{"i64", "64", "true", "10"}})
    out += Text("typealias integer { size = ", type.size, "; align = 8; signed = ", type.is_signed,
                "; base = ", type.base, "; } := ", type.name, ";\n")
               .view();
  out += "trace {\n  major = 1;\n  minor = 8;\n  uuid = \"";
  out += uuid_text().view();
  out += "\";\n  byte_order = le;\n  packet.header := struct {\n    u32 magic;\n    u8 uuid[16];\n"
         "    u32 stream_id;\n    u64 stream_instance_id;\n  } align(8);\n};\n";
  out += "env {\n";
  for (const auto &[name, value] : environment) {
    out += "  ";
    out += name;
    out += " = ";
    if (is_number(value))
      out += value;
    else
      add_quoted(out, value);
    out += ";\n";
  }
  out += "};\n";
  out += Text("clock {\n  name = ", clock.name, ";\n  freq = ", clock.frequency,
              ";\n  offset = ", clock.offset_ticks, ";\n};\n")
             .view();
  out += Text("typealias integer { size = 64; align = 8; signed = false; map = clock.", clock.name,
              ".value; } := stamp;\n"
              "stream {\n  id = 0;\n  packet.context := struct {\n    u64 packet_size;\n"
              "    u64 content_size;\n    stamp timestamp_begin;\n    stamp timestamp_end;\n"
              "    u64 packet_seq_num;\n    u64 events_discarded;\n    u64 tid;\n"
              "    x64 trace_number;\n    x64 checksum;\n  } align(8);\n"
              "  event.header := struct {\n    u8 id;\n    integer { size = 56; align = 8; "
              "signed = false; map = clock.",
              clock.name, ".value; } timestamp;\n  } align(8);\n};\n")
             .view();
  event::for_each([&](auto e) {
    event_class<false, decltype(e)>(out);
    event_class<true, decltype(e)>(out);
  });
  return out;
}

} // namespace cts
