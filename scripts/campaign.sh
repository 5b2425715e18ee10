#!/bin/sh
# The campaign of docs/security.md: kills every command that writes at random
# moments, 50 times each or as often as said, and makes every step of every write
# fail once. It prints its counts.
set -eu
cd "$(dirname "$0")/.."

GMNC_CAMPAIGN="${1:-50}" go test ./cmd/commandline -count=1 -timeout 10h -v -run '^(TestKills|TestEveryFaultOfTheDisk)$' |
	grep -E -v '^=== '
