// Prints the regions view (view.h) of the tree in region_tree.h.
#include "trace/source_lines.h"
#include "trace/text.h"
#include "trace/views/region_tree.h"
#include "trace/views/view.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace cts::view {
namespace {

class Printer {
public:
  explicit Printer(const Trace &trace) : lines_(trace.mappings()) {}

  // The shape of the region and its contents, entities without their numbers: equal for regions
  // that look alike.
  std::string shape(const Region &region) {
    std::string text = line(region, "?");
    for (const Region *child : region.children)
      text += "\n(" + shape(*child) + ")";
    return text;
  }

  // Groups regions that look alike by their entity, the one that most of them contain first.
  void sort_by_shape(std::vector<Region *> &regions) {
    struct Keyed {
      std::string shape;
      std::size_t alike;
      std::size_t place;
      Region *region;
    };
    std::map<std::pair<std::string, u64>, std::size_t> counts;
    std::vector<Keyed> keyed;
    for (Region *region : regions) {
      keyed.push_back({shape(*region), 0, keyed.size(), region});
      ++counts[{keyed.back().shape, region->entity}];
    }
    for (Keyed &k : keyed)
      k.alike = counts[{k.shape, k.region->entity}];
    std::sort(keyed.begin(), keyed.end(), [](const Keyed &a, const Keyed &b) {
      return std::tie(a.shape, b.alike, a.region->entity, a.place) <
             std::tie(b.shape, a.alike, b.region->entity, b.place);
    });
    std::transform(keyed.begin(), keyed.end(), regions.begin(),
                   [](const Keyed &k) { return k.region; });
  }

  void line_of(std::FILE *out, const Region &region, std::size_t depth) {
    std::string number;
    if (region.letter) {
      auto &[numbers, last] = numbers_[region.letter]; // forgotten ones count
      const auto [at, fresh] = numbers.try_emplace(region.entity, last + 1);
      last += fresh;
      number = fmt::to_string(at->second);
    }
    fmt::print(out, "{:{}}{}\n", "", depth * 2, printable(line(region, number)));
  }

  void print(std::FILE *out, const Region &region, std::size_t depth) {
    line_of(out, region, depth);
    for (const Region *child : region.children)
      print(out, *child, depth + 1);
  }

  // The region's entities do not come again; a lock does.
  void forget(const Region &region) {
    if (region.letter && region.letter != 'M')
      numbers_[region.letter].of.erase(region.entity);
    for (const Region *child : region.children)
      forget(*child);
  }

private:
  struct Numbers {
    std::map<u64, u64> of;
    u64 last = 0;
  };

  std::string line(const Region &region, std::string_view number) {
    std::string text = region.name;
    if (region.letter)
      text += fmt::format(" {}{}", region.letter, number);
    if (region.member >= 0)
      text += fmt::format(" {}", region.member);
    text += region.details;
    if (region.team)
      text += fmt::format(" team={}", region.team);
    if (const std::string &where = lines_.before(region.code).text(); !where.empty())
      text += " at " + where;
    return text;
  }

  SourceLines lines_;
  std::map<char, Numbers> numbers_;
};

// Members in the order of their indices; the first one contains the shared regions of the team.
void put_in_order(Region &region, Printer &printer) {
  const bool team = std::any_of(region.children.begin(), region.children.end(),
                                [](const Region *child) { return child->member >= 0; });
  if (team) {
    std::multimap<i32, Region *> by_member;
    for (Region *child : region.children)
      by_member.emplace(child->member, child);
    std::transform(by_member.begin(), by_member.end(), region.children.begin(),
                   [](const auto &entry) { return entry.second; });
  }
  for (Region *child : region.children)
    put_in_order(*child, printer);
  for (auto &same : region.shared) {
    Region *first =
        *std::min_element(same.begin(), same.end(), [](const Region *a, const Region *b) {
          return a->parent->member < b->parent->member;
        });
    std::vector<Region *> all;
    for (Region *each : same)
      all.insert(all.end(), each->children.begin(), each->children.end());
    for (Region *each : same)
      each->children.clear();
    if (first->name != "single")
      printer.sort_by_shape(all);
    first->children = std::move(all);
  }
}

} // namespace

std::string regions(const Trace &trace, std::FILE *out, TreeOptions options, std::size_t most) {
  Printer printer(trace);
  bool begun = false; // the first initial task has its line
  const auto early = [&](Region &first, Region &whole) {
    if (!begun)
      printer.line_of(out, first, 0);
    begun = true;
    put_in_order(whole, printer);
    printer.print(out, whole, 1);
    printer.forget(whole);
  };
  Tree tree = make_tree(trace, options, early, most);
  for (Region *root : tree.roots)
    put_in_order(*root, printer);
  // The initial task of the thread that started the runtime comes first, others in any order.
  if (tree.roots.size() > 2) {
    std::vector<Region *> others(tree.roots.begin() + 1, tree.roots.end());
    printer.sort_by_shape(others);
    std::copy(others.begin(), others.end(), tree.roots.begin() + 1);
  }
  for (const Region *root : tree.roots) {
    if (!begun)
      printer.line_of(out, *root, 0);
    begun = false;
    for (const Region *child : root->children)
      printer.print(out, *child, 1);
  }
  return tree.damage;
}

} // namespace cts::view
