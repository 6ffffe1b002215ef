#!/bin/sh
# The substitution %cts-validate: judge.sh VALIDATOR PROFILE TRACE… Leaves the findings in
# TRACE.findings.json, where the test format reads them and applies the expectations; so it succeeds
# as soon as the traces could be judged, and later RUN lines show what else differs.
if [ $# -lt 3 ]; then
  echo "cts-validate: expected a trace" >&2
  exit 2
fi
validator=$1
profile=$2
shift 2
for trace; do
  timeout -k 5 120 "$validator" --profile "$profile" --json "$trace.findings.json" "$trace"
  status=$?
  case $status in
  0 | 1 | 3) ;; # 3: an incomplete record, as of a program that is meant to be killed
  *)
    echo "cts-validate: $trace could not be judged (status $status)" >&2
    [ -z "$OMPT_CTS_FAILED" ] || printf 'judge\t%s\t%s could not be judged (status %s)\n' \
      $status "${trace##*/}" $status >>"$OMPT_CTS_FAILED"
    exit $status
    ;;
  esac
done
