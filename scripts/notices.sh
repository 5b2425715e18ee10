#!/bin/sh
# Prints the licences of all that is inside a binary of gmnc: Go's own library, the
# modules and the scripts of its pages.
#   sh scripts/notices.sh BINARY
set -eu
binary=$(realpath "$1")
cd "$(dirname "$0")/.."

# licences NAME FOLDER prints each licence and notice in a folder under a name.
licences() {
	found=$(find "$2" -maxdepth 1 -type f \( -iname 'licen[cs]e*' -o -iname 'copying*' -o -iname 'notice*' \) | sort)
	[ -n "$found" ] || { echo "notices: $1 has no licence in its folder" >&2; exit 1; }
	for file in $found; do
		printf '\n%s\n%s: %s\n\n' ---------------------------------------------------------------- "$1" "$(basename "$file")"
		tr -d '\r' <"$file"
	done
}

echo "gmnc is under the Apache License 2.0 (LICENSE). Its binary holds the works of others, under these licences."
licences "Go $(go env GOVERSION)" "$(go env GOROOT)"
licences "three.js" report/three
licences "uPlot" report/uplot
for module in $(go version -m "$binary" | awk '$1 == "dep" { print $2 "@" $3 }'); do
	licences "$module" "$(go mod download -json "$module" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')"
done
