#include "faults/history.h"

#include "trace/merge.h"

#include <algorithm>
#include <utility>

namespace cts::faults {
namespace {

bool is_probe(u8 code) { return code >= event::probe_thread::event_code; }

} // namespace

std::optional<History> History::load(const std::string &directory, std::string &error) {
  const auto trace = Trace::open(directory, error);
  if (!trace)
    return {};
  History history;
  history.directory_ = directory;
  history.environment_ = trace->environment();
  history.finalized_ = trace->finalized();
  history.clock_ = trace->clock();
  history.mappings_ = trace->mappings();
  MergedReader reader(*trace);
  while (const RawEvent *raw = reader.next()) {
    Record record;
    if (!decode(*raw, record))
      continue;
    auto &thread = history.threads_[record.thread];
    history.positions_.push_back(static_cast<u32>(thread.size()));
    thread.push_back(static_cast<u32>(history.records_.size()));
    encode(record, history.bytes_.emplace_back());
    history.records_.push_back(std::move(record));
    history.note_words(static_cast<u32>(history.records_.size() - 1));
  }
  if (error = reader.damage(); !error.empty())
    return {};
  for (const u32 id : history.created_) {
    const Word &word = history.words_.at(id);
    history.entities_[static_cast<std::size_t>(word.entity)].add(id, word.created, word.uses.back(),
                                                                 word.reused);
  }
  return history;
}

void History::begin_word(Word &word, const Value &v, u32 index) {
  word = {v.entity, v.data.address, v.data.value, index, false, std::move(word.uses)};
  created_.push_back(v.pointer);
  const auto [owner, fresh] = owners_.try_emplace(word.address, v.pointer);
  if (!fresh)
    words_[std::exchange(owner->second, v.pointer)].reused = true;
}

void History::note_words(u32 index) {
  const Record &record = records_[index];
  for (const Value &v : record.values) {
    if (!v.is_word())
      continue;
    if (v.pointer) {
      Word &word = words_[v.pointer];
      if (v.kind == Value::Kind::created && record.begins())
        begin_word(word, v, index);
      if (word.uses.empty() || word.uses.back() != index)
        word.uses.push_back(index);
      first_free_identifier_ = std::max(first_free_identifier_, v.pointer + 1);
    }
    // A reused word shows its old identifier.
    if (is_identifier_word(v.data.value)) {
      auto &uses = words_[static_cast<u32>(v.data.value)].uses;
      if (uses.empty() || uses.back() != index)
        uses.push_back(index);
    }
  }
}

std::vector<u32> History::unit(u32 index) const {
  std::vector<u32> unit{index};
  const auto &thread = threads_.at(records_[index].thread);
  for (u32 at = positions_[index] + 1; at < thread.size() && is_probe(records_[thread[at]].code);
       ++at)
    unit.push_back(thread[at]);
  return unit;
}

std::optional<u32> History::next_callback(u32 index) const {
  const auto &thread = threads_.at(records_[index].thread);
  for (u32 at = positions_[index] + 1; at < thread.size(); ++at)
    if (records_[thread[at]].code <= event::last_callback)
      return thread[at];
  return {};
}

const Word *History::word(u32 identifier) const {
  const auto at = words_.find(identifier);
  return at == words_.end() ? nullptr : &at->second;
}

} // namespace cts::faults
