"""Measures another runtime for `gmnc bench --peers`.

    python peer.py torch|jax|onnxruntime CORES

Requests are lines of JSON on standard input, and each has an answer of one
line on standard output:

    {"open": CASE, "variant": NAME, "use": "train", "predict" or "gradients"}
        prepares a call and makes it once: its number, the runtime, and what it
        returned, the loss before the step, or positions and velocities
    {"run": NUMBER, "calls": N}
        calls once, then N times: seconds of the clock and of processors for all N
"""

import importlib
import json
import os
import sys
import time

import numpy

MODULES = {"torch": "gmn_torch", "jax": "gmn_jax", "onnxruntime": "files"}


def main():
    name, cores = sys.argv[1], int(sys.argv[2])
    limit(cores)  # before the library is imported, which looks then
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print is no answer
    opened = []
    for line in sys.stdin:
        try:
            answer = respond(name, cores, opened, json.loads(line))
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}".splitlines()[0]}
        print(json.dumps(answer), file=answers, flush=True)


def limit(cores):
    """Lets this process run on that many processors: JAX knows no other way."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    elif cores < os.cpu_count():
        raise SystemExit("this system cannot keep a process on fewer processors")


def respond(name, cores, opened, request):
    if "open" in request:
        from case import Case

        peer = importlib.import_module(MODULES[name]).Peer(Case(request["open"]), request["variant"], cores)
        call = getattr(peer, request["use"])
        opened.append(call)
        arrays = {key: numpy.asarray(value).ravel().tolist() for key, value in call().items()}
        return {"number": len(opened) - 1, "runtime": peer.runtime, "arrays": arrays}
    return run(opened[request["run"]], request["calls"])


def run(call, calls):
    call()
    started, processor = time.perf_counter(), time.process_time()
    for _ in range(calls):
        call()
    return {"seconds": time.perf_counter() - started, "processor_seconds": time.process_time() - processor}


if __name__ == "__main__":
    main()
