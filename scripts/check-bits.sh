#!/bin/sh
# Shows that a seed gives the same bits at every level of the compiler: data and
# weights from programs built with GOAMD64=v1 and v3, and no product that is
# contracted with a sum in what decides them, by the compiler's listing for arm64,
# which contracts wherever it may. Binaries for arm64 run where qemu is there.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CGO_ENABLED=0

# made prints the digest of data and weights that a program makes.
made() {
	program=$1 folder=$2
	mkdir "$folder"
	(
		cd "$folder"
		for system in 3,2,1 "1 particle, 1 chain(4)"; do
			GMNC_CPU=generic $program -q simulate --system "$system" --train 20 --valid 5 --test 5 --seed 3 -o data.npz --force
			GMNC_CPU=generic $program -q train data.npz -o run --epochs 2 --hidden 16 --force
			cat data.npz run/weights.safetensors
		done
	) 2>&1 | sha256sum
}

GOAMD64=v1 go build -o "$work/v1" ./cmd/gmnc
GOAMD64=v3 go build -o "$work/v3" ./cmd/gmnc
expected=$(made "$work/v1" "$work/of-v1")
[ "$(made "$work/v3" "$work/of-v3")" = "$expected" ] || { echo "GOAMD64=v3 gives other bits than v1" >&2; exit 1; }
if qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64); then
	GOARCH=arm64 go build -o "$work/arm64" ./cmd/gmnc
	[ "$(made "$qemu $work/arm64" "$work/of-arm64")" = "$expected" ] || { echo "arm64 gives other bits than amd64" >&2; exit 1; }
fi

packages="./sim ./system ./internal/rotation ./internal/tensions ./ir ./run/... ./datasets/... ./train/... ./builder/... ./runtime/native/..."
GOARCH=arm64 go build -gcflags=-S $packages 2>"$work/listing"
# Exact: twice a draw less 1. Not data: how fast the processor is.
contracted=$(grep -E '\bFN?M(ADD|SUB)[SD]\b' "$work/listing" | grep -vE 'builder/networks.go|kernels/peak.go|internal/test/|gonum' |
	sed -E 's/.*\(([^)]*:[0-9]+)\).*/\1/' | sort -u)
[ -z "$contracted" ] || { echo "a product is contracted with a sum: convert it first, as float64(a*b) + c" >&2; echo "$contracted" >&2; exit 1; }
echo "the same bits at GOAMD64=v1 and v3${qemu:+ and on arm64}, and nothing is contracted"
