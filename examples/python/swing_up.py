"""Swings a double pendulum up by a motor of limited torque at its pivot, and holds it.

    swing_up.py SWING.onnx PENDULUM.urdf

The controller knows the exported file alone, with its gradients and learned masses. What
it moves is another: gmnc simulate's integrator, which knows the true ones. Every few
frames it plans again from where the pendulum is (iterative LQR: first derivatives only).
"""

import subprocess
import sys
import tempfile

import numpy as np
import onnxruntime

DT, LIMIT, HORIZON, APPLIED, FRAMES, HELD = 0.04, 9.0, 30, 2, 200, 26
UPRIGHT = np.array([np.pi, np.pi, 0, 0])
RUNNING, LAST, EFFORT = np.array([2, 2, 0.05, 0.05]), np.array([100.0, 100, 10, 10]), 0.02
# As docs/mechanics.md has them: six particles stand for each link.
ELBOW = np.array([0, 0, -0.6])
ENDS = [4, 10], [5, 11]  # particles on the axes of the links


def across(r):
    """What vectors change by as they turn."""
    return np.stack([r[..., 2], 0 * r[..., 0], -r[..., 0]], -1)


class Pendulum:
    """The model in angles from hanging and their rates [systems, 4], of both links."""

    def __init__(self, path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(path, options)
        s, t = 0.1, 0.1369306445
        self.rest = np.array(
            [[s, 0, -0.3], [-s, 0, -0.3], [0, s, -0.3], [0, -s, -0.3], [0, 0, -0.0763932019], [0, 0, -0.523606777]]
            + [[t, 0, -0.85], [-t, 0, -0.85], [0, t, -0.85], [0, -t, -0.85], [0, 0, -0.612829149], [0, 0, -1.08717084]]
        )
        self.link, self.kept = np.repeat([0, 1], 6), {}

    def fixed(self, n):
        """The inputs that never change, of n systems."""
        whole = {"parents": [-1] * 6 + [0] + [-1] * 5, "bodies": self.link, "sticks": np.zeros((0, 2)), "hinges": np.zeros((0, 3))}
        real = {"rest": self.rest, "joint_anchor": self.link[:, None] * ELBOW, "turn_axis": np.tile([0, 1.0, 0], (12, 1)), "gravity": [0, 0, -9.81]}
        kinds = ((whole, np.int64), (real, np.float32), ({"cotangent_position": np.zeros((12, 3)), "cotangent_velocity": np.zeros((12, 3))}, np.float32))
        return {name: np.tile(np.asarray(x, kind), (n,) + (1,) * np.ndim(x)) for given, kind in kinds for name, x in given.items()}

    def arms(self, states):
        """The vectors from joints to particles, and from the pivot to the joints, turned."""
        arms = self.rest - self.link[:, None] * ELBOW
        c, s = np.cos(states[:, self.link]), np.sin(states[:, self.link])
        r = np.stack([arms[:, 0] * c + arms[:, 2] * s, arms[:, 1] + 0 * c, arms[:, 2] * c - arms[:, 0] * s], -1)
        e = ELBOW[2] * np.stack([np.sin(states[:, :1]), 0 * states[:, :1], np.cos(states[:, :1])], -1)
        return r, self.link[None, :, None] * e

    def inputs(self, states, torque):
        """The file's inputs."""
        n = len(states)
        if n not in self.kept:
            self.kept[n] = self.fixed(n)
        r, e = self.arms(states)
        v = states[:, 2 + self.link, None] * across(r) + states[:, 2:3, None] * across(e)
        torques = np.where(self.link == 0, np.asarray(torque)[:, None], 0)[..., None]
        moving = {"position": r + e, "velocity": v, "torque": torques}
        return self.kept[n] | {name: x.astype(np.float32) for name, x in moving.items()}

    def derivatives(self, states):
        """The derivatives of positions and velocities by states [systems, 4, 2, 12, 3]."""
        r, e = self.arms(states)
        by = np.zeros((len(states), 4, 2, 12, 3))
        for k in range(2):
            own = (self.link == k)[None, :, None] * r + (e if k == 0 else 0)
            by[:, k, 0] = by[:, k + 2, 1] = across(own)
            by[:, k, 1] = states[:, 2 + k, None, None] * across(across(own))
        return by

    def states(self, x, v):
        """The angles and rates of systems."""
        u, w = x[:, ENDS[1]] - x[:, ENDS[0]], v[:, ENDS[1]] - v[:, ENDS[0]]
        return np.concatenate([np.arctan2(-u[..., 0], -u[..., 2]), (across(u) * w).sum(-1) / (u * u).sum(-1)], -1)

    def counts(self, x, v):
        """The derivatives of angles and rates by positions and velocities [systems, 4, 2, 12, 3]."""
        u, w = x[:, ENDS[1]] - x[:, ENDS[0]], v[:, ENDS[1]] - v[:, ENDS[0]]
        square, by = (u * u).sum(-1, keepdims=True), np.zeros((len(x), 4, 2, 12, 3))
        turned, slower = across(u) / square, -across(w) / square
        for k in range(2):
            for sign, end in ((-1, ENDS[0][k]), (1, ENDS[1][k])):
                by[:, k, 0, end] = by[:, k + 2, 1, end] = sign * turned[:, k]
                by[:, k + 2, 0, end] = sign * slower[:, k]
        return by

    def step(self, states, torque, counts=None):
        """The states an interval later; with counts [systems, 2, 12, 3] the gradients by state and torque."""
        given = self.inputs(states, torque)
        if counts is None:
            return self.states(*self.session.run(["predicted_position", "predicted_velocity"], given))
        given["cotangent_position"], given["cotangent_velocity"] = counts.astype(np.float32).transpose(1, 0, 2, 3)
        x, v, u = self.session.run(["gradient_position", "gradient_velocity", "gradient_torque"], given)
        return (self.derivatives(states) * np.stack([x, v], 1)[:, None]).sum((2, 3, 4)), u[:, :6].sum((1, 2))

    def linear(self, states, after, torque):
        """The derivatives of the next states [systems, 4] by states [.., 4, 4] and torques [.., 4]."""
        given = self.inputs(after, torque)
        counts = self.counts(given["position"], given["velocity"])
        n = len(states)
        by_state, by_torque = self.step(np.repeat(states, 4, 0), np.repeat(torque, 4), counts.reshape(4 * n, 2, 12, 3))
        return by_state.reshape(n, 4, 4), by_torque.reshape(n, 4)


def distance(states):
    """States from upright, angles within half a turn."""
    d = states - UPRIGHT
    d[..., :2] = (d[..., :2] + np.pi) % (2 * np.pi) - np.pi
    return d


def cost(path, plan):
    """Of paths [systems, horizon + 1, 4] by plans [systems, horizon]."""
    d = distance(path)
    return (RUNNING * d[:, :-1] ** 2).sum((1, 2)) * DT + (LAST * d[:, -1] ** 2).sum(1) + EFFORT * (plan**2).sum(1) * DT


def roll(model, start, plan, path=None, change=None, gains=None, scales=(0.0,)):
    """The paths of a plan from a state, and of changes of it in several scales, with gains
    for what they leave the path by."""
    states, used, scales = [np.repeat(start[None], len(scales), 0)], [], np.array(scales)
    for t in range(len(plan)):
        u = np.full(len(scales), plan[t])
        if gains is not None:
            u = u + scales * change[t] + distance(states[-1] - path[t] + UPRIGHT) @ gains[t]
        used.append(np.clip(u, -LIMIT, LIMIT))
        states.append(model.step(states[-1], used[-1]))
    return np.stack(states, 1), np.stack(used, 1)


def improve(model, path, plan, caution, moved=None):
    """A round of iterative LQR: a path and plan of a lower cost, or as they were, and how
    cautious the next round should be. From where the system moved to it is the best."""
    a, b = model.linear(path[:-1], path[1:], plan)
    d = distance(path)
    slope, curve = 2 * LAST * d[-1], np.diag(2 * LAST)
    change, gains = np.zeros(len(plan)), np.zeros((len(plan), 4))
    for t in reversed(range(len(plan))):
        c = np.diag(2 * DT * RUNNING) + a[t].T @ curve @ a[t]
        s = 2 * DT * RUNNING * d[t] + a[t].T @ slope
        cross, push = b[t] @ curve @ a[t], 2 * DT * EFFORT * plan[t] + b[t] @ slope
        stiff = 2 * DT * EFFORT + b[t] @ curve @ b[t]
        change[t] = np.clip(plan[t] - push / (stiff + caution), -LIMIT, LIMIT) - plan[t]
        if abs(plan[t] + change[t]) < LIMIT:
            gains[t] = -cross / (stiff + caution)
        slope = s + gains[t] * (push + stiff * change[t]) + cross * change[t]
        curve = c + np.outer(gains[t], cross) + np.outer(cross, gains[t]) + stiff * np.outer(gains[t], gains[t])
    paths, plans = roll(model, path[0] if moved is None else moved, plan, path, change, gains, (1.0, 0.5, 0.2, 0.05, 0.0))
    costs = cost(paths, plans)
    best = np.nanargmin(costs)
    if moved is not None or costs[best] < cost(path[None], plan[None])[0]:
        return paths[best], plans[best], max(caution / 3, 1e-6)
    return path, plan, min(caution * 10 + 1e-6, 1e3)


def simulate(urdf, folder, state, torques):
    """The state after torques by the simulator, which takes angles of joints."""
    joints = lambda two: np.array([two[0], two[1] - two[0]])[None]
    torque = np.zeros((1, len(torques) + 1, 2))
    torque[0, :-1, 0] = torques
    np.savez(folder + "/given.npz", test_angle=joints(state[:2]), test_rate=joints(state[2:]), test_torque=torque)
    command = ["gmnc", "simulate", "--robot", urdf, "--given", folder + "/given.npz", "--interval", str(DT), "--frames", str(len(torques) + 1), "-o", folder + "/out.npz", "--force", "-q"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    out = np.load(folder + "/out.npz")
    return out["test_positions"][0, -1:], out["test_velocities"][0, -1:]


def main(file, urdf):
    model, state, caution = Pendulum(file), np.zeros(4), 1.0
    plan = LIMIT * np.sign(np.sin(5 * DT * np.arange(HORIZON)))
    path, plan = (each[0] for each in roll(model, state, plan))
    for _ in range(10):
        path, plan, caution = improve(model, path, plan, caution)
    held = frame = 0
    with tempfile.TemporaryDirectory() as folder:
        while frame < FRAMES and held < HELD:
            state = model.states(*simulate(urdf, folder, state, plan[:APPLIED]))[0]
            frame, held = frame + APPLIED, held + APPLIED if np.abs(distance(state)[:2]).max() < 0.2 else 0
            more, _ = roll(model, path[-1], np.zeros(APPLIED))
            path, plan = np.append(path[APPLIED:], more[0, 1:], 0), np.append(plan[APPLIED:], np.zeros(APPLIED))
            path, plan, caution = improve(model, path, plan, min(caution, 0.01), moved=state)
    if held < HELD:
        raise SystemExit(f"the pendulum is not held upright: it is {distance(state)} from there after {frame} frames")
    print(f"swing up: upright for {held * DT:.1f} s after {(frame - held) * DT:.1f} s, by at most {LIMIT} N m")


if __name__ == "__main__":
    main(*sys.argv[1:])
