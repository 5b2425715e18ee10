#!/usr/bin/env bash
# Trains every model shortly on systems of several kinds, and exports each: a line says
# whether the file was written, and if not, why. Usage: check-exports.sh GMNC [SEEDS...]
set -euo pipefail

gmnc=$(realpath "$1"); shift
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
models="egnn egnn-reg gmn gmn-l gmn-l-reg gmn-ode rf gnn linear tfn se3-transformer"
refused=0
for seed in "${@:-1}"; do
  for system in 3,2,1 0,2,0 4,0,0; do
    rm -f data.npz
    "$gmnc" simulate --system "$system" --train 40 --valid 10 --test 10 --seed "$seed" -o data.npz -q >simulate.txt 2>&1
    for model in $models; do
      rm -rf run model.onnx
      if ! "$gmnc" train data.npz -o run --model "$model" --epochs 1 --batch 20 --seed "$seed" -q >train.txt 2>&1; then
        echo "$system seed $seed $model: not trained: $(tail -1 train.txt)"; refused=1
      elif "$gmnc" export run -o model.onnx >export.txt 2>&1; then
        echo "$system seed $seed $model: written"
      else
        echo "$system seed $seed $model: refused: $(tail -1 export.txt)"; refused=1
      fi
    done
  done
done
exit $refused
