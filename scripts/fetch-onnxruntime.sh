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

# SHA-256 of the libraries of this version in both packages: what else a registry
# serves is not kept.
known="
c902c70b3003c0e99fada202f37478c515ae9bba7944c2b2abd0017bae0c82ed pip linux x64
8a218e1e446880131115c368ec7005969a5022af9a15a26173de648fef0b7789 pip linux arm64
b46713ea6a25a5227541c21001f6422c1ccdeaecc369aa026a61b752520325c3 pip darwin arm64
e42c5c917207ff706530315177e39dca2539695a6a8d968a22225e34291b1f12 pip win32 x64
ffb75a925ba05e47b235bb66e3e3911714a80b328a9c9425539feb204aa32a23 npm linux x64
1f549d46250b005580b597f4164984aaf75b3bcb9f3aeb07c7f8a8fe60b23c76 npm linux arm64
685d2be5dba1309c89d3a5324b7fd06a5c42f1a61bfea32d14c4cc28d072121d npm darwin arm64
508c362f5673483dd3a086379c392795b2e42d10d5e6f3f90ebd7ac21c97af67 npm win32 x64
6c3a2abf5c6aca11c48a0d338a91af309f2266f25ce2e4084e6a87bbcb0fbfd0 npm win32 arm64
"

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

# verified CLIENT reports whether the library found is the one that this client has
# for this machine.
verified() {
	digest="$(sha256sum "$found" 2>/dev/null || shasum -a 256 "$found")" || return 1
	case "$known" in
	*"${digest%% *} $1 $system $machine
"*) return 0 ;;
	esac
	echo "onnxruntime: the library from $1 is not the one of version $version that is known for $system $machine (SHA-256 ${digest%% *}): it is not kept" >&2
	return 1
}

# Both set found to the library's file below $temporary and fail if there is none.
from_pip() {
	python="$(command -v python3 || command -v python)" && (cd "$temporary" && "$python" -m pip --version) >/dev/null 2>&1 || return 1
	echo "onnxruntime: fetching onnxruntime $version with pip"
	# Python takes modules from the folder that it is started in.
	(cd "$temporary" &&
		"$python" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: "onnxruntime==$version" &&
		"$python" -m zipfile -e onnxruntime-*.whl wheel) || return 1
	found="$temporary/wheel/onnxruntime/capi/$library"
	[ -s "$found" ] && verified pip
}

from_npm() {
	command -v npm >/dev/null || return 1
	echo "onnxruntime: fetching onnxruntime-node $version with npm"
	(cd "$temporary" && npm pack --silent --ignore-scripts "onnxruntime-node@$version" >/dev/null) || return 1
	found="package/bin/napi-v6/$system/$machine/$packed"
	tar -xzf "$temporary/onnxruntime-node-$version.tgz" -C "$temporary" "$found" || return 1
	found="$temporary/$found"
	[ -s "$found" ] && verified npm
}

if from_pip || from_npm; then
	mkdir -p "$folder"
	cp "$found" "$partial"
	mv "$partial" "$folder/$library"
	echo "onnxruntime: wrote $folder/$library"
else
	echo "onnxruntime: neither pip nor npm could fetch version $version; tests that need it will be skipped"
fi
