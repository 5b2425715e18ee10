"""Steps a robot in joint coordinates, by itself and as an environment: check_robot.py FILE
GRADIENTS, of gmnc export --joints --links, and with --gradients."""

import sys
import warnings

import numpy as np
from golden import refuses

import gmnc

robot = gmnc.Robot(sys.argv[1], batch=2)
joints = len(robot.names)
assert robot.ranges is not None and all(robot.ranges[of].shape == (joints, 2) and (np.diff(robot.ranges[of]) >= 0).all() for of in ("q", "rate", "torque"))
first = robot.step(torque=np.ones(joints))
assert first.q.shape == first.rate.shape == (2, joints) and np.isfinite(first.q).all() and robot.steps == 1
assert robot.points is not None and robot.points.shape == (2, len(robot.point_names), 3)
np.testing.assert_array_equal(first.q[0], first.q[1])
second = robot.step(torque=np.zeros((2, joints)))

cautious = gmnc.Robot(sys.argv[1])
least, most = cautious.ranges["torque"].T
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    cautious.reset(*(np.mean(cautious.ranges[of], axis=1) for of in ("q", "rate")))
    for torque in (most, least):
        cautious.step(torque=torque)
        cautious.reset(*(np.mean(cautious.ranges[of], axis=1) for of in ("q", "rate")))
    assert not said, [str(warning.message) for warning in said]
    cautious.step(torque=most + np.abs(most) / 100 + 1e-3)
    cautious.step(torque=most + 1)
    assert len(said) == 1 and str(said[0].message).startswith(f"torque of {cautious.columns['torque'][0]} is "), said

robot.reset()
assert robot.steps == 0 and robot.points is None and not robot.q.any()
path = robot.rollout([np.ones(joints), np.zeros(joints)])
np.testing.assert_allclose(path.q, [first.q, second.q], atol=1e-6)
np.testing.assert_allclose(path.rate, [first.rate, second.rate], atol=1e-6)
assert robot.rollout(np.zeros((0, joints))).q.shape == (0, 2, joints)

robot.reset(q=np.full(joints, 0.1))
down = robot.step(torque=np.zeros(joints)).rate
robot.reset(q=np.full(joints, 0.1))
np.testing.assert_array_equal(robot.step(torque=np.zeros(joints), gravity=[0, 0, -9.81]).rate, down)
robot.reset(q=np.full(joints, 0.1))
up = robot.step(torque=np.zeros(joints), gravity=[[0, 0, -9.81], [0, 0, 9.81]]).rate
np.testing.assert_array_equal(up[0], down[0])
assert np.abs(up[1] - down[1]).max() > 1e-4

robot.reset()
robot.q[0, 0] = np.nan
lost = robot.step(torque=np.zeros(joints))
assert np.isnan(lost.q[0]).all() and np.isfinite(lost.q[1]).all()
refuses("expected [batch=2", robot.step, torque=np.zeros(joints + 1))
refuses("expected [batch=2", robot.reset, q=np.zeros((3, joints)))
refuses("returns gradients and takes cotangent_q, cotangent_rate", gmnc.Robot, sys.argv[2])

try:
    from gymnasium.utils.env_checker import check_env
    from gmnc.environment import Environment
except ImportError:
    print("robot: no gymnasium, so no environment")
else:
    environment = Environment(
        gmnc.Robot(sys.argv[1]), low=-np.ones(joints), high=np.ones(joints), frames=20,
        apply=lambda action: {"torque": action}, reward=lambda before, action, after: -float(np.square(after.q).sum()),
        start=lambda random: (random.uniform(-0.1, 0.1, joints), np.zeros(joints)),
    )
    check_env(environment, skip_render_check=True)
    observation, _ = environment.reset(seed=1)
    assert observation.shape == (2 * joints,)
print(f"robot: {', '.join(robot.names)}")
