#include "trace/views/region_tree.h"

#include "ompt_abi/names.h"
#include "ompt_abi/ompt_abi.h"
#include "trace/merge.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace cts::view {
namespace {

using namespace ompt_abi;

// The numbers, enumerators and flags of an event that are the same in every run.
struct PlainFields {
  std::string result;
  void num(const char *name, auto v) { result += fmt::format(" {}={}", name, v); }
  void enumeration(const char *name, enum_kind set, u32 v) {
    result += fmt::format(" {}={}", name, render(set, v));
  }
  void flags(const char *name, enum_kind set, u32 v) { enumeration(name, set, v); }
  void text(const char *name, std::string_view v) { result += fmt::format(" {}={}", name, v); }
  void hex(const char *, u64) {}
  void ref(const char *, Entity, const Ref &) {}
  void created(const char *, Entity, const New &) {}
  void frame(const char *, const Frame &) {}
  void list(const char *, const List &) {}
};

template <class E> std::string plain(const E &e) {
  PlainFields fields;
  E::visit(e, fields);
  return fields.result;
}

bool is_lock(u32 kind) {
  return kind == ompt_mutex_lock || kind == ompt_mutex_test_lock || kind == ompt_mutex_nest_lock ||
         kind == ompt_mutex_test_nest_lock;
}

// The runtime chooses the thread for what is inside; the members meet the constructs in one order.
bool is_shared(u32 work_type) {
  switch (work_type) {
  case ompt_work_single_executor:
  case ompt_work_single_other:
  case ompt_work_sections:
  case ompt_work_workshare:
  case ompt_work_loop:
  case ompt_work_loop_dynamic:
  case ompt_work_loop_guided:
  case ompt_work_loop_other:
    return true;
  default:
    return false;
  }
}

class Builder {
public:
  Builder(Tree &tree, TreeOptions options) : tree_(tree), options_(options) {}

  void add(const RawEvent &raw) {
    here_ = &current_[raw.thread];
    event::with_code(raw.code, [&]<class E>(E e) {
      if (decode(raw, e))
        on(e);
    });
  }

  // Hands over what has ended in the first initial task, up to the first that has not.
  void relieve(const Receiver &receiver) {
    if (tree_.roots.empty())
      return;
    Region &first = *tree_.roots.front();
    auto rest = first.children.begin();
    const auto open = [&](const Region *region) {
      return !all_ended(*region) || std::ranges::find(first.open, region) != first.open.end();
    };
    for (; rest != first.children.end() && !open(*rest); ++rest) {
      receiver(first, **rest);
      forget(**rest);
    }
    first.children.erase(first.children.begin(), rest);
    const auto forgotten = [](const Region *task) { return task && !task->placed; };
    for (auto &[thread, task] : current_)
      if (forgotten(task))
        task = nullptr;
    for (Region &region : tree_.regions)
      if (forgotten(region.outer))
        region.outer = nullptr;
  }

private:
  template <class E> void on(const E &e) {
    if constexpr (E::event_label.starts_with("probe_"))
      if (options_.probes)
        leaf(*here_, std::string(E::event_label), plain(e));
  }

  void on(const event::parallel_begin &e) {
    Region &r = entity(e.parallel, (e.flags & ompt_parallel_league) ? "league" : "parallel", 'P');
    r.details = fmt::format(" requested={}", e.requested_parallelism);
    r.code = e.codeptr_ra;
    attach(task_of(e.encountering_task), r);
  }
  void on(const event::parallel_end &e) { end(known(e.parallel)); }

  void on(const event::implicit_task &e) {
    if (e.endpoint == ompt_scope_end) {
      Region *task = known(e.task);
      end(task);
      if (task && *here_ == task)
        *here_ = task->outer;
      return;
    }
    Region &task = entity(e.task, (e.flags & ompt_task_initial) ? "initial-task" : "implicit-task");
    task.outer = *here_;
    *here_ = &task;
    if (!e.parallel.ours()) {
      attach(task.outer, task);
      return;
    }
    Region *begun = known(e.parallel);
    Region &parallel = begun ? *begun : entity(e.parallel, "parallel", 'P');
    task.member = static_cast<i32>(e.index);
    place(&parallel, task);
    parallel.team = std::max(parallel.team, e.actual_parallelism);
  }

