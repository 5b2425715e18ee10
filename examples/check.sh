#!/bin/sh
# Runs examples, all of those that are quick by default, on the file and the
# numbers that are checked in. Each fetches the exact versions of its packages
# from its language's registry, into its own folder. One whose tools are not
# here is skipped by name.
#
#   sh examples/check.sh                    # python node cpp go
#   sh examples/check.sh java browser rust
set -eu
cd "$(dirname "$0")"
folder="$PWD/../testdata/golden"
model="$folder/model.onnx"
golden="$PWD/golden.txt"

need() {
	for tool; do
		command -v "$tool" >/dev/null || { echo "$example: skipped, as there is no $tool"; return 1; }
	done
}

python() {
	need python3 || return 0
	[ -x python/.venv/bin/python ] || python3 -m venv python/.venv
	python/.venv/bin/pip install -q -r python/requirements.txt
	python/.venv/bin/python python/predict.py "$model" "$golden"
	python/.venv/bin/python python/check_finetune.py "$folder/train_step.onnx" "$folder/systems_3_2_1.npz" "$golden"
}

node() {
	need node npm || return 0
	npm install --prefix node --silent --ignore-scripts --no-audit --no-fund
	command node node/predict.js "$model" "$golden"
}

# Sets library to that of onnxruntime.
fetch_library() {
	sh ../scripts/fetch-onnxruntime.sh
	library=$(find "${XDG_CACHE_HOME:-$HOME/.cache}/gmnc/onnxruntime" -name 'libonnxruntime*' | sort | tail -n 1)
}

cpp() {
	need cmake c++ go || return 0
	fetch_library
	# The C header comes with the Go module of the binding.
	include=$(cd .. && go list -m -f '{{.Dir}}' github.com/yalue/onnxruntime_go)
	mkdir -p cpp/build
	ln -sf "$library" cpp/build/libonnxruntime.so.1 # the name that it calls itself
	cmake -S cpp -B cpp/build -DONNXRUNTIME_INCLUDE="$include" -DONNXRUNTIME_LIBRARY="$PWD/cpp/build/libonnxruntime.so.1" >/dev/null
	cmake --build cpp/build >/dev/null
	cpp/build/predict "$model" "$golden"
	cpp/build/finetune "$folder/train_step.onnx" "$golden"
}

go_service() {
	need go || return 0
	CGO_ENABLED=0 command go test ./go
}

java() {
	need mvn java || return 0
	mvn -q -f java/pom.xml compile exec:java -Dexec.args="$model $golden"
}

rust() {
	need cargo || return 0
	fetch_library
	cargo run --quiet --manifest-path rust/Cargo.toml -- "$library" "$model" "$golden"
}

browser() {
	need node npm || return 0
	npm install --prefix browser --silent --ignore-scripts --no-audit --no-fund
	command node browser/check.js "$model" "$golden" "$folder/train_step.onnx"
}

[ $# -gt 0 ] || set -- python node cpp go
for example; do
	case "$example" in
	go) go_service ;;
	python | node | cpp | java | browser | rust) "$example" ;;
	*) echo "there is no example $example" >&2; exit 2 ;;
	esac
done
