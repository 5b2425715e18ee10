#!/bin/sh
# Runs the tests, but for what .ci/run asks for by name: Open MPI and MPICH, the kernels'
# generator, and all random systems and units. onnxruntime's native library is fetched
# first where a client for it is there; without it the tests that need it are skipped.
set -eu
cd "$(dirname "$0")/.."

sh scripts/fetch-onnxruntime.sh
# Tests make many small graphs: with the usual 100 a third of their time is the
# collector's.
export GOGC="${GOGC:-400}" GOMEMLIMIT="${GOMEMLIMIT:-2GiB}"
# go vet ./... is a command of its own.
go test -vet=off -timeout 30m ./... "$@"
