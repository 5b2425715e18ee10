#!/usr/bin/env bash
# Runs exported files of every model in runtimes that are not ours, and prints for
# each how many run and how far their results are from the float64 interpreter's:
#
#   scripts/runtimes.sh           all of them, which takes some minutes, except for IREE
#   scripts/runtimes.sh quick     those that install in seconds, for .ci/run
#   scripts/runtimes.sh NAME...   these; iree compiles each file for minutes
#
# Each is installed, at the version given here, into a folder that is removed again.
# It fails if one differs, does not run a file that it used to run, or cannot be
# installed.
set -uo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=()

# python NAME PACKAGE... checks in a virtual environment with the packages.
python() {
	local name=$1
	shift
	python3 -m venv "$folder/$name" &&
		"$folder/$name/bin/pip" install -q --disable-pip-version-check numpy==2.4.6 "$@" >&2 || return 2
	"$folder/$name/bin/python" scripts/runtimes/check.py "$name" "$folder/cases"
}

# javascript NAME VERSION checks a package of npm, which brings its library with it
# and needs no script of its own.
javascript() {
	mkdir -p "$folder/$1" &&
		(cd "$folder/$1" && npm install --silent --no-audit --no-fund --ignore-scripts "$1@$2" >&2) || return 2
	local check=$PWD/scripts/runtimes/check.mjs
	(cd "$folder/$1" && node "$check" "$1" "$folder/cases")
}

# java NAME VERSION fetches onnxruntime from Maven Central, with its library.
java() {
	mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
		-Dartifact="com.microsoft.onnxruntime:onnxruntime:$2" -DoutputDirectory="$folder/$1" >&2 || return 2
	command java -cp "$folder/$1/onnxruntime-$2.jar" scripts/runtimes/Check.java "$folder/cases"
}

# rust NAME builds the check of that name, for a runtime in Rust.
rust() {
	local check="scripts/runtimes/$1"
	cargo build --release --quiet --manifest-path "$check/Cargo.toml" --target-dir "$folder/$1" >&2 || return 2
	"$folder/$1/release/check" "$folder/cases"
}

run() {
	case $1 in
	rten) rust "$1" ;;
	onnxruntime) python "$1" onnxruntime==1.32.0 ;;
	reference) python "$1" onnx==1.23.2 ;;
	openvino) python "$1" openvino==2026.4.1 ;;
	tract) python "$1" tract==0.23.9 onnx==1.23.2 ;;
	mnn) python "$1" MNN==3.6.1 onnx==1.23.2 ;;
	iree) python "$1" iree-base-compiler[onnx]==3.13.0 iree-base-runtime==3.13.0 ;;
	onnxruntime-node) javascript "$1" 1.30.0 ;;
	onnxruntime-web) javascript "$1" 1.30.0 ;;
	onnxruntime-java) java "$1" 1.29.0 ;;
	*)
		echo "there is no runtime $1; known are: ${quick[*]} ${slow[*]} iree"
		exit 2
		;;
	esac
}

quick=(onnxruntime reference tract)
slow=(openvino mnn rten onnxruntime-node onnxruntime-web onnxruntime-java)
case ${1-} in
"") chosen=("${quick[@]}" "${slow[@]}") ;;
quick) chosen=("${quick[@]}") ;;
*) chosen=("$@") ;;
esac

go run ./internal/test/runtimecases -o "$folder/cases" || exit 1
for name in "${chosen[@]}"; do
	run "$name"
	case $? in
	0) ;;
	2)
		echo "$name: it cannot be installed"
		failed+=("$name")
		;;
	*) failed+=("$name") ;;
	esac
done
if [ ${#failed[@]} -gt 0 ]; then
	echo "failed: ${failed[*]}"
	exit 1
fi
