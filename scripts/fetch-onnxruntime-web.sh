#!/bin/sh
# Fetches the three files of onnxruntime-web that the page of gmnc view runs
# models in (14 MB) into the user's cache folder, where gmnc looks for them. They
# come out of the npm package, whose SHA-256 is checked. Nothing is installed and
# no code of the package is run.
set -eu

version=1.30.0 # as RuntimeVersion in report/serve.go
package_sha256=d2228df7e4616bc3348bf504ee888f3bec43789a273f0a63f3e68d203ce3bf71
files="ort.wasm.min.mjs ort-wasm-simd-threaded.mjs ort-wasm-simd-threaded.wasm"

case "$(uname -s)" in
Darwin) cache="$HOME/Library/Caches" ;;
MINGW* | MSYS* | CYGWIN*) cache="$LOCALAPPDATA" ;;
*) cache="${XDG_CACHE_HOME:-$HOME/.cache}" ;;
esac
folder="$cache/gmnc/onnxruntime-web/$version"
if [ -d "$folder" ]; then
	echo "onnxruntime-web: $folder is there already"
	exit 0
fi
if ! command -v npm >/dev/null; then
	echo "onnxruntime-web: npm is needed to fetch it" >&2
	exit 1
fi

temporary="$(mktemp -d)"
partial="$folder.$$"
trap 'rm -rf "$temporary" "$partial"' EXIT
trap 'exit 1' HUP INT TERM

echo "onnxruntime-web: fetching version $version with npm"
(cd "$temporary" && npm pack --silent --ignore-scripts "onnxruntime-web@$version" >/dev/null)
package="$temporary/onnxruntime-web-$version.tgz"
digest="$(sha256sum "$package" 2>/dev/null || shasum -a 256 "$package")"
if [ "${digest%% *}" != "$package_sha256" ]; then
	echo "onnxruntime-web: the package is not the one of version $version that is known (SHA-256 ${digest%% *}): it is not kept" >&2
	exit 1
fi
mkdir -p "$partial"
for file in $files; do
	tar -xzf "$package" -C "$temporary" "package/dist/$file"
	mv "$temporary/package/dist/$file" "$partial"
done
mv "$partial" "$folder" # all files or none
echo "onnxruntime-web: wrote $folder"
