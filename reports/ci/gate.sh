#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The step that the GitHub action and the GitLab template share: judges a runtime and compares it with
# the report of the base branch.
#
#   gate.sh OUT BASE [argument of `ompt-cts run`…]
#
# OUT gets report.json, report.html, junit.xml, report.sarif, summary.md and comment.md; on GitHub the last
# two are shown as the job's summary as well. BASE is the base branch's
# report.json; where there is none, what is new is measured against the known deviations alone. Exit
# status: 0 nothing regressed, 1 something did, 2 there is no verdict.
# OMPT_CTS: the command, when it is not the checkout's or the one on PATH.
set -uo pipefail
out=$1 base=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
command=${OMPT_CTS:-$here/../../ompt-cts}
[[ -x $command ]] || command=ompt-cts
mkdir -p "$out" || exit 2
"$command" run "$@" --json "$out/report.json" --html "$out/report.html" --junit "$out/junit.xml" \
  --sarif "$out/report.sarif" --summary "$out/summary.md"
status=$?
[[ -f $out/report.json ]] || { echo "no report was written" >"$out/comment.md"; exit 2; }
if [[ -f $base ]]; then
  "$command" compare "$base" "$out/report.json" --markdown "$out/comment.md"
  compared=$?
  [[ $status == 2 ]] || status=$compared
else
  "$command" compare "$out/report.json" "$out/report.json" --markdown "$out/comment.md" >/dev/null
fi
[[ -z ${GITHUB_STEP_SUMMARY-} ]] || cat "$out/comment.md" "$out/summary.md" >>"$GITHUB_STEP_SUMMARY"
exit "$status"
