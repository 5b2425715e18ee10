#!/bin/sh
# Builds the release for this machine in two folders, which must give the same
# bytes; installs its wheel into a fresh virtual environment and uses it; builds the
# container image and runs it; renames the module in a copy and builds that.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
platform="$(go env GOOS)/$(go env GOARCH)"

# A copy in another folder, without the repository's history.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH GOFLAGS="-trimpath -buildvcs=false"
mkdir "$work/copy"
git ls-files -z | xargs -0 tar cf - | tar xf - -C "$work/copy"
sh scripts/release.sh "$platform" >/dev/null
(cd "$work/copy" && sh scripts/release.sh "$platform" >/dev/null)
diff build/release/SHA256SUMS "$work/copy/build/release/SHA256SUMS"
echo "release: another folder gives the same bytes"

if command -v python3 >/dev/null; then
	python3 -m venv "$work/venv"
	"$work/venv/bin/pip" install -q "$work"/copy/build/release/*.whl
	(cd "$work" && "$work/venv/bin/python" "$OLDPWD/packages/python/check.py" "$OLDPWD/testdata/golden/model.onnx" "$OLDPWD/examples/golden.txt" \
		"$OLDPWD/testdata/golden/mechanics.onnx" "$OLDPWD/examples/mechanics.txt" "$OLDPWD/testdata/golden/bodies.onnx" "$OLDPWD/examples/bodies.txt")
else
	echo "wheel: skipped, as there is no python3"
fi

# container builds the image and runs it, without a daemon and without a kernel
# that has namespaces for all.
container() {
	export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
	image="buildah --root $work/images --runroot $work/state"
	$image build -q -f packages/Containerfile --build-arg BINARY="$(ls build/release/gmnc-*-linux-*[0-9])" -t gmnc . >/dev/null
	running=$($image from localhost/gmnc)
	mkdir -m 777 "$work/mounted" # the image runs as nobody
	$image run -v "$work/mounted:/work" --workingdir /work "$running" -- /gmnc demo -o demo >"$work/demo.log" 2>&1 || { cat "$work/demo.log" >&2; exit 1; }
	$image rm "$running" >/dev/null
	test -s "$work/mounted/demo/model.onnx"
	echo "container: the image runs the whole demonstration"
}
if [ "${platform%/*}" = linux ] && [ "$(id -u)" = 0 ] && command -v buildah >/dev/null; then
	container
else
	echo "container: skipped, as there is no buildah, or this is not root"
fi

(
	cd "$work/copy"
	rm -r build
	sh scripts/rename-module.sh example.org/you/gmnc
	go build ./... && go vet . ./cmd/... && go test -vet=off -run Import .
)
