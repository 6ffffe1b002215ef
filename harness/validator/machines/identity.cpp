// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "validator/machines/identity.h"

namespace cts {
namespace {

u32 key_of(u64 address) {
  const u32 key = static_cast<u32>(address >> 3);
  return key ? key : 1;
}

char letter_of(Entity entity) { return entity == Entity::parallel ? 'P' : 'T'; }

} // namespace

void Identity::names(const Here &here, const char *field, Entity entity, const Ref &r) {
  const bool alive =
      entity == Entity::task ? world.task(r) != nullptr : world.parallel(r) != nullptr;
  if (judge.broken(Rule::data_dead_entity, alive)) {
    const bool other = world.task(r) || world.parallel(r);
    judge.report(Rule::data_dead_entity,
                 fmt::format("{} of {} names {}{}, which {}", field, event::label(here.code),
                             letter_of(entity), r.id,
                             other                          ? "is something else"
                             : world.created.contains(r.id) ? "has ended"
                                                            : "never began"));
  }
}

void Identity::creates(const Here &here, Entity entity, const New &n) {
  world.created.add(n.id);
  Word &word = words_.create(key_of(n.address));
  const bool shared = word.owner != 0 && word.address == n.address &&
                      (world.tasks.find(word.owner) || world.parallels.find(word.owner));
  // A member that lags behind may have left its word to the next region already.
  const Parallel *region = shared ? world.parallels.find(word.owner) : nullptr;
  const bool over = region && region->ended;
  if (judge.broken(Rule::data_unique_storage, !shared || over))
    judge
        .report(Rule::data_unique_storage,
                fmt::format("{} gives {}{} the word at {:#x}, which belongs to {}{}",
                            event::label(here.code), letter_of(entity), n.id, n.address,
                            letter_of(word.entity), word.owner))
        .why("that word came into use here", word.created);
  word.address = n.address;
  word.owner = n.id;
  word.entity = entity;
  word.created = here.ref;
}

void Identity::ended(u64 address, u32 id) {
  if (const Word *word = words_.find(key_of(address)); word && word->owner == id)
    words_.erase(key_of(address));
}

} // namespace cts
