#!/bin/sh
# Changes one operator or comparison of a package at a time, runs the package's own
# tests on each such mutant, and lists the mutants that no test noticed (LIVED), that no
# test ran (NOT COVERED), and on which tests did not end (TIMED OUT).
#   sh scripts/mutants.sh ./predict/law ./run     these packages, whole, and their numbers
#   sh scripts/mutants.sh --since COMMIT          the lines that changed since a commit,
#                                                 for at most three minutes
#   sh scripts/mutants.sh --sample                packages that the commit draws, as long,
#                                                 and each for at most a minute
# The tool, gremlins, changes neither numbers nor statements: scripts/numbers does, for
# packages that are examined whole.
set -eu
cd "$(dirname "$0")/.."
export GOFLAGS="${GOFLAGS:--trimpath} -vet=off -short"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Sessions of the command line and of the runtimes take minutes for each mutant.
slow='^(cmd|examples|kernels|onnx/onnxpb|runtime|internal/test)(/|$)'
seconds=180
each=86400
whole= # whether packages are examined whole, with their numbers
percent=75 # some mutants compute what the line that they change computes
case "${1:-}" in
--since)
	since=$(git rev-parse --verify "$2^{commit}")
	folders=$(git diff --name-only --diff-filter=d --merge-base "$since" -- '*.go' | grep -v '_test\.go$' | xargs -r -n 1 dirname | sort -u | grep -vE "$slow" || true)
	;;
--sample)
	yes "$(git rev-parse HEAD)" | head -c 1000000 >"$work/source"
	folders=$(git ls-files '*_test.go' | xargs -n 1 dirname | sort -u | grep -E '^(internal|predict|run|datasets|train|sysid|sim)/' | grep -vE "$slow" |
		shuf --random-source="$work/source")
	percent=60 # of any packages, the weakest among them
	each=60    # the first of them may have slow tests
	;;
*)
	folders=$* whole=yes
	seconds=86400
	;;
esac

# gremlins knows a changed file by its name in the package's folder, and takes the lines
# around a change for changed.
export GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=diff.relative GIT_CONFIG_VALUE_0=true GIT_CONFIG_KEY_1=diff.context GIT_CONFIG_VALUE_1=0
end=$(($(date +%s) + seconds))
for folder in $folders; do
	left=$((end - $(date +%s)))
	if [ "$left" -lt 20 ]; then
		echo "no time was left for $folder"
		continue
	fi
	echo "$folder"
	[ "$left" -le "$each" ] || left=$each
	# A mutant has 60 times as long as the tests took, which may have come from the cache.
	(cd "$folder" && timeout --signal INT "$left" go run github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0 unleash \
		--workers 2 --timeout-coefficient 60 --exclude-files / --output-statuses lct ${since:+--diff "$since"} \
		--output "$work/$(echo "$folder" | tr ./ __).json" "$PWD") || echo "$folder did not end in time, or its tests fail"
done
[ -z "$whole" ] || go run ./scripts/numbers $folders || echo "see the changes of numbers and statements above"
count() { cat "$work"/*.json 2>/dev/null | grep -o "\"status\":\"$1\"" | wc -l; }
killed=$(($(count KILLED) + $(count 'TIMED OUT')))
all=$((killed + $(count LIVED) + $(count 'NOT COVERED')))
echo "of $all mutants the tests beside them noticed $killed"
[ "$all" -gt 0 ] || [ "${1:-}" != --sample ] || { echo "no package was examined to its end in $seconds s" >&2; exit 1; }
[ $((killed * 100)) -ge $((all * percent)) ] || { echo "less than $percent %: write the tests that notice the others" >&2; exit 1; }
