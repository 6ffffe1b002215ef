#!/bin/sh
#SBATCH --job-name=ompt-cts
#SBATCH --array=1-4
# A run in parts, as a job array of Slurm's (docs/clusters.md):
#
#   sbatch --array=1-4 slurm-array.sh 4 SHARDS [command and options]
#
# Four tasks, each of which leaves its part in the folder SHARDS, which all nodes must see. The command is
# `run`, `check FOLDER` or `selftest --faults`; `run` where none is named. A task that was lost: the same words with its number
# alone, as in --array=3. Then: ompt-cts report SHARDS
# OMPT_CTS is the command, best of a wheel or prefix (ompt-cts on PATH). Everything else that a task makes is in a
# folder of its own on its node, so that tasks share nothing but SHARDS.
set -u
count=$1 shards=$2
shift 2
case ${1-} in run | corpus | selftest) ;; *) set -- run "$@" ;; esac
command=$1
shift
folder=$(mktemp -d "${TMPDIR:-/tmp}/ompt-cts-XXXXXX") || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 143' TERM
export OMPT_CTS_BUILD_DIR="$folder"
"${OMPT_CTS:-ompt-cts}" "$command" --shard "$SLURM_ARRAY_TASK_ID/$count" --shards "$shards" "$@"
