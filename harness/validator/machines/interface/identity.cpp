#include "validator/machines/interface/identity.h"

#include "rules/identity.h"

namespace cts {
namespace {

std::string name_of(Entity entity, u32 id) {
  return fmt::format("{}{}", entity == Entity::parallel ? 'P' : 'T', id);
}

} // namespace

bool Identity::is_known(const World &world, const Ref &r) {
  return world.task(r) || world.parallel(r) || world.created.contains(r.id);
}

void Identity::complain_unreadable(const Here &here, const char *field, const Data &d) {
  judge.violated([&] {
    return data_pointer_rules::unreadable{.field = field, .event = here.code, .address = d.address};
  });
}

void Identity::judge_ref(const Here &here, const char *field, Entity entity, const Ref &r) {
  const bool alive = entity == Entity::task ? world.task(r) || world.ends_later(r.id)
                                            : world.parallel(r) != nullptr;
  judge.require(rule::data_dead_entity, alive, [&] {
    const bool other = world.task(r) || world.parallel(r);
    const bool ended = !other && world.created.contains(r.id);
    const std::string name = name_of(entity, r.id);
    auto message =
        other ? Message(data_dead_entity::something_else{
                    .field = field, .event = here.code, .entity = name})
        : ended
            ? Message(data_dead_entity::ended{.field = field, .event = here.code, .entity = name})
            : Message(data_dead_entity::never_began{
                  .field = field, .event = here.code, .entity = name});
    // A task of a taskgraph may be executed again; the events of a replay are unspecified (14.3).
    message.remark = ended && here.code == event::task_schedule::event_code &&
                     judge.profile() >= ompt_abi::version::v60;
    return message;
  });
}

void Identity::creates(const Here &here, Entity entity, const New &n) {
  world.created.add(n.id);
  const u32 held = is_identifier_word(n.value) ? static_cast<u32>(n.value) : 0;
  const Task *task = held ? world.tasks.find(held) : nullptr;
  if (task && task->announces_initial())
    task = nullptr; // the announced initial task, whose begin follows
  const Parallel *region = held ? world.parallels.find(held) : nullptr;
  judge.require(!task && !region, [&] {
    return data_unique_storage::in_use{.event = here.code,
                                       .entity = name_of(entity, n.id),
                                       .address = n.address,
                                       .holder =
                                           name_of(task ? Entity::task : Entity::parallel, held)}
        .why("that word came into use here", task ? task->created : region->begin);
  });
}

} // namespace cts
