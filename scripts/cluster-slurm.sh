#!/usr/bin/env bash
# Tries gmnc under Slurm on this machine alone: training on two ranks by srun with
# Open MPI (PMIx) and MPICH (PMI-2), to the bits of one process, and an array of two
# shards of a table with their merge. It starts a controller and a node of its own,
# in a folder that is removed again. It needs root, the packages of docs/cluster.md
# and
#
#   apt-get install slurmctld slurmd slurm-client munge
#
#   sudo bash scripts/cluster-slurm.sh
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "this Slurm is root's alone" >&2; exit 2; }

folder=$(mktemp -d)
cleanup() {
	for daemon in slurmd slurmctld munged; do
		[ ! -s "$folder/$daemon.pid" ] || kill "$(cat "$folder/$daemon.pid")" 2>/dev/null || true
	done
	sleep 2
	rm -rf "$folder"
}
trap cleanup EXIT

chmod 755 "$folder" # munged wants to be reached
mkdir "$folder/state" "$folder/spool"
cat >"$folder/slurm.conf" <<END
ClusterName=trial
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=17817
SlurmdPort=17818
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
SlurmUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName=$(hostname) NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END
export SLURM_CONF=$folder/slurm.conf
(umask 077 && head -c 128 /dev/urandom >"$folder/key")
munged --key-file="$folder/key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" --log-file="$folder/munged.log" --seed-file="$folder/seed" --force 2>/dev/null
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF"
for _ in $(seq 30); do
	! sinfo -h -o %t | grep -q idle || break
	sleep 1
done
sinfo --version

gmnc=$folder/gmnc
go build -o "$gmnc" ./cmd/gmnc
"$gmnc" simulate --quiet --system 2,1,0 --train 60 --valid 7 --test 1 -o "$folder/data.npz"
train="train $folder/data.npz --epochs 2 --batch 30 --layers 2 --hidden 8 --quiet -o"
"$gmnc" $train "$folder/alone" >/dev/null
for name in openmpi:pmix mpich:pmi2; do
	CC=mpicc.${name%:*} go build -tags mpi -o "$gmnc-${name%:*}" ./cmd/gmnc
	srun --mpi="${name#*:}" --kill-on-bad-exit=1 -n 2 "$gmnc-${name%:*}" $train "$folder/${name%:*}" >/dev/null
	cmp "$folder/alone/weights.safetensors" "$folder/${name%:*}/weights.safetensors"
	echo "srun --mpi=${name#*:} on two ranks of ${name%:*}: the weights of one process"
done

cat >"$folder/job" <<END
#!/bin/sh
exec "$gmnc" reproduce sota --models linear --systems 1,2,0 --shard \$SLURM_ARRAY_TASK_ID/2 -o "$folder/part\$SLURM_ARRAY_TASK_ID"
END
sbatch --wait --array=1-2 --ntasks=1 --output="$folder/%a.log" "$folder/job"
"$gmnc" reproduce sota --models linear --systems 1,2,0 --merge "$folder/part1,$folder/part2" -o "$folder/tables"
