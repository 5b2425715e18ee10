#!/bin/sh
# Makes report/uplot again: uPlot, which draws the charts of the pages of gmnc report and
# gmnc view, its style sheet and its licence, as its npm package has them. Its digest is
# checked; nothing else is fetched, and no code of the package is run.
#
#   sh scripts/vendor-uplot.sh
set -eu
cd "$(dirname "$0")/.."

version=1.6.32
package_sha256=4b8a8191e425658e3ea8c8c1314b0fc679c861ee3a1af2b20c7b16ba50b5133d

temporary="$(mktemp -d)"
trap 'rm -rf "$temporary"' EXIT

(cd "$temporary" && npm pack --silent --ignore-scripts "uplot@$version" >/dev/null)
digest="$(sha256sum "$temporary/uplot-$version.tgz" 2>/dev/null || shasum -a 256 "$temporary/uplot-$version.tgz")"
[ "${digest%% *}" = "$package_sha256" ] || { echo "uPlot: the SHA-256 of its package is ${digest%% *}, expected $package_sha256" >&2; exit 1; }
tar -xzf "$temporary/uplot-$version.tgz" -C "$temporary"
mkdir -p report/uplot
cp "$temporary/package/dist/uPlot.iife.min.js" "$temporary/package/dist/uPlot.min.css" "$temporary/package/LICENSE" report/uplot/
echo "uPlot: wrote report/uplot, version $version"
