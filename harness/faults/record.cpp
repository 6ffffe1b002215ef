#include "faults/record.h"

#include <algorithm>

namespace cts::faults {
namespace {

using Kind = Value::Kind;

// Makes the list of values from an event.
struct Collector {
  std::vector<Value> &values;

  Value &add(Kind kind, const char *name) {
    Value &v = values.emplace_back();
    v.kind = kind;
    v.name = name;
    return v;
  }
  void num(const char *name, auto v) { add(Kind::num, name).number = static_cast<u64>(v); }
  void hex(const char *name, u64 v) { add(Kind::hex, name).number = v; }
  void enumeration(const char *name, event::Enumeration set, u32 v) {
    Value &value = add(Kind::enumeration, name);
    value.set = set;
    value.number = v;
  }
  void flags(const char *name, event::Enumeration set, u32 v) {
    Value &value = add(Kind::flags, name);
    value.set = set;
    value.number = v;
  }
  void ref(const char *name, Entity entity, const Ref &r) { word(Kind::ref, name, entity, r); }
  void created(const char *name, Entity entity, const New &n) {
    word(Kind::created, name, entity, n);
  }
  void frame(const char *name, const Frame &f) { add(Kind::frame, name).frame = f; }
  void text(const char *name, std::string_view v) { add(Kind::text, name).text = v; }
  void list(const char *name, const List &v) {
    Value &value = add(Kind::list, name);
    for (u32 i = 0; i < v.size(); ++i)
      value.list.push_back(v[i]);
  }

private:
  void word(Kind kind, const char *name, Entity entity, const Data &d) {
    Value &value = add(kind, name);
    value.entity = entity;
    value.data = d;
    value.pointer = d.id;
  }
};

// Gives an event the values of the list.
struct Filler {
  const Value *at;

  template <class T> void num(const char *, T &v) { v = static_cast<T>((at++)->number); }
  void hex(const char *, u64 &v) { v = (at++)->number; }
  void enumeration(const char *, event::Enumeration, u32 &v) {
    v = static_cast<u32>((at++)->number);
  }
  void flags(const char *, event::Enumeration, u32 &v) { v = static_cast<u32>((at++)->number); }
  void ref(const char *, Entity, Ref &r) { static_cast<Data &>(r) = (at++)->data; }
  void created(const char *, Entity, New &n) { static_cast<Data &>(n) = (at++)->data; }
  void frame(const char *, Frame &f) { f = (at++)->frame; }
  void text(const char *, std::string_view &v) { v = (at++)->text; }
  void list(const char *, List &v) {
    v = List(at->list.data(), static_cast<u32>(at->list.size()));
    ++at;
  }
};

} // namespace

const Value *Record::find(std::string_view name) const {
  const auto at = std::find_if(values.begin(), values.end(),
                               [&](const Value &v) { return std::string_view(v.name) == name; });
  return at == values.end() ? nullptr : &*at;
}

Value *Record::find(std::string_view name) {
  return const_cast<Value *>(static_cast<const Record *>(this)->find(name));
}

bool Record::begins() const {
  for (const Value &v : values)
    if (v.kind == Kind::enumeration && v.set == event::Enumeration::scope_endpoint)
      return v.number != ompt_abi::ompt_scope_end;
  return true;
}

bool decode(const RawEvent &raw, Record &record) {
  record.code = raw.code;
  record.thread = raw.thread;
  record.time = raw.time;
  record.values.clear();
  bool good = false;
  event::with_code(raw.code, [&]<class E>(E e) {
    good = cts::decode(raw, e);
    if (good)
      E::visit(e, Collector{record.values});
  });
  return good;
}

void encode(const Record &record, std::string &bytes) {
  event::with_code(record.code, [&]<class E>(E e) {
    E::visit(e, Filler{record.values.data()});
    const auto run = [&]<bool extended>() {
      const std::size_t before = bytes.size();
      bytes.resize(before + header_bytes + encoded_bytes<extended>(e));
      cts::encode<extended>(e, record.time, reinterpret_cast<std::byte *>(bytes.data() + before));
    };
    if (is_ordinary(e))
      run.template operator()<false>();
    else
      run.template operator()<true>();
  });
}

} // namespace cts::faults
