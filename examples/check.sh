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
finetune="$PWD/finetune.txt"
# A robot's file in joint coordinates, and where a control loop leads it.
cart="$folder/cart.onnx $PWD/cart.txt"
# Files with all that systems may have, and their numbers.
rich="$folder/mechanics.onnx $PWD/mechanics.txt $folder/bodies.onnx $PWD/bodies.txt"

need() {
	for tool; do
		command -v "$tool" >/dev/null || { echo "$example: skipped, as there is no $tool"; return 1; }
	done
}

# says shows what a program says, and fails unless it names the joints.
says() { grep "moves $1 as the simulator does"; }

python() {
	need python3 || return 0
	[ -x python/.venv/bin/python ] || python3 -m venv python/.venv
	python/.venv/bin/pip install -q -r python/requirements.txt
	python/.venv/bin/python python/predict.py "$model" "$golden" $rich
	python/.venv/bin/python python/check_finetune.py "$folder/train_step.onnx" "$folder/systems_3_2_1.npz" "$finetune"
	need go || return 0
	mkdir -p python/build
	(cd .. && go build -o examples/python/build/ ./cmd/gmnc ./examples/browser/simulator)
	PATH="$PWD/python/build:$PATH" python/.venv/bin/python python/swing_up.py python/swing.onnx python/pendulum.urdf
	python/.venv/bin/python python/throw.py python/toss.onnx python/build/simulator
}

node() {
	need node npm || return 0
	npm install --prefix node --silent --ignore-scripts --no-audit --no-fund
	command node node/predict.js "$model" "$golden" $rich
	command node node/joints.js $cart | says "cart pole"
}

# Sets library to onnxruntime's.
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
	for name in golden mechanics bodies; do
		[ $name = golden ] && file=$model || file=$folder/$name.onnx
		cpp/build/predict "$file" $name.txt
		refuses "$file" $name.txt 's/^velocity /velocities /'                                        # missing
		refuses "$file" $name.txt 's/^velocity 3 \([0-9]*\) \([0-9]*\) 3/velocity 3 \1 3 \2/' # of another shape
		refuses "$file" $name.txt '$a mas 1 1 1'                                                  # unknown
	done
	for index in 4294967297 2147483648 -2147483648; do # which runtimes of 32 bits take for another
		refuses "$model" golden.txt "s/^\(sticks .*\) [0-9]*\$/\1 $index/"
	done
	cpp/build/joints $cart | says "cart pole"
	rolls_out
	cpp/build/finetune "$folder/train_step.onnx" "$golden" "$finetune"
}

# rolls_out compares the first row that the C++ program prints for three rows of torques with one step of the file.
rolls_out() {
	start=$(grep -E '^(q|rate) ' cart.txt)
	printf '%s\ntorque 2 3 2 4 0 4 1 4 0\n' "$start" >cpp/build/rows.txt
	printf '%s\ntorque 2 1 2 4 0\n' "$start" >cpp/build/row.txt
	cpp/build/joints "$folder/cart.onnx" cpp/build/rows.txt >cpp/build/path.txt
	stepped=$(cpp/build/predict "$folder/cart.onnx" cpp/build/row.txt | sed -n 's/^next_q //p')
	if [ "$(wc -l <cpp/build/path.txt)" -ne 3 ] || [ "$(head -n 1 cpp/build/path.txt)" != "$stepped " ]; then
		echo "cpp: a rollout of three torques is $(cat cpp/build/path.txt), expected three rows of which the first is $stepped" >&2
		exit 1
	fi
}

# refuses holds the C++ program to refusing a text that a script of sed spoils.
refuses() {
	sed "$3" "$2" >cpp/build/wrong.txt
	if cpp/build/predict "$1" cpp/build/wrong.txt >/dev/null 2>&1; then
		echo "cpp: $2 with $3 was not refused" >&2
		exit 1
	fi
}

go_service() {
	need go || return 0
	CGO_ENABLED=0 command go test ./go/...
}

java() {
	need mvn java || return 0
	mvn -q -f java/pom.xml compile exec:java -Dexec.args="$model $golden $rich"
}

rust() {
	need cargo || return 0
	fetch_library
	cargo run --quiet --manifest-path rust/Cargo.toml -- "$library" "$model" "$golden" $rich
	cargo run --quiet --manifest-path rust/Cargo.toml --bin joints -- "$library" $cart | says "cart pole"
}

browser() {
	need node npm || return 0
	npm install --prefix browser --silent --ignore-scripts --no-audit --no-fund
	command node browser/check.js "$model" "$golden" "$folder/train_step.onnx" "$finetune" $cart $rich
}

[ $# -gt 0 ] || set -- python node cpp go
for example; do
	case "$example" in
	go) go_service ;;
	python | node | cpp | java | browser | rust) "$example" ;;
	*) echo "there is no example $example" >&2; exit 2 ;;
	esac
done
