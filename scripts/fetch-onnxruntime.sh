#!/bin/sh
# Fetches onnxruntime's native library into the user's cache folder, where gmnc
# looks for it. It comes out of the Python package onnxruntime (24 MB), or, if
# there is no pip or it has no package for this machine, out of the node package
# onnxruntime-node (114 MB: it holds every system). Nothing is installed and no
# code of either package is run.
#
# Without a client the script says so and succeeds: everything but the
# onnxruntime tests works without the library.
set -eu

version=1.30.0

case "$(uname -s)" in
Linux)
	cache="${XDG_CACHE_HOME:-$HOME/.cache}"
	system=linux packed=libonnxruntime.so.1 library="libonnxruntime.so.$version"
	;;
Darwin)
	cache="$HOME/Library/Caches"
	system=darwin packed="libonnxruntime.$version.dylib" library="libonnxruntime.$version.dylib"
	;;
MINGW* | MSYS* | CYGWIN*)
	cache="$LOCALAPPDATA"
	system=win32 packed=onnxruntime.dll library=onnxruntime.dll
	;;
*)
	echo "onnxruntime: no package for $(uname -s); tests that need it will be skipped"
	exit 0
	;;
esac
case "$(uname -m)" in
x86_64 | amd64) machine=x64 ;;
aarch64 | arm64) machine=arm64 ;;
*) machine="$(uname -m)" ;;
esac

folder="$cache/gmnc/onnxruntime"
if [ -s "$folder/$library" ]; then
	echo "onnxruntime: $folder/$library is there already"
	exit 0
fi

temporary="$(mktemp -d)"
partial="$folder/.$library.$$"
trap 'rm -rf "$temporary" "$partial"' EXIT
trap 'exit 1' HUP INT TERM

# Both set found to the library's file below $temporary and fail if there is none.
from_pip() {
	python="$(command -v python3 || command -v python)" && "$python" -m pip --version >/dev/null 2>&1 || return 1
	echo "onnxruntime: fetching onnxruntime $version with pip"
	"$python" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
		--dest "$temporary" "onnxruntime==$version" || return 1
	"$python" -m zipfile -e "$temporary"/onnxruntime-*.whl "$temporary/wheel" || return 1
	found="$temporary/wheel/onnxruntime/capi/$library"
	[ -s "$found" ]
}

from_npm() {
	command -v npm >/dev/null || return 1
	echo "onnxruntime: fetching onnxruntime-node $version with npm"
	(cd "$temporary" && npm pack --silent --ignore-scripts "onnxruntime-node@$version" >/dev/null) || return 1
	found="package/bin/napi-v6/$system/$machine/$packed"
	tar -xzf "$temporary/onnxruntime-node-$version.tgz" -C "$temporary" "$found" || return 1
	found="$temporary/$found"
	[ -s "$found" ]
}

if from_pip || from_npm; then
	mkdir -p "$folder"
	cp "$found" "$partial"
	mv "$partial" "$folder/$library"
	echo "onnxruntime: wrote $folder/$library"
else
	echo "onnxruntime: neither pip nor npm could fetch version $version; tests that need it will be skipped"
fi
