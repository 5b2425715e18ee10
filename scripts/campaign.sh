#!/bin/sh
# The campaign of docs/security.md: kills every command that writes at random
# moments, 50 times each or as often as said, and makes every step of every write
# fail once. It prints its counts. `campaign.sh soak 1m` asks a service (examples/go)
# for predictions for so long, by eight clients, and holds every answer to the first.
set -eu
cd "$(dirname "$0")/.."

if [ "${1:-}" = soak ]; then
	GMNC_SOAK="${2:-1m}" go test ./examples/go -count=1 -timeout 10h -v -run '^TestSoak$'
	exit
fi
GMNC_CAMPAIGN="${1:-50}" go test ./cmd/commandline -count=1 -timeout 10h -v -run '^(TestKills|TestEveryFaultOfTheDisk)$' |
	grep -E -v '^=== '
