"""Turns rules/ into the C++ rule table."""

import argparse
import sys
from pathlib import Path

import runner_path  # noqa: F401
from ompt_cts.catalogue.entries import (
    CALLBACK_CODE,
    ENUMERATIONS,
    KINDS,
    LEVELS,
    PROFILES,
    Breach,
    Catalogue,
    Chapter,
    Rule,
)
from ompt_cts.catalogue.reader import read

HEADER = """\
// Generated from rules/ by harness/rules_gen/generate.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cts {{

// The rules of a chapter are constants in namespace rule, in the chapter's header: whoever includes
// rules/cancel.h is compiled again where a rule of that chapter comes or goes, and nobody else.
enum class Rule : std::uint16_t {{}};

// Every chapter has room for {slots} rules: numbers below this, some of which no rule has.
inline constexpr std::size_t rule_slots = {chapters} * {slots};

enum class Level : std::uint8_t {{ none, {levels} }};

enum class Kind : std::uint8_t {{ {kinds} }};

struct RuleInfo {{
  std::string_view id;
  Level level[{profiles}]; // by profile, in their order; Level::none where the version has no such rule
  // Codes, as bits, of the callbacks that can break it: it binds as far as the answer to the
  // registration of one of them promises. 0: whatever was registered.
  std::uint64_t events;
  Kind kind;
  // Codes, as bits, of callbacks that must be promised beside its own event before anything can be
  // called wrong: a tool may register few, and a runtime need not promise all of them.
  std::uint64_t needs;
}};

const RuleInfo &info(Rule rule);
std::span<const Rule> every_rule();
std::optional<Rule> find_rule(std::string_view id);

}} // namespace cts
"""

SOURCE = """\
// Generated from rules/ by harness/rules_gen/generate.py.
#include "{header}"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cts {{
namespace {{

using sv = std::string_view;

constexpr RuleInfo table[] = {{
{table}
}};

constexpr Rule numbers[] = {{
{numbers}
}};

// The first rule of each chapter in the table.
constexpr std::size_t first[] = {{{first}}};

// Sorted by id, for find_rule.
constexpr std::pair<sv, Rule> by_id[] = {{
{by_id}
}};

}} // namespace

const RuleInfo &info(Rule rule) {{
  const auto number = static_cast<std::size_t>(rule);
  return table[first[number / {slots}] + number % {slots}];
}}
std::span<const Rule> every_rule() {{ return numbers; }}

std::optional<Rule> find_rule(std::string_view id) {{
  const auto *found = std::lower_bound(std::begin(by_id), std::end(by_id), id,
                                       [](const auto &entry, sv key) {{ return entry.first < key; }});
  if (found == std::end(by_id) || found->first != id) {{
    return std::nullopt;
  }}
  return found->second;
}}

}} // namespace cts
"""


CHAPTER = """\
// Generated from the chapter {stem} of rules/ by harness/rules_gen/generate.py.
#pragma once

#include "validator/message.h"

namespace cts::rule {{
{rules}
}} // namespace cts::rule
{breaches}"""

SLOTS = 64  # room for rules in a chapter, so that its numbers do not change those of other chapters


def cpp_name(text: str) -> str:
    return text.replace("-", "_")


def cpp_string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _numbered(catalogue: Catalogue) -> dict[str, tuple[Rule, int]]:
    """The rules with their numbers, by id."""
    found = {}
    for place, chapter in enumerate(catalogue.chapters):
        own = [rule for rule in catalogue.rules if rule.chapter == chapter.stem]
        found |= {rule.id: (rule, place * SLOTS + n) for n, rule in enumerate(own)}
    return found


def _cpp_type(kind: str) -> str:
    if kind in ENUMERATIONS:
        form = "flags" if ENUMERATIONS[kind] else "enumerator"
        return f"fact::{form}<ompt_abi::enum_kind::{kind}>"
    return f"fact::{kind}_fact"


