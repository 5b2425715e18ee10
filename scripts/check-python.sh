#!/bin/sh
# Type-checks the Python package, makes data sets in every way that it has, trains on
# them, runs a molecular dynamics, and executes the notebook, in a virtual
# environment of exact versions.
set -eu
cd "$(dirname "$0")/.."
top=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/run"
go build -o "$work/bin/gmnc" ./cmd/gmnc
(cd examples/own && go build -o "$work/bin/own" .)
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q -r packages/python/requirements.txt
export PATH="$work/bin:$work/venv/bin:$PATH" PYTHONPATH="$top/packages/python" PYTHONDONTWRITEBYTECODE=1

mypy --strict --cache-dir="$work/mypy" packages/python/gmnc
cd "$work/run"
python "$top/packages/python/check_data.py"
python "$top/packages/python/check_neighbors.py"
python "$top/packages/python/check_calculator.py" own "$top/testdata/golden/model.onnx"
python "$top/packages/python/check_stepper.py" "$top/testdata/golden/mechanics.onnx" "$top/examples/mechanics.txt"
gmnc simulate --robot "$top/examples/python/pendulum.urdf" --motors 1 --train 20 --valid 5 --test 5 -o robot.npz
gmnc train robot.npz -o robot_run --preset constants --learn damping
gmnc export robot_run -o robot.onnx --joints robot.npz --links
gmnc export robot_run -o gradients.onnx --joints robot.npz --gradients q
python "$top/packages/python/check_robot.py" robot.onnx gradients.onnx
python "$top/packages/python/check_identify.py"
python "$top/packages/python/run_notebook.py" "$top/examples/python/pendulum.ipynb"
cp "$top/examples/robot/arm.urdf" "$top/examples/robot/twin.urdf" "$top/examples/robot/twin.py" .
python "$top/packages/python/run_notebook.py" "$top/examples/robot/arm.ipynb"
