#!/bin/sh
# Builds what is published of one version into build/release: binaries for
# Linux, macOS and Windows on amd64 and arm64, without cgo; a Python wheel for
# each; the npm package; a list of all modules inside (SPDX) and their licences;
# checksums. The same commit and the same Go give the same bytes everywhere.
#
#   sh scripts/release.sh [SYSTEM/MACHINE...]   # such as linux/amd64; all by default
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^const version = "\(.*\)"$/\1/p' run/version.go)
release="$PWD/build/release"
[ $# -gt 0 ] || set -- linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

# Files are dated by the commit, and nothing depends on folders or the user.
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
export CGO_ENABLED=0 LC_ALL=C TZ=UTC
umask 022
rm -rf "$release"
mkdir -p "$release"

wheel_tag() {
	case "$1" in
	linux/amd64) echo manylinux_2_17_x86_64.manylinux2014_x86_64 ;;
	linux/arm64) echo manylinux_2_17_aarch64.manylinux2014_aarch64 ;;
	darwin/amd64) echo macosx_12_0_x86_64 ;;
	darwin/arm64) echo macosx_12_0_arm64 ;;
	windows/amd64) echo win_amd64 ;;
	windows/arm64) echo win_arm64 ;;
	*) echo "no wheel is known for $1" >&2; exit 2 ;;
	esac
}

for platform; do
	system=${platform%/*} machine=${platform#*/} suffix=
	tag=$(wheel_tag "$platform")
	[ "$system" = windows ] && suffix=.exe
	binary="$release/gmnc-$version-$system-$machine$suffix"
	GOOS=$system GOARCH=$machine go build -trimpath -ldflags='-s -w -buildid=' -o "$binary" ./cmd/gmnc
	go run ./scripts/spdx "$binary" "gmnc-$version" >"$binary.spdx.json"
	sh scripts/notices.sh "$binary" >"$binary.licences.txt"
	python3 packages/python/build.py --version "$version" --binary "$binary" --notices "$binary.licences.txt" --tag "$tag" -o "$release"
done

if command -v npm >/dev/null; then
	package=$(mktemp -d) # with the licence beside the module
	cp packages/npm/package.json packages/npm/README.md packages/npm/index.js packages/npm/index.d.ts LICENSE "$package"
	(cd "$package" && npm pack --silent --pack-destination "$release" >/dev/null)
	rm -r "$package"
else
	echo "npm is not here: no npm package" >&2
fi
(cd "$release" && sha256sum -- * >SHA256SUMS)
ls -l "$release"
