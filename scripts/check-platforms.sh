#!/bin/sh
# Starts the binaries of a release that this machine cannot run by itself:
# Windows's under Wine 10 or newer ($WINE, or wine64 or wine on the path), Linux's
# for arm64 under qemu. Each simulates, trains for two epochs on this machine's
# data, exports, verifies and predicts, and its errors equal this machine's
# binary's to 1e-5. A platform that nothing here starts is skipped by name.
#
#   sh scripts/check-platforms.sh [SYSTEM/MACHINE...]   # all six by default
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CGO_ENABLED=0 WINEDEBUG="${WINEDEBUG:--all}"
host="$(go env GOOS)/$(go env GOARCH)"

# runner prints the program that starts a platform's binaries here.
runner() {
	case "$1" in
	"$host") echo env ;;
	linux/arm64) command -v qemu-aarch64-static || command -v qemu-aarch64 ;;
	windows/amd64) command -v "${WINE:-wine64}" || command -v wine ;;
	*) false ;;
	esac
}

# build builds a platform's binary as $work/gmnc.exe, by which Wine knows it.
build() { GOOS=${1%/*} GOARCH=${1#*/} go build -trimpath -o "$work/gmnc.exe" ./cmd/gmnc; }

# gmnc starts that binary in the folder of its platform.
gmnc() { (cd "$folder" && "$start" "$work/gmnc.exe" --quiet "$@"); }

training="--model gmn --hidden 16 --epochs 2 --batch 20"

# errors prints the mean and the median squared error of a model.
errors() {
	gmnc predict "$1" data.npz --json |
		sed -n 's/.*"mse":\([^,]*\),"median_squared_error":\([^,]*\),.*/\1 \2/p'
}

# same holds two lines of errors to each other.
same() {
	echo "$1 $2" | awk '
		function off(a, b) { return a > b ? a - b : b - a }
		{ exit !(NF == 4 && off($1, $3) <= 1e-5 * $3 && off($2, $4) <= 1e-5 * $4) }' ||
		{ echo "$platform: $3 has the errors $1, and $2 on $host" >&2; exit 1; }
}

platform=$host folder=$work/here start=env
mkdir "$folder"
build "$host"
gmnc simulate --system 3,2,1 --train 60 --valid 20 --test 40 --seed 1 -o data.npz >/dev/null
gmnc train data.npz -o run $training >/dev/null
gmnc export run -o model.onnx >/dev/null
expected=$(errors run) expected_of_file=$(errors model.onnx)

for platform; do
	if ! start=$(runner "$platform"); then
		echo "$platform: skipped, nothing here starts its binary"
		continue
	fi
	build "$platform"
	folder=$work/$platform
	mkdir -p "$folder"
	cp "$work/here/data.npz" "$work/here/model.onnx" "$folder"
	gmnc --version
	gmnc doctor
	gmnc simulate --system 3,2,1 --train 5 --valid 2 --test 2 --seed 1 -o own.npz >/dev/null
	gmnc train data.npz -o trained $training >/dev/null
	gmnc train data.npz -o trained --force $training >/dev/null
	gmnc export trained -o trained.onnx >/dev/null
	gmnc verify trained.onnx >/dev/null
	gmnc report trained data.npz -o report.html >/dev/null
	same "$(errors model.onnx)" "$expected_of_file" "the file of $host"
	same "$(errors trained)" "$expected" "a run of its own"
	echo "$platform: started by $start, trains and predicts as $host to 1e-5"
done