  void on(const event::task_create &e) {
    if (e.flags & ompt_task_initial)
      return; // OpenMP 5.0, 4.5.2.7, lets it announce the task that implicit_task begins
    Region &task = entity(e.new_task, "task", 'T');
    task.details = " " + render(enum_kind::task_flag, e.flags);
    task.code = e.codeptr_ra;
    attach(task_of(e.encountering_task), task);
  }

  void on(const event::task_schedule &e) {
    if (e.prior_task_status == ompt_task_complete || e.prior_task_status == ompt_task_cancel)
      end(known(e.prior_task));
    if (Region *next = known(e.next_task))
      *here_ = next;
  }

  void on(const event::dependences &e) {
    std::string types;
    for (u32 i = 0; i + 1 < e.deps.size(); i += 2)
      types += (i ? "," : " ") + render(enum_kind::dependence_type, e.deps[i + 1]);
    Region *task = task_of(e.task);
    if (task && task->letter == 'T' && task != *here_)
      task->details += fmt::format(" dependences={}{}", e.ndeps, types);
    else
      leaf(task, "dependences", types);
  }

  void on(const event::work &e) {
    const bool single =
        e.work_type == ompt_work_single_executor || e.work_type == ompt_work_single_other;
    const std::string name = single ? "single" : render(enum_kind::work, e.work_type);
    const std::string details = single ? "" : fmt::format(" count={}", e.count);
    Region *task = task_of(e.task);
    Region *region = scope(task, e.endpoint, name, details, e.codeptr_ra);
    if (region && is_shared(e.work_type) && task && task->member >= 0 && task->parent) {
      auto &shared = task->parent->shared;
      const u32 number = task->shared_met++;
      shared.resize(std::max<std::size_t>(shared.size(), number + 1));
      shared[number].push_back(region);
    }
  }
  void on(const event::sync_region &e) {
    scope(task_of(e.task), e.endpoint, render(enum_kind::sync_region, e.kind), "", e.codeptr_ra);
  }
  void on(const event::reduction &e) {
    scope(task_of(e.task), e.endpoint, "reduction", "", e.codeptr_ra);
  }
  void on(const event::masked &e) {
    scope(task_of(e.task), e.endpoint, "masked", "", e.codeptr_ra);
  }

  // Locks may be held across regions, so they are no regions here.
  void on(const event::lock_init &e) {
    locks_[e.wait_id] = ++next_lock_; // the address may have been another lock's
    mutex_leaf("lock_init", e.wait_id, " " + render(enum_kind::mutex, e.kind), e.codeptr_ra);
  }
  void on(const event::lock_destroy &e) { mutex_leaf("lock_destroy", e.wait_id, "", e.codeptr_ra); }
  void on(const event::mutex_acquired &e) {
    const std::string name = render(enum_kind::mutex, e.kind);
    if (is_lock(e.kind)) {
      mutex_leaf(name, e.wait_id, "", e.codeptr_ra);
    } else if (Region *region = scope(*here_, ompt_scope_begin, name, "", e.codeptr_ra)) {
      region->letter = 'M';
      region->entity = lock(e.wait_id);
    }
  }
  void on(const event::mutex_released &e) {
    if (is_lock(e.kind))
      mutex_leaf("unlock", e.wait_id, "", e.codeptr_ra);
    else
      scope(*here_, ompt_scope_end, render(enum_kind::mutex, e.kind), "", 0);
  }
  void on(const event::nest_lock &e) {
    mutex_leaf("nest_lock", e.wait_id, " " + render(enum_kind::scope_endpoint, e.endpoint),
               e.codeptr_ra);
  }

