#!/usr/bin/env bash
# Trains every model shortly, with few samples, on systems of several kinds, and exports each:
# a line says whether the file was written, and if not, why. The end counts the outcomes. With
# DATA, a folder that has data sets, these are trained on, too. Usage:
# [DATA=FOLDER] check-exports.sh GMNC [SEEDS...]
set -euo pipefail

gmnc=$(realpath "$1"); shift
data=${DATA:+$(realpath "$DATA")}
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
models="egnn egnn-reg gmn gmn-l gmn-l-reg gmn-ode rf gnn linear tfn se3-transformer"

# check DATA.npz NAME SEED trains every model on a data set and exports it.
check() {
  for model in $models; do
    rm -rf run model.onnx
    if ! "$gmnc" train "$1" -o run --model "$model" --epochs $((1 + $3 % 4)) --batch 20 --seed "$3" -q >train.txt 2>&1; then
      outcome="not trained: $(tail -1 train.txt)"
    elif "$gmnc" export run -o model.onnx >export.txt 2>&1; then
      outcome=written
    else
      outcome="refused: $(tail -1 export.txt)"
    fi
    echo "$2 seed $3 $model: $outcome"
    echo "${outcome%%:*}" >>outcomes.txt
  done
}

for seed in "${@:-1}"; do
  for system in 3,2,1 0,2,0 4,0,0; do
    rm -f data.npz
    "$gmnc" simulate --system "$system" --train $((5 + 7 * seed % 36)) --valid 10 --test 10 --seed "$seed" -o data.npz -q >simulate.txt 2>&1
    check data.npz "$system" "$seed"
  done
  for given in ${data:+"$data"/*.npz}; do
    check "$given" "$(basename "$given")" "$seed"
  done
done
sort outcomes.txt | uniq -c
! grep -qv written outcomes.txt
