#!/bin/sh
# Runs all tests. onnxruntime's native library is fetched first where a
# client for it is there; without it the tests that need it are skipped.
set -eu
cd "$(dirname "$0")/.."

sh scripts/fetch-onnxruntime.sh
go test -timeout 30m ./... "$@"
