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

cat >"$work/robot.urdf" <<'END'
<robot name="two">
 <link name="world"/>
 <link name="upper"><inertial><origin xyz="0 0 -0.2"/><mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.015"/></inertial></link>
 <link name="lower"><inertial><origin xyz="0 0 -0.3"/><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0.001" iyy="0.02" iyz="0" izz="0.025"/></inertial></link>
 <joint name="shoulder" type="continuous"><parent link="world"/><child link="upper"/><axis xyz="0 1 0"/><dynamics damping="0.1"/></joint>
 <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 0 -0.4"/><axis xyz="1 1 0"/></joint>
</robot>
END

# made LEVEL COMMAND... leaves data and weights that the command makes in of-LEVEL/all, and
# the data of a robot that stands, and floats.
made() {
	folder=$work/of-$1
	shift
	mkdir "$folder"
	cd "$folder"
	for system in 3,2,1 "1 particle, 1 chain(4)"; do
		simulated "$*" --system "$system"
		GMNC_CPU=generic $* -q train data.npz -o run --epochs 2 --hidden 16 --force >log
		cat run/weights.safetensors >>all
	done
	simulated "$*" --robot "$work/robot.urdf" --motors 1 --frames 3
	simulated "$*" --robot "$work/robot.urdf" --floating --motors 1 --frames 3
	cd - >/dev/null
}

# simulated COMMAND OPTION... adds the data set data.npz to the file all.
simulated() {
	program=$1
	shift
	$program -q simulate "$@" --train 20 --valid 5 --test 5 --seed 3 -o data.npz --force >log
	cat data.npz >>all
}

GOAMD64=v1 go build -o "$work/v1" ./cmd/gmnc
GOAMD64=v3 go build -o "$work/v3" ./cmd/gmnc
made v1 "$work/v1"
made v3 "$work/v3"
cmp "$work/of-v1/all" "$work/of-v3/all" || { echo "GOAMD64=v3 gives other bits than v1" >&2; exit 1; }
if qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64); then
	GOARCH=arm64 go build -o "$work/arm64" ./cmd/gmnc
	made arm64 "$qemu" "$work/arm64"
	cmp "$work/of-v1/all" "$work/of-arm64/all" || { echo "arm64 gives other bits than amd64" >&2; exit 1; }
fi

packages="./sim/... ./system ./internal/articulated ./internal/periodic ./internal/rotation ./internal/tensions ./internal/vector ./ir ./run/... ./datasets/... ./train/... ./builder/... ./runtime/native/... ./export"
GOARCH=arm64 go build -gcflags=-S $packages 2>"$work/listing"
# Exact: twice a draw less 1. Not data: how fast the processor is.
contracted=$(grep -E '\bFN?M(ADD|SUB)[SD]\b' "$work/listing" | grep -vE 'builder/graph/networks.go|kernels/peak.go|internal/test/|gonum' |
	sed -E 's/.*\(([^)]*:[0-9]+)\).*/\1/' | sort -u)
[ -z "$contracted" ] || { echo "a product is contracted with a sum: convert it first, as float64(a*b) + c" >&2; echo "$contracted" >&2; exit 1; }
echo "the same bits at GOAMD64=v1 and v3${qemu:+ and on arm64}, and nothing is contracted"
