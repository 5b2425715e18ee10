#!/bin/sh
# Runs every fuzz target for a while: a minute each, or as said, such as 10s
# or 5000x (runs). A time can end in "context deadline exceeded", which is go
# test, not the target; a number of runs cannot.
set -eu
cd "$(dirname "$0")/.."

duration="${1:-60s}"
for file in $(git ls-files '*_test.go' | xargs grep -l '^func Fuzz'); do
	for target in $(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$file"); do
		echo "$(dirname "$file") $target"
		go test "./$(dirname "$file")" -run '^$' -fuzz "^$target\$" -fuzztime "$duration" -fuzzminimizetime 10x
	done
done
