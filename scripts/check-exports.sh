#!/usr/bin/env bash
# Trains every model shortly on a few samples, exports it, and says for each whether the file was
# written, and if not, why. The end counts the outcomes, refusals by their reason, and the exit code
# is 1 if there was any other than a written file. Every DATA is a system to simulate, such as
# 3,2,1, or a data set to take 10 to 45 training samples of; by default there are three systems.
# So a long campaign can be run in parts. Usage:
#   [SEEDS="1 2"] [MODELS="gmn egnn"] check-exports.sh GMNC [DATA...]
# A model with a plus, such as +paper, is a preset.
set -euo pipefail

gmnc=$(realpath "$1"); shift
[ $# -gt 0 ] || set -- 3,2,1 0,2,0 4,0,0
given=()
for data in "$@"; do
  case $data in *.npz) data=$(realpath "$data") ;; esac
  given+=("$data")
done
models=${MODELS:-egnn egnn-reg gmn gmn-l gmn-l-reg gmn-lh gmn-ode rf gnn linear tfn se3-transformer +fast +paper}
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
: >outcomes.txt

# reason FILE is the last line that a refused command wrote, without its figures.
reason() {
  grep -v '^note: ' "$1" | tail -1 | sed -E 's/[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?/N/g'
}

# outcome DATA.npz MODEL SEED SAMPLES trains a model on some samples of a data set and exports it.
outcome() {
  local choice=(--model "$2")
  case $2 in +*) choice=(--preset "${2#+}") ;; esac
  rm -rf run model.onnx
  if ! "$gmnc" train "$1" -o run "${choice[@]}" --train-size "$4" --epochs $((1 + $3 % 4)) \
    --batch $(($4 < 20 ? $4 : 20)) --seed "$3" -q >train.txt 2>&1; then
    echo "not trained: $(reason train.txt)"
  elif "$gmnc" export run -o model.onnx >export.txt 2>&1; then
    echo written
  else
    echo "refused: $(reason export.txt)"
  fi
}

for seed in ${SEEDS:-1}; do
  samples=$((10 + 7 * seed % 36))
  for data in "${given[@]}"; do
    file=$data
    case $data in
    *.npz) ;;
    *) file=$folder/data.npz
      "$gmnc" simulate --system "$data" --train $samples --valid 10 --test 10 --seed "$seed" -o "$file" --force -q >/dev/null ;;
    esac
    for model in $models; do
      result=$(outcome "$file" "$model" "$seed" "$samples")
      echo "$(basename "$data") seed $seed, $samples samples, $model: $result"
      echo "$result" >>outcomes.txt
    done
  done
done
echo
sort outcomes.txt | uniq -c | sort -rn
! grep -qvx written outcomes.txt
