// Every event of the table goes through both forms with random values.
#include "trace/encoding.h"
#include "trace/reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace {

using namespace cts;

// Fills an event; the compact form gets only values that it can hold.
class Filler {
public:
  Filler(std::mt19937_64 &random, bool extended) : random_(random), extended_(extended) {}

  template <class T> void num(const char *, T &v) { v = static_cast<T>(random_()); }
  void hex(const char *, u64 &v) { v = random_(); }
  void enumeration(const char *, event::Enumeration, u32 &v) {
    v = static_cast<u32>(random_()) & (extended_ ? 0xFFFF'FFFF : 0xFFFF);
  }
  void flags(const char *, event::Enumeration, u32 &v) { v = static_cast<u32>(random_()); }
  void ref(const char *, Entity, Ref &r) {
    r.id = static_cast<u32>(random_() % 3);
    if (extended_)
      r.address = random_(), r.value = random_();
  }
  void created(const char *, Entity, New &n) {
    n.id = static_cast<u32>(random_());
    n.address = n.id || extended_ ? random_() : 0;
    n.value = extended_ ? random_() : 0;
  }
  void frame(const char *, Frame &f) {
    f = {1, random_(), random_(), static_cast<u32>(random_() & 0xFF),
         static_cast<u32>(random_() & 0xFF)};
    if (extended_)
      f.address = random_(), f.exit_flags = static_cast<u32>(random_());
  }
  void text(const char *, std::string_view &v) {
    static constexpr std::string_view all = "any text, \xC3\xA4 \n\t\x01 up to its end";
    v = all.substr(0, random_() % all.size());
  }
  void list(const char *, List &v) {
    for (u64 &word : words_)
      word = random_();
    v = List(words_, static_cast<u32>(random_() % std::size(words_)));
  }

private:
  std::mt19937_64 &random_;
  bool extended_;
  u64 words_[5] = {};
};

struct Shower {
  std::string &out;
  void num(const char *name, auto v) { out += fmt::format("{}={} ", name, v); }
  void hex(const char *name, u64 v) { num(name, v); }
  void enumeration(const char *name, event::Enumeration, u32 v) { num(name, v); }
  void flags(const char *name, event::Enumeration, u32 v) { num(name, v); }
  void ref(const char *name, Entity, const Data &d) {
    out += fmt::format("{}={},{},{} ", name, d.id, d.address, d.value);
  }
  void created(const char *name, Entity entity, const New &n) { ref(name, entity, n); }
  void frame(const char *name, const Frame &f) {
    out += fmt::format("{}={},{},{},{},{} ", name, f.address, f.exit, f.enter, f.exit_flags,
                       f.enter_flags);
  }
  void text(const char *name, std::string_view v) { out += fmt::format("{}='{}' ", name, v); }
  void list(const char *name, const List &v) {
    for (u32 i = 0; i < v.size(); ++i)
      out += fmt::format("{}[{}]={} ", name, i, v[i]);
  }
};

template <class E> std::string show(const E &e) {
  std::string out;
  E::visit(e, Shower{out});
  return out;
}

// Memory of exactly the record's size, so that a sanitizer sees a read beyond it.
struct Record {
  std::vector<std::byte> bytes;
  RawEvent raw(bool extended) const {
    RawEvent raw;
    raw.extended = extended;
    raw.fields = bytes.data() + header_bytes;
    raw.end = bytes.data() + bytes.size();
    return raw;
  }
};

template <bool extended, class E> Record encoded(const E &e, u64 time) {
  Record record{std::vector<std::byte>(header_bytes + encoded_bytes<extended>(e))};
  const std::byte *end = encode<extended>(e, time, record.bytes.data());
  EXPECT_EQ(end, record.bytes.data() + record.bytes.size()) << E::event_label;
  return record;
}

template <bool extended> void round_trip() {
  std::mt19937_64 random(20);
  event::for_each([&]<class E>(E) {
    for (int repeat = 0; repeat < 50; ++repeat) {
      E in, out;
      Filler filler(random, extended);
      E::visit(in, filler);
      EXPECT_TRUE(extended || is_ordinary(in)) << E::event_label << ' ' << show(in);
      const u64 time = random() & time_mask;
      const Record record = encoded<extended>(in, time);
      ASSERT_TRUE(decode(record.raw(extended), out)) << E::event_label;
      EXPECT_EQ(show(in), show(out)) << E::event_label;
      u64 header;
      std::memcpy(&header, record.bytes.data(), sizeof header);
      EXPECT_EQ(header >> 8, time);
      EXPECT_EQ(header & 0xFF, E::event_code | (extended ? extended_bit : 0u));
    }
  });
}

TEST(Encoding, CompactFormKeepsEveryOrdinaryEvent) { round_trip<false>(); }
TEST(Encoding, ExtendedFormKeepsEveryEvent) { round_trip<true>(); }

TEST(Encoding, ARecordCutAnywhereIsNoRecord) {
  std::mt19937_64 random(21);
  event::for_each([&]<class E>(E) {
    E in, out;
    Filler filler(random, true);
    E::visit(in, filler);
    const Record whole = encoded<true>(in, 1);
    for (std::size_t size = header_bytes; size < whole.bytes.size(); ++size) {
      const auto begin = whole.bytes.begin();
      const Record cut{{begin, begin + static_cast<std::ptrdiff_t>(size)}};
      EXPECT_FALSE(decode(cut.raw(true), out)) << E::event_label << " of " << size;
    }
  });
}

TEST(Encoding, WhatTheCompactFormCannotHoldIsExtraordinary) {
  event::task_create e;
  e.encountering_frame.address = 1;
  e.encountering_task.id = 7;
  e.new_task.id = 8, e.new_task.address = 0x10;
  EXPECT_TRUE(is_ordinary(e));
  const auto extraordinary = [&](auto change) {
    event::task_create changed = e;
    change(changed);
    return !is_ordinary(changed);
  };
  EXPECT_TRUE(
      extraordinary([](auto &c) { c.encountering_task = {}, c.encountering_task.address = 4; }));
  EXPECT_TRUE(extraordinary([](auto &c) { c.new_task.value = 1; }));
  EXPECT_TRUE(extraordinary([](auto &c) { c.new_task.id = 0; }));
  EXPECT_TRUE(extraordinary([](auto &c) { c.encountering_frame.address = 0; }));
  EXPECT_TRUE(extraordinary([](auto &c) { c.encountering_frame.exit_flags = 0x100; }));
  EXPECT_TRUE(extraordinary([](auto &c) { c.encountering_frame.enter_flags = 0x100; }));
  event::work w;
  w.work_type = 0x10000;
  EXPECT_FALSE(is_ordinary(w));
}

TEST(Encoding, AListLongerThanTheRecordIsRefused) {
  event::dependences e, out;
  Record record = encoded<false>(e, 1);
  const u32 huge = 0xFFFF'FFFF;
  std::memcpy(record.bytes.data() + record.bytes.size() - sizeof huge, &huge, sizeof huge);
  EXPECT_FALSE(decode(record.raw(false), out));
}

TEST(Encoding, IdentifierWordsAreRecognized) {
  for (const u32 id : {1u, 2u, 1025u, 0xFFFF'FFFFu}) {
    EXPECT_TRUE(is_identifier_word(identifier_word(id)));
    EXPECT_FALSE(is_identifier_word(identifier_word(id) ^ (u64{1} << 40)));
    EXPECT_FALSE(is_identifier_word(identifier_word(id) + 1));
    EXPECT_FALSE(is_identifier_word(id));
  }
  EXPECT_FALSE(is_identifier_word(0));
  EXPECT_FALSE(is_identifier_word(identifier_word(0)));
}

} // namespace