  void on(const event::flush &e) { leaf(*here_, "flush", "", e.codeptr_ra); }
  // Chance decides who sees a cancellation, and when, but not who requests it.
  void on(const event::cancel &e) {
    if (e.flags & ompt_cancel_activated)
      leaf(task_of(e.task), "cancel", " " + render(enum_kind::cancel_flag, e.flags), e.codeptr_ra);
  }
  void on(const event::control_tool &e) { leaf(*here_, "control_tool", plain(e), e.codeptr_ra); }
  void on(const event::error &e) {
    leaf(*here_, "error", " " + render(enum_kind::severity, e.severity), e.codeptr_ra);
  }

  void on(const event::target_emi &e) {
    // If a target task executes the region, the region is inside the task.
    Region *executing = known(e.target_task);
    Region *task = executing ? executing : task_of(e.task);
    Region *region =
        scope(task, e.endpoint, "target", target_details(e.kind, e.device_num), e.codeptr_ra);
    if (region && e.target.ours())
      identify(*region, e.target.id);
  }
  void on(const event::target &e) {
    Region *region = scope(task_of(e.task), e.endpoint, "target",
                           target_details(e.kind, e.device_num), e.codeptr_ra);
    if (region && e.target_id)
      identify(*region, classic_target | e.target_id);
  }
  void on(const event::target_data_op_emi &e) {
    if (e.endpoint != ompt_scope_end)
      data_op(find(e.target.id), e);
  }
  void on(const event::target_data_op &e) { data_op(find(classic_target | e.target_id), e); }
  void on(const event::target_submit_emi &e) {
    if (e.endpoint != ompt_scope_end)
      submit(find(e.target.id), e.requested_num_teams);
  }
  void on(const event::target_submit &e) {
    submit(find(classic_target | e.target_id), e.requested_num_teams);
  }
  void on(const event::target_map_emi &e) { map(find(e.target.id), e.nitems); }
  void on(const event::target_map &e) { map(find(classic_target | e.target_id), e.nitems); }

  void on(const event::note &e) {
    static constexpr const char *kinds[] = {"?",     "body",  "after", "expect", "mark",
                                            "count", "total", "frame", "value"};
    if (options_.notes)
      leaf(*here_, "note",
           fmt::format(" {}{}{} at {}", kinds[e.kind < std::size(kinds) ? e.kind : 0],
                       e.text.empty() ? "" : " ", e.text, e.where.substr(e.where.rfind('/') + 1)));
  }

  // Our identifiers are below 2^32; a classic target's identifiers are the runtime's own.
  static constexpr u64 classic_target = u64{1} << 63;

  Region *find(u64 entity) {
    const auto at = by_entity_.find(entity);
    return at == by_entity_.end() ? nullptr : at->second;
  }
  Region *known(const Data &d) { return d.ours() ? find(d.id) : nullptr; }
  // The task that the event names, else the thread's own.
  Region *task_of(const Data &d) {
    Region *task = known(d);
    return task ? task : *here_;
  }

  Region &make(std::string name) {
    Region *r = nullptr;
    if (tree_.spare.empty()) {
      r = &tree_.regions.emplace_back();
    } else {
      r = tree_.spare.back();
      tree_.spare.pop_back();
      *r = {};
    }
    r->name = std::move(name);
    return *r;
  }
  static void end(Region *region) {
    if (region)
      region->ended = true;
  }
  // The entity's region; events of other threads may name it before its own begin is read.
  Region &entity(const Data &d, const char *name, char letter = 0) {
    Region *r = known(d);
    if (!r || r->placed) { // an entity that begins again is a new one
      r = &make(name);
      if (d.ours())
        by_entity_[d.id] = r;
    }
    r->name = name;
    r->letter = letter;
    r->entity = d.ours() ? d.id : 0;
    return *r;
  }
  void identify(Region &r, u64 entity) {
    r.letter = 'R';
    r.entity = entity;
    by_entity_[entity] = &r;
  }

