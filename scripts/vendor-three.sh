#!/bin/sh
# Makes report/three again: the parts of three.js that the pages of gmnc report
# and gmnc view draw with, in one file, and its licence. three.js comes from its
# npm package, esbuild, which bundles it, from its Go module. Both digests are
# checked; nothing else is fetched, and no code of the package is run.
#
#   sh scripts/vendor-three.sh
set -eu
cd "$(dirname "$0")/.."

version=0.187.0
package_sha256=ff540832ded0cfe919764d24a3d88f3e2a05f23303f876423e4f893841e90728
bundle_sha256=be00054631cc1f9df446c3d51cd14821cc533541c0dcb6ad7a448e796ddfafef
esbuild=github.com/evanw/esbuild/cmd/esbuild@v0.28.2

temporary="$(mktemp -d)"
trap 'rm -rf "$temporary"' EXIT

check() {
	digest="$(sha256sum "$1" 2>/dev/null || shasum -a 256 "$1")"
	[ "${digest%% *}" = "$2" ] || { echo "three.js: the SHA-256 of ${1##*/} is ${digest%% *}, expected $2" >&2; exit 1; }
}

(cd "$temporary" && npm pack --silent --ignore-scripts "three@$version" >/dev/null)
check "$temporary/three-$version.tgz" $package_sha256
mkdir "$temporary/node_modules"
tar -xzf "$temporary/three-$version.tgz" -C "$temporary"
mv "$temporary/package" "$temporary/node_modules/three"
cp report/three/entry.js "$temporary"
go run "$esbuild" "$temporary/entry.js" --bundle --minify --format=iife --global-name=THREE \
	--legal-comments=inline --log-level=warning --outfile="$temporary/three.js"
check "$temporary/three.js" $bundle_sha256
cp "$temporary/three.js" "$temporary/node_modules/three/LICENSE" report/three/
echo "three.js: wrote report/three/three.js and LICENSE of version $version"
