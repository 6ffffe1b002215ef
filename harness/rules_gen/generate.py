# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns rules/*.toml into the C++ rule table and the documentation page."""

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import runner_path  # noqa: F401
from ompt_cts.catalogue.entries import (
    CALLBACK_CODE,
    KINDS,
    LEVELS,
    OBSERVERS,
    PROFILES,
    Catalogue,
    Chapter,
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


def md_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def md_by_version(values: Mapping[str, str]) -> str:
    """'5.0–5.2 mandatory; 6.0 optional': versions that agree stand together."""
    runs: list[tuple[str, list[str]]] = []
    for version in (v for v in PROFILES if v in values):
        if runs and runs[-1][0] == values[version]:
            runs[-1][1].append(version)
        else:
            runs.append((values[version], [version]))
    if len(runs) == 1 and len(runs[0][1]) == len(PROFILES):
        return runs[0][0]
    spans = ((v[0] if len(v) == 1 else f"{v[0]}–{v[-1]}", value) for value, v in runs)
    return "; ".join(f"{span} {value}" for span, value in spans)


def md_clauses(clause: Mapping[str, str]) -> str:
    return " \\| ".join(clause.get(version, "–") for version in PROFILES)


def _md_rule(rule: Rule) -> str:
    cells = (
        f"`{rule.id}`",
        md_cell(rule.statement),
        md_by_version(rule.levels),
        md_clauses(rule.clauses),
        ", ".join(rule.observed_by)
        + "".join(f"<br>needs {', '.join(rule.needs)}" for _ in rule.needs[:1]),
        "<br>".join(map(md_cell, rule.tolerances)),
    )
    return "| " + " | ".join(cells) + " |"


MADE = "<!-- Generated from rules/*.toml by harness/rules_gen/generate.py. Edit those files. -->"


def chapter_page(catalogue: Catalogue, chapter: Chapter) -> str:
    rules = [rule for rule in catalogue.rules if rule.chapter == chapter.stem]
    tolerances = [entry for entry in catalogue.tolerances if entry.chapter == chapter.stem]
    lines = [MADE, f"# {chapter.title}", "", "[All chapters](README.md)", ""]
    machines = ", ".join(f"`{name}.cpp`" for name in chapter.machines) or "what programs note"
    suites = ", ".join(f"`{name}`" for name in (f"…/{chapter.stem}", *chapter.suites))
    lines += [
        f"In `harness/validator/machines/`: judged by {machines}, cases in `{chapter.stem}.cases`.",
        f"Programs: in `suites/`, {suites}.",
        "",
    ]
    if rules:
        lines += [
            "| rule | statement | level | clause | observed by | must not be flagged |",
            "|---|---|---|---|---|---|",
            *map(_md_rule, rules),
            "",
        ]
    for entry in tolerances:
        lines.append(
            f"- tolerance `{entry.id}` ({md_clauses(entry.clauses)}): {md_cell(entry.statement)}"
        )
    if tolerances:
        lines.append("")
    lines += [
        f"- `{rule.id}` cannot be checked: {md_cell(rule.unchecked)}"
        for rule in rules
        if rule.unchecked
    ]
    return "\n".join(lines).rstrip() + "\n"


def index_page(catalogue: Catalogue) -> str:
    lines = [
        MADE,
        "# Rules",
        "",
        f"{len(catalogue.rules)} rules and {len(catalogue.tolerances)} tolerances.",
        f"Clauses are section numbers of OpenMP {', '.join(PROFILES)}, in this order; – means that the",
        "version has no such rule. A rule about a callback binds only while that callback is registered",
        "and the registration answer permits it. docs/readings.md says how we read unclear clauses.",
        "",
        "| chapter | rules |",
        "|---|---|",
    ]
    for chapter in catalogue.chapters:
        number = sum(rule.chapter == chapter.stem for rule in catalogue.rules)
        lines.append(f"| [{chapter.title}]({chapter.stem}.md) | {number} |")
    return "\n".join(lines) + "\n"


def pages(catalogue: Catalogue) -> dict[str, str]:
    """File name -> text: one page for each chapter, and one that lists them."""
    made = {f"{c.stem}.md": chapter_page(catalogue, c) for c in catalogue.chapters}
    return made | {"README.md": index_page(catalogue)}


def write_if_changed(path: Path, text: str) -> None:
    """Leaves an equal file alone, so that nothing is rebuilt for it."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", type=Path, required=True, help="the directory rules/")
    parser.add_argument("--out-cpp", type=Path, nargs=2, metavar=("FILE.h", "FILE.cpp"))
    parser.add_argument("--out-md", type=Path, metavar="FOLDER")
    options = parser.parse_args(arguments)

    catalogue, problems = read(options.rules)
    if problems:
        print("\n".join(problems), file=sys.stderr)
        return 1
    if options.out_cpp:
        header, source = options.out_cpp
        write_if_changed(header, cpp_header(catalogue))
        write_if_changed(source, cpp_source(catalogue, f"rules/{header.name}"))
    if options.out_md:
        made = pages(catalogue)
        for name, text in made.items():
            write_if_changed(options.out_md / name, text)
        for path in options.out_md.glob("*.md"):
            if path.name not in made:
                path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
