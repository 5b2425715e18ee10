#!/bin/sh
# Opens the pages of gmnc report and gmnc view in a real Chromium: they load
# without an error, show the numbers of gmnc predict, turn and play. The pages of
# examples/browser swing a pendulum up and throw a cube onto a mark, and gmnc view --fit
# learns constants.
# Screenshots are left in the folder that is named, to be looked at. Chromium is
# $CHROMIUM, or one on the path; without it, npm or python3, which serves the
# examples, the check is skipped by name.
#
#   sh scripts/check-page.sh [FOLDER]
set -eu
cd "$(dirname "$0")/.."

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
	chromium="$(command -v "${name:-none}")" && break || true
done
for needed in "${chromium:-Chromium}" npm python3; do
	if ! command -v "$needed" >/dev/null; then
		echo "the page in a browser: skipped, as there is no $needed"
		exit 0
	fi
done

temporary="$(mktemp -d)"
trap 'rm -rf "$temporary"' EXIT
pictures="${1:-$temporary}"
mkdir -p "$pictures"
pictures="$(cd "$pictures" && pwd)"

sh scripts/fetch-onnxruntime-web.sh
npm install --prefix scripts/page --silent --ignore-scripts --no-audit --no-fund
go build -o "$temporary/gmnc" ./cmd/gmnc
gmnc() { "$temporary/gmnc" --quiet "$@" >/dev/null; }

# Every kind of objects, and a model whose predictions are gone on from.
gmnc simulate --system "2 particles, 1 stick, 1 hinge, 1 chain(4), 1 body(4)" --train 60 --valid 20 --test 45 --frames 8 --seed 1 -o "$temporary/forest.npz"
gmnc train "$temporary/forest.npz" -o "$temporary/rolls" --model gmn-ode --hidden 16 --epochs 4 --batch 20
# The paper's main system, by a file.
gmnc simulate --system 3,2,1 --train 60 --valid 20 --test 101 --seed 1 -o "$temporary/data.npz"
gmnc train "$temporary/data.npz" -o "$temporary/run" --model gmn --hidden 16 --epochs 4 --batch 20
gmnc export "$temporary/run" -o "$temporary/model.onnx"
# A robot, which is drawn as links. Its model takes one long step, so that its error is more than rounding.
gmnc simulate --robot examples/python/pendulum.urdf --train 20 --valid 5 --test 5 --motors 1 --interval 0.3 --frames 9 --seed 1 -o "$temporary/robot.npz"
gmnc train "$temporary/robot.npz" -o "$temporary/robot" --preset constants --learn damping --layers 1

for case in "model.onnx data.npz paper particles" "rolls forest.npz forest particles" "robot robot.npz robot links"; do
	set -- $case
	mkdir -p "$pictures/$3"
	echo "the page in a browser: $3"
	node scripts/page/check.mjs "$chromium" "$temporary/gmnc" "$temporary/$1" "$temporary/$2" "$pictures/$3" "$4"
done

sh examples/browser/build.sh
for page in steer throw; do
	echo "the page in a browser: $page"
	mkdir -p "$pictures/$page"
	node "scripts/page/$page.mjs" "$chromium" "$pictures/$page"
done

echo "the page in a browser: 50 particles"
gmnc simulate --system 14,9,6 --train 20 --valid 5 --test 9 --frames 8 --seed 3 -o "$temporary/fifty.npz"
gmnc train "$temporary/fifty.npz" -o "$temporary/fifty" --model gmn-ode --layers 2 --hidden 8 --epochs 1 --batch 10
gmnc report "$temporary/fifty" "$temporary/fifty.npz" --samples 3 -o "$temporary/fifty.html"
node scripts/page/frames.mjs "$chromium" "$temporary/fifty.html"

# A double pendulum whose masses and dampings are guessed, and noisy recordings of the true one.
echo "the page in a browser: fit"
mkdir -p "$pictures/fit"
sed -e '3s/1.5/1/; 4s/0.03/0.02/g; 4s/0.01/0.006666667/; 5s/0.8/1/; 6s/0.02/0.025/g; 6s/0.01/0.0125/; s/damping="[^"]*"/damping="0.02"/' examples/python/pendulum.urdf >"$temporary/guess.urdf"
gmnc simulate --robot "$temporary/guess.urdf" --gravity 0,0,-8 --interval 0.1 --frames 3 --train 12 --valid 4 --test 4 --seed 4 -o "$temporary/structure.npz"
gmnc train "$temporary/structure.npz" -o "$temporary/structure" --preset constants --learn mass,gravity,damping --layers 1
gmnc export "$temporary/structure" --depth 2 --train-step -o "$temporary/step.onnx"
gmnc simulate --robot examples/python/pendulum.urdf --interval 0.01 --frames 401 --train 16 --valid 1 --test 1 --seed 3 -o "$temporary/motion.npz"
node scripts/page/fit.mjs "$chromium" "$temporary/gmnc" "$temporary/step.onnx" "$temporary/structure.npz" "$temporary/motion.npz" "$pictures/fit"
