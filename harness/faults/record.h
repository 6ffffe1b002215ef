// An event with its fields as a list from the event table, so that a fault can change any field of
// any event.
#pragma once

#include "trace/reader.h"

#include <string>
#include <vector>

namespace cts::faults {

struct Value {
  enum class Kind : u8 { num, hex, enumeration, flags, ref, created, frame, text, list };

  Kind kind{};
  Entity entity{};          // ref, created
  event::Enumeration set{}; // enumeration, flags
  const char *name = "";
  u64 number = 0;  // num, hex, enumeration, flags
  Data data;       // ref, created: as the checker saw it
  u32 pointer = 0; // ref, created: the entity whose word the runtime passed; 0: some other word
  Frame frame;
  std::string text;
  std::vector<u64> list;

  bool is_word() const { return kind == Kind::ref || kind == Kind::created; }
};

struct Record {
  u8 code = 0;
  u32 thread = 0;
  u64 time = 0;
  std::vector<Value> values;

  Value *find(std::string_view name);
  const Value *find(std::string_view name) const;
  // The number in the field; 0 if the event has none.
  u64 number(std::string_view name) const {
    const Value *value = find(name);
    return value ? value->number : 0;
  }
  // Whether the event begins the life of the entity in its NEW field.
  bool begins() const;
};

// Nothing if the bytes hold no event.
bool decode(const RawEvent &raw, Record &record);

// Appends the record's bytes, header included, to `bytes`.
void encode(const Record &record, std::string &bytes);

} // namespace cts::faults
