#!/bin/sh
# The substitution %FileCheck: compare.sh FILECHECK SOURCE [option…]. Leaves how it ended as the
# step's result (failures.py). No option of the environment lets FileCheck accept every view.
unset FILECHECK_OPTS
"$@"
status=$?
if [ $status -ne 0 ] && [ -n "$OMPT_CTS_FAILED" ]; then
  printf 'view\t%s\tthe view of the trace could not be compared\n' $status >>"$OMPT_CTS_FAILED"
fi
exit $status
