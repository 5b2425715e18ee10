#!/usr/bin/env bash
# Holds what gmnc train chooses by the data against other choices: on small data sets of different
# kinds it trains each for as many epochs, and writes a table of the errors of one prediction on
# test samples, over the error of the best baseline. The preset constants has an epoch only, as it
# fits constants by itself, and egnn takes the first pair of frames of a trajectory alone, as it
# carries no velocity. Usage:
#   [EPOCHS=20] [LIMIT=120] [SIMULATE="springs arm"] check-choice.sh GMNC [DATA.npz...]
# Data sets that are given come beside those that are simulated, by default all.
set -euo pipefail

gmnc=$(realpath "$1"); shift
robot=$(realpath "$(dirname "$0")/../examples/python/pendulum.urdf")
given=()
for data in "$@"; do given+=("$(realpath "$data")"); done
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
epochs=${EPOCHS:-20} limit=${LIMIT:-120}
network="--epochs $epochs --batch 50 --lr 2e-3 --schedule cosine"

# simulate NAME FLAGS... makes a small data set.
simulate() {
  case " ${SIMULATE-springs pendulums arm tosses charged pairs} " in *" $1 "*) ;; *) return ;; esac
  "$gmnc" simulate --seed 1 -o "$1.npz" -q "${@:2}" >/dev/null
  given+=("$folder/$1.npz")
}
pairs=(--train 200 --valid 50 --test 100)
frames=(--train 20 --valid 10 --test 20 --frames 11)
simulate springs --system 4,0,0 --neutral --spring 0,1,10,1 --spring 1,2,10,1 --spring 2,3,10,1 "${pairs[@]}"
simulate pendulums --system "1 chain(3)" --hang --neutral --gravity 0,0,-1 --mass 0.5,2 "${frames[@]}"
simulate arm --robot "$robot" "${frames[@]}"
simulate tosses --system "1 body(4)" --neutral --gravity 0,0,-1 --plane 0,0,1,-2 --friction 0.3 --restitution 0.6 --train 20 --valid 5 --test 10 --frames 33
simulate charged --system 3,2,1 "${pairs[@]}"
simulate pairs --system 5,0,0 "${pairs[@]}"

# error FLAGS... is the test error of a training over the best baseline's, or why there is none:
# the data refuse the choice, or it takes more than LIMIT seconds.
error() {
  rm -rf run
  local code=0
  timeout "$limit" "$gmnc" train "$data" -o run "$@" >train.txt 2>&1 || code=$?
  case $code in
  0) "$gmnc" predict run "$data" --json -q | python3 -c '
import json, sys
r = json.loads(sys.stdin.readline())
print("%.2g" % (r["rmse"] / min(r[b + "_rmse"] for b in ("straight_line", "rest", "constant_acceleration"))))' ;;
  124) echo "over $limit s" ;;
  *) echo refused ;;
  esac
}

echo "| data | chosen | itself | fast | gmn | egnn | constants | contact |"
echo "|---|---|---|---|---|---|---|---|"
for data in "${given[@]}"; do
  timeout "$limit" "$gmnc" train "$data" -o run --epochs 1 --force >train.txt 2>&1 || true
  chosen=$(grep -o 'preset=[a-z]*' train.txt | head -1 | cut -d= -f2)
  steps= hits="--unroll 0 --velocity 0"
  if "$gmnc" inspect "$data" | grep -q 'each a trajectory'; then
    steps="--unroll 1 --velocity 0.1" hits="--unroll 8 --curriculum 4"
  fi
  own=(--epochs "$epochs")
  [ "$chosen" != constants ] || own=()
  echo "| $(basename "$data" .npz) | $chosen | $(error "${own[@]}") | $(error --preset fast --epochs "$epochs" $steps) | $(error --model gmn $network $steps) | $(error --model egnn $network) | $(error --preset constants) | $(error --preset contact $hits --epochs "$epochs") |"
done
