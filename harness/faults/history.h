// A whole trace in memory, and the changes of a fault.
#pragma once

#include "faults/entities.h"
#include "faults/record.h"
#include "trace/metadata.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

namespace cts {
class SourceLines;
}

namespace cts::faults {

// The word of one entity: its place, and its contents before the checker wrote its identifier.
struct Word {
  Entity entity{};
  u64 address = 0;
  u64 before = 0;
  u32 created = 0;       // index of the record that brought it into life
  bool reused = false;   // another entity got the same storage later
  std::vector<u32> uses; // records that show it, ascending; the first one may lag behind a use
};

class History {
public:
  static std::optional<History> load(const std::string &directory, std::string &error);

  const std::string &directory() const { return directory_; }
  const Environment &environment() const { return environment_; }
  bool finalized() const { return finalized_; }
  const Clock &clock() const { return clock_; }

  // All events in the order of their stamps; order within a thread is certain.
  const std::vector<Record> &records() const { return records_; }
  const std::string &bytes(u32 index) const { return bytes_[index]; }
  // Indices of a thread's events.
  const std::map<u32, std::vector<u32>> &threads() const { return threads_; }
  // The position of a record in its thread.
  u32 position(u32 index) const { return positions_[index]; }
  // The record and the answers that the checker asked for inside it, by index.
  std::vector<u32> unit(u32 index) const;
  // The next and the previous callback of the same thread; nothing if there is none.
  std::optional<u32> next_callback(u32 index) const;

  const Word *word(u32 identifier) const;
  // The entities of one kind, in the order of their begin.
  const Entities &entities(Entity entity) const {
    return entities_[static_cast<std::size_t>(entity)];
  }
  u32 first_free_identifier() const { return first_free_identifier_; }
  // Whether one source function contains the code before both return addresses, by the files that
  // the process had mapped. False if the files do not tell. Only one thread may call this
  // (functions.cpp).
  bool same_function(u64 address, u64 other) const;

private:
  void note_words(u32 index);
  void begin_word(Word &word, const Value &value, u32 index);

  std::string directory_;
  Environment environment_;
  bool finalized_ = false;
  Clock clock_;
  std::vector<Record> records_;
  std::vector<std::string> bytes_;
  std::vector<u32> positions_;
  std::map<u32, std::vector<u32>> threads_;
  std::unordered_map<u32, Word> words_;
  std::vector<u32> created_; // in the order in which their entities began
  std::array<Entities, 6> entities_;
  std::unordered_map<u64, u32> owners_; // the latest entity of each storage
  u32 first_free_identifier_ = 1;
  std::vector<Mapping> mappings_;
  mutable std::shared_ptr<SourceLines> lines_; // made at the first question
};

// The differences between the faulty trace and the true trace.
struct Edit {
  // By index of a record: its replacement. The replacement may contain records of other threads,
  // which belong to their threads' streams at that time.
  std::map<u32, std::vector<Record>> at;
  std::map<std::string, std::string> environment;
  // The words with a changed history: their consequences must be computed.
  std::vector<u32> touched; // as often as it happens
  // The word holds this value from the record with this index on.
  struct Overwritten {
    u32 index, word;
    u64 value;
  };
  std::vector<Overwritten> overwritten;
  std::optional<bool> finalized;
  // By index of a record: the result of the search from there for an event with another value. A
  // later search stops where an earlier search for the same value began.
  std::unordered_map<u32, const Value *> searched;

  // The event at this index, for a change.
  std::vector<Record> &list(const History &history, u32 index) {
    const auto [where, fresh] = at.try_emplace(index);
    if (fresh)
      where->second.push_back(history.records()[index]);
    return where->second;
  }
};

// Computes what the checker would have seen, for all touched words: a word whose creation is
// missing keeps its earlier contents, a word created twice holds the second identifier, and so on.
void follow_words(const History &history, Edit &edit);

} // namespace cts::faults
