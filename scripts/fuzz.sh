#!/bin/sh
# Runs every fuzz target for a while: a minute each, or as said, such as 10s
# or 5000x (runs). A time can end in "context deadline exceeded", which is the
# testing package, not the target; a number of runs cannot.
set -eu
cd "$(dirname "$0")/.."

duration="${1:-60s}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cache=$(go env GOCACHE)/fuzz/$(go list -m)
for folder in $(git ls-files '*_test.go' | xargs grep -l '^func Fuzz' | xargs -n 1 dirname | sort -u); do
	go test -c -vet=off -fuzz=. -o "$work/targets" "./$folder"
	for target in $(cat "$folder"/*_test.go | sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p'); do
		echo "$folder $target"
		(cd "$folder" && "$work/targets" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$duration" \
			-test.fuzzminimizetime 10x -test.fuzzcachedir "$cache/$folder")
	done
done