def _breach(space: str, rule: str, breach: Breach) -> str:
    """A type with a member for each fact."""
    name = cpp_name(breach.id)
    members = [f"  {_cpp_type(kind)} {fact};" for fact, kind in breach.facts]
    if rule:
        members.append(f"  static constexpr Rule rule = rule::{rule};")
    facts = "".join(f', {{"{fact}", {fact}}}' for fact, _ in breach.facts)
    says = cpp_string(breach.template)
    members.append(f"  CTS_BREACH({name}, {cpp_string(breach.id)}, {says}{facts})")
    return "\n".join(
        (f"namespace cts::breach::{space} {{", f"struct {name} {{", *members, "};", "}", "")
    )


def chapter_header(catalogue: Catalogue, chapter: Chapter) -> str:
    """The rules of a chapter, and their breaches."""
    numbered = [(r, n) for r, n in _numbered(catalogue).values() if r.chapter == chapter.stem]
    shared = [_breach("shared", "", breach) for breach in chapter.breaches]
    own = [_breach(r.enumerator, r.enumerator, b) for r, _ in numbered for b in r.breaches]
    return CHAPTER.format(
        stem=chapter.stem,
        rules="\n".join(f"inline constexpr Rule {r.enumerator}{{{n}}};" for r, n in numbered),
        breaches="\n".join(("", *shared, *own)),
    )


def cpp_header(catalogue: Catalogue) -> str:
    return HEADER.format(
        chapters=len(catalogue.chapters),
        slots=SLOTS,
        levels=", ".join(map(cpp_name, LEVELS)),
        kinds=", ".join(map(cpp_name, KINDS)),
        profiles=len(PROFILES),
    )


def _table_row(rule: Rule) -> str:
    levels = ", ".join(f"Level::{cpp_name(rule.levels.get(v, 'none'))}" for v in PROFILES)
    events = sum(1 << CALLBACK_CODE[name] for name in rule.events)
    needs = sum(1 << CALLBACK_CODE[name] for name in rule.needs)
    kind = cpp_name(rule.kind)
    return f"    {{{cpp_string(rule.id)}, {{{levels}}}, {events:#x}, Kind::{kind}, {needs:#x}}},"


def cpp_source(catalogue: Catalogue, header_name: str) -> str:
    numbered = _numbered(catalogue)
    chapters = [rule.chapter for rule in catalogue.rules]
    return SOURCE.format(
        slots=SLOTS,
        numbers="\n".join(f"    Rule{{{number}}}," for _, number in numbered.values()),
        first=", ".join(
            str(chapters.index(c.stem) if c.stem in chapters else 0) for c in catalogue.chapters
        ),
        header=header_name,
        table="\n".join(map(_table_row, catalogue.rules)),
        by_id="\n".join(
            f"    {{{cpp_string(rule.id)}, Rule{{{numbered[rule.id][1]}}}}},"
            # Byte order, as for operator< of string_view.
            for rule in sorted(catalogue.rules, key=lambda rule: rule.id.encode())
        ),
    )


def write_if_changed(path: Path, text: str) -> None:
    """Leaves an equal file alone, so that it causes no rebuild."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", type=Path, required=True, help="the directory rules/")
    parser.add_argument("--out-cpp", type=Path, nargs=2, metavar=("FILE.h", "FILE.cpp"))
    options = parser.parse_args(arguments)

    catalogue, problems = read(options.rules)
    if problems:
        print("\n".join(problems), file=sys.stderr)
        return 1
    if options.out_cpp:
        header, source = options.out_cpp
        write_if_changed(header, cpp_header(catalogue))
        write_if_changed(source, cpp_source(catalogue, f"rules/{header.name}"))
        for chapter in catalogue.chapters:
            text = chapter_header(catalogue, chapter)
            write_if_changed(header.with_name(f"{chapter.stem}.h"), text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
