#!/bin/sh
# The campaign of docs/security.md, a class of attack after the other, as a table of how
# many were tried and how many failed; it ends at the first failure.
#
#   scripts/campaign.sh             a few of each, for .ci/run
#   scripts/campaign.sh long        many of each, of disk a thousand steps of each kind if
#                                   there are so many, and the service for ten minutes
#   scripts/campaign.sh CLASS N     one class; of disk the first N steps of each kind, 2 by
#                                   default; of kills, files and writers N times as many, 1
#                                   by default; of service for the time N, 1m by default
#
# Classes: disk (steps of every write fail, one in each call), kills (of every command that
# writes), files (changed at random), writers (two of one name), links, memory, inputs
# (wrong ones in a file), ends (that a person causes: full disks, closed pipes, wrong places,
# limits, numbers), runs (that were changed, or are another system's), texts (JSON, laws,
# URDF and logs with null, words, wrong types and brackets without end, and boxes that are
# none), service (under load, by slow, gone and wrong clients).
set -eu
cd "$(dirname "$0")/.."
short=
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# class NAME TESTS PACKAGES N
class() {
	if ! GMNC_CAMPAIGN="$4" GMNC_SOAK="${GMNC_SOAK:-}" go test -vet=off $3 $short -count=1 -timeout 10h -v -run "^($2)\$" >"$log" 2>&1; then
		cat "$log"
		echo "campaign: $1 failed" >&2
		exit 1
	fi
	if ! grep -q '^ *--- PASS' "$log"; then
		echo "campaign: $1 has no tests" >&2
		exit 1
	fi
	if grep -q 'campaign: ' "$log"; then
		sed -n 's/.*campaign: \(.*\)/| \1 |/p' "$log"
	else
		echo "| $1: tests | $(grep -c '^ *--- PASS' "$log") | 0 |"
	fi
}

run() {
	case $1 in
	disk) class disk 'TestFaultsOfTheDisk|TestForceLosesNothing' ./cmd/commandline "${2:-2}" ;;
	kills) class kills TestKills ./cmd/commandline "$2" ;;
	files) class files TestHostileFiles ./cmd/commandline "$2" ;;
	writers) class writers 'TestTwoWriters|TestAReservedNameIsTakenOnce|TestForceInterruptedEarly' "./cmd/commandline ./internal/atomicfile" "$2" ;;
	links) class links 'TestLinks.*|TestPipesAndDevices' "./run ./internal/atomicfile ./cmd/commandline" "$2" ;;
	memory) class memory 'TestEdgesBeyondMemory|TestTrainingThatDoesNotFit|TestForgedTopology|TestTimeout' "./cmd/commandline ./deploy" "$2" ;;
	ends) class ends 'TestExits.*' ./cmd/commandline "$2" ;;
	inputs) class inputs 'TestRefusals.*|TestWrong.*' "./predict/verify ./deploy" "$2" ;;
	runs) class runs 'TestSeal|TestRunsWithoutSeal|TestRunsThatCannotBeSealed|TestEpochsOfAnotherRun|TestLearnedOn.*|TestConstantsOfAnotherSystem' ./run "$2" ;;
	texts) class texts 'TestNull.*|TestTypes|TestEveryKeyCounts|TestDeep|TestQuaternions|TestNumbersOfRobots|TestShapesRefused|TestLawsRefused|TestBoxesThatAreNone|TestWordsAmongNumbers' "./internal/strictjson ./datasets/urdf ./sysid/jointlog ./predict/law ./system" "$2" ;;
	service) GMNC_SOAK=$2 class service 'TestSoak|TestSlowClients|TestGoneClients|TestRefusals' ./examples/go "" ;;
	*)
		echo "there is no class $1: disk, kills, files, writers, links, memory, inputs, ends, runs, texts, service" >&2
		exit 2
		;;
	esac
}

all="disk kills files writers links memory inputs ends runs texts service"
echo "| attack | tried | failed |"
echo "|---|---:|---:|"
case ${1:-short} in
short) short=-short; for name in $all; do run "$name" ""; done ;;
long) for name in $all; do
	case $name in
	disk) run disk 1000 ;;
	service) run service 10m ;;
	*) run "$name" 25 ;;
	esac
done ;;
disk) run disk "${2:-}" ;;
service) run service "${2:-1m}" ;;
*) run "$1" "${2:-1}" ;;
esac
