#!/bin/sh
# Fetches onnxruntime's native library into the user's cache folder, where gmnc
# looks for it. It comes out of the Python package onnxruntime (28 MB), or, if
# there is no pip or it has no package for this machine, out of the newest node
# package onnxruntime-node (114 MB: it holds every system). Nothing is installed
# and no code of either package is run.
#
# Without a client the script says so and succeeds: everything but the
# onnxruntime tests works without the library.
set -eu

pip_version=1.32.0
npm_version=1.30.0

# SHA-256 of the libraries of these versions: what else a registry serves is not
# kept.
known="
6c1585d1bbf45b0712ea4a21b705c5fcb4ba04ff2e30f1fbf81a49faf658638f pip linux x64
49852228a93995158b2a813d4df487d47a1b76b0eaa894507ef49e91b6d7954a pip linux arm64
fa585fabbea65b823b9a8f7e27d46aee3989d1be7e36b528203d3a1fd613aae7 pip darwin arm64
443c0065fcdba17618ddef05050308f4b471893c5c7da0337d6957c9073ad8a7 pip win32 x64
ffb75a925ba05e47b235bb66e3e3911714a80b328a9c9425539feb204aa32a23 npm linux x64
1f549d46250b005580b597f4164984aaf75b3bcb9f3aeb07c7f8a8fe60b23c76 npm linux arm64
685d2be5dba1309c89d3a5324b7fd06a5c42f1a61bfea32d14c4cc28d072121d npm darwin arm64
508c362f5673483dd3a086379c392795b2e42d10d5e6f3f90ebd7ac21c97af67 npm win32 x64
6c3a2abf5c6aca11c48a0d338a91af309f2266f25ce2e4084e6a87bbcb0fbfd0 npm win32 arm64
"

# library VERSION and packed VERSION are the names of its file in the Python and in
# the node package.
case "$(uname -s)" in
Linux)
	cache="${XDG_CACHE_HOME:-$HOME/.cache}" system=linux
	library() { echo "libonnxruntime.so.$1"; }
	packed() { echo libonnxruntime.so.1; }
	;;
Darwin)
	cache="$HOME/Library/Caches" system=darwin
	library() { echo "libonnxruntime.$1.dylib"; }
	packed() { library "$1"; }
	;;
MINGW* | MSYS* | CYGWIN*)
	cache="$LOCALAPPDATA" system=win32
	library() { echo onnxruntime.dll; }
	packed() { library; }
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

# is_known FILE CLIENT reports whether the file is the library that this client has for
# this machine.
is_known() {
	digest="$({ sha256sum 2>/dev/null || shasum -a 256; } <"$1")" || return 1
	digest="${digest%% *}"
	case "$known" in
	*"
$digest $2 $system $machine
"*) return 0 ;;
	esac
	return 1
}

# keep_at CLIENT VERSION sets kept to the place of the library, and ends if it is there:
# on Windows another version may be.
keep_at() {
	kept="$folder/$(library "$2")"
	if [ -s "$kept" ] && is_known "$kept" "$1"; then
		echo "onnxruntime: $kept is there already"
		exit 0
	fi
}
keep_at pip $pip_version

temporary="$(mktemp -d)"
partial="$folder/.onnxruntime.$$"
trap 'rm -rf "$temporary" "$partial"' EXIT
trap 'exit 1' HUP INT TERM

# verified CLIENT VERSION reports whether the library found is the one that this
# client has for this machine.
verified() {
	is_known "$found" "$1" && return 0
	echo "onnxruntime: the library from $1 is not the one of version $2 that is known for $system $machine (SHA-256 $digest): it is not kept" >&2
	return 1
}

# Both set found to the library's file below $temporary and kept to its place, and
# fail if there is none.
from_pip() {
	python="$(command -v python3 || command -v python)" && (cd "$temporary" && "$python" -m pip --version) >/dev/null 2>&1 || return 1
	echo "onnxruntime: fetching onnxruntime $pip_version with pip"
	# Python takes modules from the folder that it is started in.
	(cd "$temporary" &&
		"$python" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: "onnxruntime==$pip_version" &&
		"$python" -m zipfile -e onnxruntime-*.whl wheel) || return 1
	found="$temporary/wheel/onnxruntime/capi/$(library $pip_version)"
	[ -s "$found" ] && verified pip $pip_version
}

from_npm() {
	command -v npm >/dev/null || return 1
	keep_at npm $npm_version
	echo "onnxruntime: fetching onnxruntime-node $npm_version with npm"
	(cd "$temporary" && npm pack --silent --ignore-scripts "onnxruntime-node@$npm_version" >/dev/null) || return 1
	found="package/bin/napi-v6/$system/$machine/$(packed $npm_version)"
	tar -xzf "$temporary/onnxruntime-node-$npm_version.tgz" -C "$temporary" "$found" || return 1
	found="$temporary/$found"
	[ -s "$found" ] && verified npm $npm_version
}

if from_pip || from_npm; then
	mkdir -p "$folder"
	cp "$found" "$partial"
	mv "$partial" "$kept"
	echo "onnxruntime: wrote $kept"
else
	echo "onnxruntime: neither pip nor npm could fetch it; tests that need it will be skipped"
fi
