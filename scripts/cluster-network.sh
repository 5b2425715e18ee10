#!/usr/bin/env bash
# Holds the model of docs/cluster.md to a network: two ranks of one thread each in
# two network namespaces, joined by a cable of limited rate. It needs Linux and
# root (it makes the namespaces, and removes them again), iproute2, and the
# packages of docs/cluster.md.
#
#   sudo bash scripts/cluster-network.sh
#
# It prints how long a step of training takes without a limit and at two rates.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "network namespaces are made by root alone" >&2; exit 2; }

hosts=(gmnc-a gmnc-b)
folder=$(mktemp -d)

cleanup() {
	for host in "${hosts[@]}"; do
		ip netns delete "$host" 2>/dev/null || true
	done
	rm -rf "$folder"
}
trap cleanup EXIT

# Each host has its network, its name and its end of the cable.
for i in 0 1; do
	ip netns add "${hosts[i]}"
	ip -n "${hosts[i]}" link set lo up
done
ip link add cable netns "${hosts[0]}" type veth peer name cable netns "${hosts[1]}"
for i in 0 1; do
	ip -n "${hosts[i]}" address add "10.77.0.$((i + 1))/24" dev cable
	ip -n "${hosts[i]}" link set cable up
done

# The launchers start what runs on the other host by this in place of ssh.
cat >"$folder/on" <<'END'
#!/bin/sh
case $1 in
10.77.0.1) host=gmnc-a ;;
10.77.0.2) host=gmnc-b ;;
*) host=$1 ;;
esac
shift
exec ip netns exec "$host" unshare --uts sh -c 'hostname "$1"; shift; exec sh -c "$*"' sh "$host" "$@"
END
chmod +x "$folder/on"

# limit sets the rate of both directions.
limit() {
	for host in "${hosts[@]}"; do
		tc -n "$host" qdisc delete dev cable root 2>/dev/null || true
		[ "$1" = none ] || tc -n "$host" qdisc add dev cable root tbf rate "$1" burst 32kb latency 50ms
	done
}

# mpirun NAME COMMAND... runs two ranks, one on each host, which meet by TCP alone.
mpirun() {
	local name=$1
	shift
	case $name in
	openmpi) set -- mpirun.openmpi --allow-run-as-root --mca plm_rsh_agent "$folder/on" --host 10.77.0.1,10.77.0.2 \
		--mca btl tcp,self --mca pml ob1 --mca btl_tcp_if_include cable --mca oob_tcp_if_include cable \
		--bind-to none --mca mpi_yield_when_idle 1 -x GOMAXPROCS=1 -n 2 "$@" ;;
	mpich) set -- mpirun.mpich -launcher rsh -launcher-exec "$folder/on" -hosts 10.77.0.1,10.77.0.2 \
		-genv UCX_TLS tcp,self -genv UCX_NET_DEVICES cable -genv GOMAXPROCS 1 -n 2 "$@" ;;
	esac
	"$folder/on" gmnc-a "$(printf '%q ' "$@")"
}

# step prints the milliseconds of a step of training, of the fastest epoch of five
# steps: 64 systems (3,2,1), which fill all lanes and take little time themselves.
step() {
	rm -rf "$folder/run"
	mpirun "$1" "$folder/gmnc-$1" train "$folder/data.npz" -o "$folder/run" --batch 64 --epochs "$2" --quiet >/dev/null
	awk -F, 'NR > 2 { took = ($4 - before) * 200; if (!fastest || took < fastest) fastest = took } { before = $4 }
		END { printf "%.1f\n", fastest }' "$folder/run/metrics.csv"
}

go build -o "$folder/gmnc" ./cmd/gmnc
"$folder/gmnc" simulate --quiet --system 3,2,1 --train 320 --valid 1 --test 1 -o "$folder/data.npz"
for name in openmpi mpich; do
	CC=mpicc.$name go build -tags mpi -o "$folder/gmnc-$name" ./cmd/gmnc
done

echo "ms a step: without limit, at 1 Gbit/s (the model: 29.5 more), at 100 Mbit/s (295 more); load average $(cut -d' ' -f1-3 /proc/loadavg)"
for name in openmpi mpich; do
	line=$name
	for rate in none 1gbit 100mbit; do
		limit $rate
		epochs=40
		[ $rate != 100mbit ] || epochs=6
		line="$line $(step $name $epochs)"
	done
	echo "$line"
done