  void attach(Region *task, Region &r) {
    place(!task || task->open.empty() ? task : task->open.back(), r);
  }
  void place(Region *parent, Region &r) {
    for (const Region *around = parent; around; around = around->parent)
      if (around == &r) // a trace that contradicts itself
        parent = nullptr;
    r.placed = true;
    r.parent = parent;
    (parent ? parent->children : tree_.roots).push_back(&r);
  }
  void leaf(Region *parent, std::string name, std::string details, u64 code = 0) {
    Region &r = make(std::move(name));
    r.details = std::move(details);
    r.code = code;
    r.ended = true;
    attach(parent, r);
    last_leaf_ = &r;
  }
  // Begins or ends a region of a task; returns the region at its beginning.
  Region *scope(Region *task, u32 endpoint, const std::string &name, std::string details,
                u64 code) {
    if (endpoint == ompt_scope_end) {
      if (task) {
        const auto last = std::find_if(task->open.rbegin(), task->open.rend(),
                                       [&](const Region *r) { return r->name == name; });
        if (last != task->open.rend()) {
          const auto begin = std::next(last).base();
          std::for_each(begin, task->open.end(), end);
          task->open.erase(begin, task->open.end());
        }
      }
      return nullptr;
    }
    Region &r = make(name);
    r.details = std::move(details);
    r.code = code;
    attach(task, r);
    if (task && endpoint == ompt_scope_begin)
      task->open.push_back(&r);
    else
      end(&r);
    return &r;
  }

  u64 lock(u64 wait_id) {
    const auto [at, fresh] = locks_.try_emplace(wait_id, next_lock_ + 1);
    next_lock_ += fresh;
    return at->second;
  }
  void mutex_leaf(std::string name, u64 wait_id, std::string details, u64 code) {
    leaf(*here_, std::move(name), std::move(details), code);
    last_leaf_->letter = 'M';
    last_leaf_->entity = lock(wait_id);
  }

  static std::string target_details(u32 kind, i32 device) {
    return fmt::format(" {} device={}", render(enum_kind::target, kind), device);
  }
  template <class E> void data_op(Region *target, const E &e) {
    leaf(target ? target : *here_, "data-op",
         fmt::format(" {} bytes={} {}->{}", render(enum_kind::target_data_op, e.optype), e.bytes,
                     e.src_device_num, e.dest_device_num));
  }
  void submit(Region *target, u32 teams) {
    leaf(target ? target : *here_, "submit", fmt::format(" requested_num_teams={}", teams));
  }
  void map(Region *target, u32 items) {
    leaf(target ? target : *here_, "map", fmt::format(" nitems={}", items));
  }

  static bool all_ended(const Region &region) {
    return region.ended && std::all_of(region.children.begin(), region.children.end(),
                                       [](const Region *child) { return all_ended(*child); });
  }
  void forget(Region &region) {
    for (Region *child : region.children)
      forget(*child);
    if (const auto at = by_entity_.find(region.entity);
        at != by_entity_.end() && at->second == &region)
      by_entity_.erase(at);
    region = {}; // no region of the tree any more: not placed, without children
    tree_.spare.push_back(&region);
  }

  Tree &tree_;
  TreeOptions options_;
  std::unordered_map<u64, Region *> by_entity_;
  std::unordered_map<u64, u64> locks_; // by wait_id
  u64 next_lock_ = 0;
  std::unordered_map<u32, Region *> current_; // each thread's task
  Region **here_ = nullptr;                   // of the calling thread
  Region *last_leaf_ = nullptr;
};

} // namespace

Tree make_tree(const Trace &trace, TreeOptions options, const Receiver &receiver,
               std::size_t most) {
  Tree tree;
  Builder builder(tree, options);
  MergedReader events(trace);
  while (const RawEvent *raw = events.next()) {
    builder.add(*raw);
    if (tree.regions.size() - tree.spare.size() > most) {
      builder.relieve(receiver);
      most = std::max(most, 2 * (tree.regions.size() - tree.spare.size()));
    }
  }
  for (Region &region : tree.regions)
    if (!region.placed && !region.children.empty()) // its beginning was not recorded
      tree.roots.push_back(&region);
  tree.damage = events.damage();
  return tree;
}

} // namespace cts::view
