#!/usr/bin/env bash
# The step that the GitHub action and the GitLab template share: judges a runtime and compares it with
# the report of the base branch.
#
#   gate.sh OUT BASE [argument of `ompt-cts run`…]
#
# OUT gets report.json, report.html, junit.xml, report.sarif, summary.md, comment.md and comparison.json; on
# GitHub comment.md and summary.md are shown as the job's summary as well. BASE is the base branch's
# report.json; where BASE is an empty word, what is new is measured against the known deviations
# alone, and comment.md says so. Exit status: 0 nothing regressed, 1 something did, 2 there is no verdict.
# OMPT_CTS: the command, when it is not the checkout's or the one on PATH.
set -uo pipefail
out=$1 base=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
command=${OMPT_CTS:-$here/../../ompt-cts}
[[ -x $command ]] || command=ompt-cts
mkdir -p "$out" || exit 2
kept=$(mktemp -d) || exit 2 # BASE may be a pipe, or lie in OUT
trap 'rm -rf "$kept"' EXIT
before=$kept/base.json
most=$((64 << 20)) # bytes of a report that `compare` reads: a BASE without an end fills no disk
if [[ -n $base ]]; then
  head -c $((most + 1)) -- "$base" >"$before" || { echo "gate.sh: an empty BASE says that there is none" >&2; exit 2; }
  [[ $(wc -c <"$before") -le $most ]] || { echo "gate.sh: BASE is too large" >&2; exit 2; }
fi
# A run that is killed writes nothing: what an earlier job left must not stand in for it.
rm -f "$out"/{report,again,comparison}.json "$out"/{report.html,junit.xml,report.sarif,summary.md,comment.md} || exit 2
"$command" run "$@" --json "$out/report.json" --html "$out/report.html" --junit "$out/junit.xml" \
  --sarif "$out/report.sarif" --summary "$out/summary.md"
status=$?
[[ $status == [01] ]] || status=2
[[ -f $out/report.json ]] || { echo "no report was written" >"$out/comment.md"; exit 2; }
compare() { "$command" compare "$before" "$out/report.json" --markdown "$out/comment.md" --json "$out/comparison.json" \
  --sarif "$out/report.sarif" "$@"; }
if [[ -n $base ]]; then
  compare
  compared=$?
  # Tests that may move from run to run are run once more: what does not show again is no regression.
  moving=$(sed -n 's/^ "again": "\(.*\)"$/\1/p' "$out/comparison.json" 2>/dev/null)
  if [[ $compared == 1 && -n $moving ]]; then
    "$command" run "$@" --filter "$moving" --json "$out/again.json" >/dev/null
    [[ $? == [012] && -f $out/again.json ]] && { compare --again "$out/again.json"; compared=$?; }
  fi
  [[ $status == 2 ]] || status=$compared
else
  "$command" compare "$out/report.json" "$out/report.json" --markdown "$out/comment.md" >/dev/null
  echo "There is no report of the base branch: what is new is measured against the known deviations." >>"$out/comment.md"
fi
[[ -z ${GITHUB_STEP_SUMMARY-} ]] || cat "$out/comment.md" "$out/summary.md" >>"$GITHUB_STEP_SUMMARY"
exit "$status"
