#!/bin/sh
# Draws the pictures of README and docs again, from the commands that their pages name and from
# the tables in docs/results. It trains for about 20 minutes on two cores. The picture of a page
# needs Chromium and npm, and the pictures of recorded data need GMNC_DATA, the folder that
# docs/reproduce.md describes; they stay as they are without these. It does not draw
# time_per_edge.png and memory_per_edge.png, which gmnc bench --growth measures, nor
# learning-curve.png, whose curves are not in a table: gmnc reproduce learning-curve draws it.
#
#   GMNC_DATA=DATA sh scripts/pictures.sh
set -eu
cd "$(dirname "$0")/.."
root="$PWD"
images="$root/docs/images"
temporary="$(mktemp -d)"
trap 'rm -rf "$temporary"' EXIT

go build -o "$temporary/gmnc" ./cmd/gmnc
go test ./experiments/reproduce/pages -run ResultsPages -update >/dev/null

cd "$temporary"
gmnc() { ./gmnc --quiet "$@" >/dev/null; }

# docs/mechanics.md: a pendulum whose constants are removed and found again.
sed -n '/^<robot/,/^<\/robot/p' "$root/docs/mechanics.md" >pendulum.urdf
forget() {
	python3 -c "import numpy as np
data = dict(np.load('pendulum.npz'))
del data['mass'], data['turn_damping']
np.savez('data.npz', **data)"
}
gmnc simulate --robot pendulum.urdf --motors 1 --train 20 --valid 5 --test 5 -o pendulum.npz
forget
gmnc train data.npz -o constants --preset constants --learn mass,damping
gmnc rollout constants data.npz --steps 60 -o out.npz --pictures pictures
cp pictures/rollout_sample_0.png "$images/pendulum.png"

# docs/report.md: its page.
chromium="$(command -v "${CHROMIUM:-chromium}" || true)"
if [ -n "$chromium" ] && command -v npm >/dev/null; then
	gmnc report constants data.npz -o report.html
	npm install --prefix "$root/scripts/page" --silent --ignore-scripts --no-audit --no-fund
	node "$root/scripts/page/picture.mjs" "$chromium" "$PWD/report.html" "$images/report.png"
else
	echo "report.png stays, as there is no Chromium or no npm"
fi

# README.md and docs/rollout.md: the animation, and its errors.
gmnc simulate --robot pendulum.urdf --motors 3 --frames 151 --train 20 --valid 5 --test 5 --seed 5 -o pendulum.npz --force
forget
gmnc train data.npz -o run
gmnc export run -o pendulum.onnx
gmnc rollout pendulum.onnx data.npz --steps 150 --pictures hero --sample 2
cp hero/rollout_sample_2_beside.svg "$images/hero.svg"
cp hero/rollout_error.png "$images/rollout_error.png"

# The session of README.md: docs/reproduce.md has one of its samples, and
# docs/results/side-by-side.md another, beside the models of the paper.
gmnc simulate --system 3,2,1 --train 500 --valid 2000 --test 2000 --seed 43 -o session.npz
gmnc train session.npz -o GMN-ODE
gmnc plot GMN-ODE session.npz --sample 0 -o plots
cp plots/test_sample_0.png "$images/trajectory.png"
gmnc train session.npz -o GMN --preset paper
gmnc train session.npz -o EGNN --preset paper --model egnn
gmnc plot GMN session.npz --beside EGNN --beside GMN-ODE --sample 12 -o beside
cp beside/test_sample_12_beside.png "$root/docs/results/beside-simulated.png"

# docs/results/side-by-side.md: recorded data, by cells of the tables, trained again.
beside() { # TABLE SYSTEM DATA SAMPLE UP PICTURE
	gmnc reproduce "$1" --seeds 1 --systems "$2" --models "GMN;EGNN" --data "$GMNC_DATA" -o "reproduced-$1"
	for model in GMN EGNN; do
		cell="$(grep -F "$2" "reproduced-$1/$1.csv" | grep -o ",$model,1,.*" | grep -oE ",[0-9a-f]{16}," | head -1 | tr -d ,)"
		rm -rf "$1-$model" && mkdir "$1-$model" && cp -r "reproduced-$1/runs/$cell" "$1-$model/$model"
	done
	cp "reproduced-$1/data/"*.npz "$3"
	gmnc plot "$1-GMN/GMN" "$3" --beside "$1-EGNN/EGNN" --sample "$4" --up "$5" -o "beside-$1"
	cp "beside-$1/test_sample_$4_beside.png" "$root/docs/results/$6"
}
if [ -n "${GMNC_DATA:-}" ]; then
	beside md17 aspirin aspirin.npz 12 none beside-molecule.png
	beside skeleton "subject 35 walk" walk.npz 40 y beside-skeleton.png
else
	echo "beside-molecule.png and beside-skeleton.png stay, as there is no GMNC_DATA"
fi

# docs/rollout.md: paths.
gmnc simulate --system 3,2,1 --train 500 --valid 100 --test 480 --frames 51 -o frames.npz
gmnc train frames.npz -o coarse --model gmn-ode --layers 4 --integrator verlet --messages none --unroll 1 --reverse --batch 50 --lr 2e-3 --schedule cosine --loss huber --velocity 1 --epochs 4 --valid-every 1
gmnc train frames.npz -o fine --init coarse --model gmn-ode --layers 16 --integrator verlet --messages none --unroll 1 --reverse --batch 50 --lr 1e-3 --schedule cosine --loss huber --velocity 1 --epochs 6 --valid-every 1
gmnc rollout fine frames.npz --steps 50 --pictures paths
cp paths/rollout_sample_0.png "$images/rollout_paths.png"
