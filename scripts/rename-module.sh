#!/bin/sh
# Gives the Go module another path, such as the address at which it is
# published: gmnc becomes example.org/you/gmnc in go.mod, in every import and in
# the tests that know it. The command keeps its name.
#
#   sh scripts/rename-module.sh example.org/you/gmnc
set -eu
cd "$(dirname "$0")/.."
[ $# -eq 1 ] || { echo "usage: sh scripts/rename-module.sh PATH" >&2; exit 2; }
case "$1" in
*[!a-zA-Z0-9./_~-]* | /* | */ | *.) echo "$1 is no path of a Go module" >&2; exit 2 ;;
esac
old=$(sed -n 's/^module //p' go.mod)

find . -name '*.go' -not -path './.git/*' -exec sed -i.renamed \
	-e "s#\"$old/#\"$1/#g" -e "s# $old/\\([a-z/]*\"\\)# $1/\\1#g" {} +
find . -name go.mod -not -path './.git/*' -exec sed -i.renamed \
	-e "s#^module $old\\(/.*\\)\\{0,1\\}\$#module $1\\1#" \
	-e "s#^\\(require \\|replace \\|	\\)$old #\\1$1 #" {} +
find . -name '*.renamed' -not -path './.git/*' -exec rm {} +
gofmt -w $(find . -name '*.go' -not -path './.git/*') # imports are sorted by path
echo "the module is $1 now; next: go build ./... && go vet ./..."
