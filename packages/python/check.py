"""Uses an installed wheel on a model and golden numbers: check.py MODEL GOLDEN..."""

import dataclasses
import subprocess
import sys

import numpy as np
from golden import read_golden, refuses

import gmnc

model, golden = gmnc.load(sys.argv[1]), read_golden(sys.argv[2])
assert model.session.get_session_options().get_session_config_entry("session.intra_op.allow_spinning") == "0", "threads that wait take the cores from others"
assert "\n  input  charge [batch, particles, 1]\n" in repr(model), model
inputs = {name: golden[name] for name in model.inputs}
found = model.predict(**inputs)
np.testing.assert_allclose(found.position, golden["predicted_position"], rtol=1e-4, atol=1e-5)
np.testing.assert_allclose(found.velocity, golden["predicted_velocity"], rtol=1e-4, atol=1e-5)
np.testing.assert_array_equal(model.rollout(2, **inputs)[0], found.position)
steady = {name: np.stack([x, x]) if name == "charge" else x for name, x in inputs.items()}
np.testing.assert_array_equal(model.rollout(2, **steady), model.rollout(2, **inputs))
refuses("charge has values for 2 steps: expected 3", model.rollout, 3, **steady)
assert model.rollout(0, **inputs).shape == (0, *golden["position"].shape)

refuses("-1 steps: expected 0 or more", model.rollout, -1, **inputs)
refuses("position has masked values", model.predict, **inputs | {"position": np.ma.masked_greater(inputs["position"], 0)})

measured = model.verify()
for guaranteed in (measured.rotation, measured.translation, measured.renumbering, measured.lengths):
    assert guaranteed < 1e-4, measured

refuses("takes charge, which is not given", model.predict, inputs["position"], inputs["velocity"])
refuses("takes no mass", model.predict, **inputs, mass=1)
refuses("for one system x[None]", model.predict, **{name: x[0] for name, x in inputs.items()})
refuses("whole", model.predict, **inputs | {"sticks": inputs["sticks"] + 0.5})
refuses("sticks has a number beyond 32 bits", model.predict, **inputs | {"sticks": inputs["sticks"] + 2.0**32})
refuses("sticks has a number beyond 32 bits", model.predict, **inputs | {"sticks": np.full_like(inputs["sticks"], -(2**63), np.int64)})
refuses("expected numbers", model.predict, **inputs | {"charge": np.full(inputs["charge"].shape, "1")})
assert len(model.predict(**inputs | {"sticks": [[]] * len(inputs["sticks"])}).position)

for path, text in zip(sys.argv[3::2], sys.argv[4::2]):  # files with all that systems may have
    model, golden = gmnc.load(path), read_golden(text)
    inputs = {name: golden.pop(name) for name in model.inputs}
    for found, name in zip(dataclasses.astuple(model.predict(**inputs)), golden):
        np.testing.assert_allclose(found, golden[name], rtol=1e-4, atol=1e-5)
    for name in model.inputs:
        without = {n: x for n, x in inputs.items() if n != name}
        if name in ("parents", "bodies", "sticks", "hinges"):
            model.predict(**without)
        elif name not in ("position", "velocity"):
            refuses(f"takes {name}, which is not given", model.predict, **without)
        if inputs[name].ndim > 1:
            refuses("has the shape", model.predict, **inputs | {name: np.concatenate([inputs[name], inputs[name]], axis=-1)})
    refuses("takes no parent: it takes", model.predict, **inputs, parent=inputs["parents"])
    if "steps" in model.inputs:
        steps = inputs.pop("steps")
        assert model.rollout(int(steps), **inputs).shape[0] == steps
        refuses("expected [steps=1, batch=2, 3]", model.rollout, 1, **inputs)

version = subprocess.run([sys.executable, "-m", "gmnc", "--version"], capture_output=True, text=True, check=True)
assert version.stdout.startswith("gmnc "), version.stdout
failure = subprocess.run([sys.executable, "-m", "gmnc", "bogus"], capture_output=True, text=True)
assert failure.returncode == 2 and "unexpected argument bogus" in failure.stderr, failure
print(f"wheel: the numbers are as in golden.txt; {measured}")
