"""Steps a system with a stepper and as an environment: check_stepper.py MODEL GOLDEN."""

import os
import sys

import gymnasium
import numpy as np
from golden import read_golden, refuses
from gymnasium.utils.env_checker import check_env

import gmnc
from gmnc.environment import Environment

model, golden = gmnc.load(sys.argv[1]), read_golden(sys.argv[2])
frames, control = int(golden["steps"]), "gravity"  # a file that rolls, with a gravity for each step
inputs = {name: golden[name][0 if name == control else slice(None)][:1] for name in model.inputs if name != "steps"}
stepper = gmnc.Stepper(model, **inputs)
for frame in range(frames):
    state = stepper.step(**{control: golden[control][frame, :1]})
    np.testing.assert_allclose(state.position, golden["predicted_positions"][frame, :1], rtol=1e-4, atol=1e-5)
stepper.save("state")
second = stepper.step(**{control: 0 * inputs[control]}).position
stepper.reset()
assert stepper.steps == 0
stepper.load("state")
assert stepper.steps == frames
np.testing.assert_array_equal(stepper.step(**{control: 0 * inputs[control]}).position, second)
assert not os.path.exists("state.part")
refuses("is no control", stepper.step, position=inputs["position"])
refuses("has the shape", stepper.step, **{control: inputs[control][:, :-1]})
refuses("takes no mas", gmnc.Stepper, model, **inputs, mas=1)
stepper.load("state")
held = stepper.step().position
stepper.load("state")
refuses("is no control", stepper.step, **{control: inputs[control] + 1, "position": inputs["position"]})
np.testing.assert_array_equal(stepper.step().position, held)
np.savez("other.npz", made=1)
refuses("expected a state with", stepper.load, "other.npz")

environment = Environment(
    gmnc.Stepper(model, **inputs),
    low=[-1], high=[1], frames=20,
    apply=lambda action: {control: inputs[control] + 0.1 * action[0]},
    reward=lambda before, action, after: -float(np.square(after.velocity).sum()),
    start=lambda random: (inputs["position"], inputs["velocity"] * random.uniform(0.9, 1.1)),
)
check_env(environment, skip_render_check=True)
observation, _ = environment.reset(seed=1)
environment.action_space.seed(1)
total, over = 0.0, False
while not over:
    observation, reward, ended, cut, _ = environment.step(environment.action_space.sample())
    total, over = total + reward, ended or cut
assert np.isfinite(observation).all() and total < 0 and environment.stepper.steps == 20
assert isinstance(environment, gymnasium.Env)
print(f"stepper: {environment.stepper.steps} steps of a random policy, reward {total:.3g}")
