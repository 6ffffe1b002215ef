# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns rules/*.toml into the C++ rule table."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

import runner_path  # noqa: F401
from ompt_cts.catalogue.entries import (
    CALLBACK_CODE,
    KINDS,
    LEVELS,
    OBSERVERS,
    PROFILES,
    Catalogue,
    Rule,
)
from ompt_cts.catalogue.reader import read

HEADER = """\
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from rules/*.toml by harness/rules_gen/generate.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cts {{

enum class Rule : std::uint16_t {{
{rules}
}};

inline constexpr std::size_t rule_count = {count};

enum class Level : std::uint8_t {{ none, {levels} }};

enum class Kind : std::uint8_t {{ {kinds} }};

// What it takes to see the rule kept or broken; bits of RuleInfo::observed_by.
namespace observed {{
{observers}
}}

// The profiles, in the order of RuleInfo::level and RuleInfo::clause.
inline constexpr std::string_view rule_profiles[{profiles}] = {{{profile_names}}};

struct RuleInfo {{
  std::string_view id;
  std::string_view statement;
  Level level[{profiles}];             // by profile; Level::none where the version has no such rule
  std::string_view clause[{profiles}]; // by profile; empty where the version has no such rule
  // Codes, as bits, of the callbacks that can break it: it binds as far as the answer to the
  // registration of one of them promises. 0: whatever was registered.
  std::uint64_t events;
  Kind kind;
  std::uint8_t observed_by;  // bits of namespace observed
  // Codes, as bits, of callbacks that must be promised beside its own event before anything can be
  // called wrong: a tool may register few, and a runtime need not promise all of them.
  std::uint64_t needs;
  std::span<const std::string_view> tolerances;
  std::string_view chapter;   // stem of the file in rules/
  std::string_view unchecked; // why it cannot be checked; empty if it can
}};

const RuleInfo &info(Rule rule);
std::optional<Rule> find_rule(std::string_view id);
std::string_view name(Level level);
std::string_view name(Kind kind);

}} // namespace cts
"""

SOURCE = """\
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from rules/*.toml by harness/rules_gen/generate.py.
#include "{header}"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cts {{
namespace {{

using sv = std::string_view;

{tolerances}

constexpr RuleInfo table[rule_count] = {{
{table}
}};

// Sorted by id, for find_rule.
constexpr std::pair<sv, Rule> by_id[rule_count] = {{
{by_id}
}};

}} // namespace

const RuleInfo &info(Rule rule) {{ return table[static_cast<std::size_t>(rule)]; }}

std::optional<Rule> find_rule(std::string_view id) {{
  const auto *found = std::lower_bound(std::begin(by_id), std::end(by_id), id,
                                       [](const auto &entry, sv key) {{ return entry.first < key; }});
  if (found == std::end(by_id) || found->first != id) {{
    return std::nullopt;
  }}
  return found->second;
}}

std::string_view name(Level level) {{
  constexpr sv names[] = {{"none", {level_names}}};
  return names[static_cast<std::size_t>(level)];
}}

std::string_view name(Kind kind) {{
  constexpr sv names[] = {{{kind_names}}};
  return names[static_cast<std::size_t>(kind)];
}}

}} // namespace cts
"""


def cpp_name(text: str) -> str:
    return text.replace("-", "_")


def cpp_string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def cpp_strings(texts: Iterable[str]) -> str:
    return ", ".join(map(cpp_string, texts))


def cpp_header(catalogue: Catalogue) -> str:
    return HEADER.format(
        rules="\n".join(f"  {rule.enumerator}," for rule in catalogue.rules),
        count=len(catalogue.rules),
        levels=", ".join(map(cpp_name, LEVELS)),
        kinds=", ".join(map(cpp_name, KINDS)),
        observers="\n".join(
            f"inline constexpr std::uint8_t {name} = 1U << {bit};"
            for bit, name in enumerate(OBSERVERS)
        ),
        profiles=len(PROFILES),
        profile_names=cpp_strings(PROFILES),
    )


def _table_row(rule: Rule) -> str:
    levels = ", ".join(f"Level::{cpp_name(rule.levels.get(v, 'none'))}" for v in PROFILES)
    clauses = cpp_strings(rule.clauses.get(v, "") for v in PROFILES)
    bits = sum(1 << OBSERVERS.index(observer) for observer in rule.observed_by)
    events = sum(1 << CALLBACK_CODE[name] for name in rule.events)
    needs = sum(1 << CALLBACK_CODE[name] for name in rule.needs)
    tolerances = f"tolerances_of_{rule.enumerator}" if rule.tolerances else "{}"
    return (
        f"    {{{cpp_string(rule.id)},\n"
        f"     {cpp_string(rule.statement)},\n"
        f"     {{{levels}}},\n"
        f"     {{{clauses}}},\n"
        f"     {events:#x}, Kind::{cpp_name(rule.kind)}, {bits}, {needs:#x},"
        f" {tolerances}, {cpp_string(rule.chapter)}, {cpp_string(rule.unchecked)}}},"
    )


def cpp_source(catalogue: Catalogue, header_name: str) -> str:
    return SOURCE.format(
        header=header_name,
        tolerances="\n".join(
            f"constexpr sv tolerances_of_{rule.enumerator}[] = {{\n"
            + "\n".join(f"    {cpp_string(text)}," for text in rule.tolerances)
            + "\n};"
            for rule in catalogue.rules
            if rule.tolerances
        ),
        table="\n".join(map(_table_row, catalogue.rules)),
        by_id="\n".join(
            f"    {{{cpp_string(rule.id)}, Rule::{rule.enumerator}}},"
            # Byte order: what operator< of string_view sees.
            for rule in sorted(catalogue.rules, key=lambda rule: rule.id.encode())
        ),
        level_names=cpp_strings(LEVELS),
        kind_names=cpp_strings(KINDS),
    )


def write_if_changed(path: Path, text: str) -> None:
    """Leaves an equal file alone, so that nothing is rebuilt for it."""
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
    return 0


if __name__ == "__main__":
    sys.exit(main())
