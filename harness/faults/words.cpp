#include "faults/history.h"

#include <algorithm>
#include <set>

namespace cts::faults {
namespace {

// The contents of the touched words during the faulty trace.
class Memory {
public:
  Memory(const History &history, const Edit &edit)
      : next_identifier_(history.first_free_identifier()) {
    for (const u32 id : edit.touched)
      if (const Word *word = history.word(id))
        cells_.try_emplace(id, Cell{word, word->before});
  }

  // Whether the true trace showed the word with its identifier before the stamp of its creation.
  bool early(u32 id, u32 index) const {
    const auto cell = cells_.find(id);
    return cell != cells_.end() && index < cell->second.word->created;
  }
  void overwrite(u32 id, u64 value) {
    if (const auto cell = cells_.find(id); cell != cells_.end())
      cell->second.value = value;
  }

  void show(const Record &record, Value &v) {
    const auto cell = cells_.find(v.pointer);
    if (cell == cells_.end()) {
      reuse(v);
      return;
    }
    Cell &c = cell->second;
    if (v.kind == Value::Kind::created && record.begins()) {
      reuse(c);
      const u32 wanted = v.data.id ? v.data.id : v.pointer;
      const u32 id = given_.insert(wanted).second ? wanted : next_identifier_++;
      v.data = {id, c.word->address, c.value};
      c.value = identifier_word(id);
      return;
    }
    if (is_identifier_word(c.value)) {
      v.data = {static_cast<u32>(c.value), v.kind == Value::Kind::created ? c.word->address : 0, 0};
    } else {
      v.data = {0, c.word->address, c.value};
    }
  }

private:
  struct Cell {
    const Word *word;
    u64 value = 0;
    bool used = false;
  };

  // A word of an earlier entity holds its last content.
  u64 left_behind(u64 before) const {
    if (is_identifier_word(before))
      if (const auto cell = cells_.find(static_cast<u32>(before)); cell != cells_.end())
        return cell->second.value;
    return before;
  }
  void reuse(Value &v) const {
    if (v.kind == Value::Kind::created)
      v.data.value = left_behind(v.data.value);
  }
  void reuse(Cell &c) const {
    if (!c.used)
      c.value = left_behind(c.value);
    c.used = true;
  }
  using Cells = std::unordered_map<u32, Cell>;

  Cells cells_;
  std::set<u32> given_;
  u32 next_identifier_;
};

} // namespace

void follow_words(const History &history, Edit &edit) {
  if (edit.touched.empty())
    return;
  std::sort(edit.touched.begin(), edit.touched.end());
  edit.touched.erase(std::unique(edit.touched.begin(), edit.touched.end()), edit.touched.end());
  std::set<u32> shown;
  for (const u32 id : edit.touched)
    if (const Word *word = history.word(id))
      shown.insert(word->uses.begin(), word->uses.end());
  for (const auto &[index, records] : edit.at)
    shown.insert(index);
  std::sort(edit.overwritten.begin(), edit.overwritten.end(),
            [](const auto &a, const auto &b) { return a.index < b.index; });
  auto overwritten = edit.overwritten.begin();

  Memory memory(history, edit);
  for (const u32 index : shown) {
    for (; overwritten != edit.overwritten.end() && overwritten->index <= index; ++overwritten)
      memory.overwrite(overwritten->word, overwritten->value);
    const auto changed = edit.at.find(index);
    const Record &original = history.records()[index];
    std::vector<Record> records =
        changed != edit.at.end() ? changed->second : std::vector<Record>{original};
    for (Record &record : records)
      for (Value &v : record.values)
        if (v.is_word() && !(changed == edit.at.end() && memory.early(v.pointer, index)))
          memory.show(record, v);
    edit.at[index] = std::move(records);
  }
}

} // namespace cts::faults
