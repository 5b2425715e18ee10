"""Throws a cube so that it comes to rest on a mark.

    throw.py TOSS.onnx SIMULATOR

The planner knows the exported file alone, with its gradients: a law of contact that was
learned from recorded tosses. It chooses the speed and spin of the hand that lets go
(Gauss-Newton from several starts). Another says where the cube then goes: the
simulator of examples/browser, with constants of friction, restitution and stiffness.
Lengths are half widths of the cube.
"""

import json
import subprocess
import sys

import numpy as np
import onnxruntime

STEPS, ROUNDS = 120, 4  # of 1/148 s; of planning
SPEED, SPIN = 26.0, 9.0  # the fastest of the recordings: half widths/s, radians/s
NEAR, SLOW = 0.1, 0.1  # of the mark, and at rest: half widths, half widths/s
MARKS = [(5, 0)]
# To begin with: speeds along the table that would slide a half width, upward speeds, and spins.
STARTS = np.array([[7.2, 0, 0, 0, 0], [7.6, 2, 0, 0, 2], [7.2, 0, 0, 3, 0], [8, 2, 0, -2, 0], [7.6, 0, 3, 0, 0], [7.2, 2, -3, 0, -2]])
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


def turned(r, angle, first, second):
    """Vectors turned from one axis towards another."""
    out = r.copy()
    out[:, first] = np.cos(angle) * r[:, first] - np.sin(angle) * r[:, second]
    out[:, second] = np.sin(angle) * r[:, first] + np.cos(angle) * r[:, second]
    return out


ARMS = turned(turned(CORNERS, 0.5, 1, 2), 0.4, 2, 0)  # from the centre to the corners
HELD = np.array([0, 0, 2.6])


class Toss:
    """The file's model of throws [throws, 6]: the speed and the spin."""

    def __init__(self, path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.log_severity_level = 1, 3
        self.session = onnxruntime.InferenceSession(path, options)

    def run(self, throws):
        """Where throws end [throws, 2], how fast, and the derivatives of the ends [throws, 2, 6]."""
        n = 2 * len(throws)  # each counts where it ends along x, and along y
        count = np.zeros((STEPS, n, 8, 3))
        count[-1, 0::2, :, 0] = count[-1, 1::2, :, 1] = 1 / 8
        system = {"planes": [0, 0, 1] + 21 * [0], "gravity": [0, 0, -187.21374], "mass": np.full((8, 1), 0.37 / 8), "gyration": CORNERS / 8 / np.sqrt(3)}
        objects = {"bodies": np.zeros(8), "parents": np.full(8, -1), "sticks": np.zeros((0, 2)), "hinges": np.zeros((0, 3))}
        alike = lambda values, kind: {name: np.tile(np.asarray(x, kind), (n,) + (1,) * np.ndim(x)) for name, x in values.items()}
        given = {"position": np.tile(HELD + ARMS, (n, 1, 1)), "velocity": np.repeat(velocities(throws), 2, 0), "cotangent_positions": count, "cotangent_velocities": 0 * count}
        given = {name: x.astype(np.float32) for name, x in given.items()}
        given |= alike(system, np.float32) | alike(objects, np.int64) | {"steps": np.array(STEPS, np.int64)}
        positions, speeds, by = self.session.run(["predicted_positions", "predicted_velocities", "gradient_velocity"], given)
        by = by.reshape(-1, 2, 8, 3)
        by = np.concatenate([by.sum(2), np.cross(ARMS, by).sum(2)], -1)
        return positions[-1, ::2].mean(1)[:, :2], np.abs(speeds[-1, ::2]).max((1, 2)), by


def velocities(throws):
    """The velocities of the corners."""
    return throws[:, None, :3] + np.cross(throws[:, None, 3:], ARMS)


def bounded(throws):
    """Throws that are no faster than the recorded ones."""
    for part, most in ((throws[:, :3], SPEED), (throws[:, 3:], SPIN)):
        part *= np.minimum(1, most / np.maximum(np.linalg.norm(part, axis=1, keepdims=True), most))
    return throws


def plan(model, mark):
    """The throw that ends at the mark and, of several, is the least sensitive to the hand."""
    mark = np.array(mark, float)
    towards = STARTS[:, :1] * mark / np.sqrt(max(np.linalg.norm(mark), 1e-9))  # twice as fast slides four times as far
    throws = bounded(np.concatenate([towards, STARTS[:, 1:]], 1))
    ends, speeds, by = model.run(throws)
    share = np.ones((len(throws), 1))
    for _ in range(ROUNDS):
        off = mark - ends
        change = np.stack([a.T @ np.linalg.solve(a @ a.T + 0.01 * np.eye(2), d) for a, d in zip(by, off)])
        tried = bounded(throws + share * change)
        after = model.run(tried)
        better = np.linalg.norm(mark - after[0], axis=1) < np.linalg.norm(off, axis=1)
        share = np.where(better[:, None], 1, share / 3)
        throws[better] = tried[better]
        for old, new in zip((ends, speeds, by), after):
            old[better] = new[better]
    off = np.linalg.norm(mark - ends, axis=1)
    reached = (off < NEAR) & (speeds < SLOW)
    best = np.argmin(np.where(reached, np.linalg.norm(by, axis=(1, 2)), 1e3 + off))
    return throws[best], off[best], reached[best]


def simulate(simulator, throw):
    """Where the simulator's cube ends [2]."""
    given = {"position": (HELD + ARMS).tolist(), "velocity": velocities(throw[None])[0].tolist(), "intervals": STEPS}
    out = subprocess.run([simulator], input=json.dumps(given), check=True, capture_output=True, text=True)
    return np.mean(json.loads(out.stdout)["position"], 0)[:2]


def main(file, simulator):
    model = Toss(file)
    for mark in MARKS:
        throw, off, reached = plan(model, mark)
        if not reached:
            raise SystemExit(f"throw: no start comes to rest within {NEAR} of {mark}: the best is {off:.2g} off")
        simulated = np.linalg.norm(mark - simulate(simulator, throw))
        speed, spin = np.linalg.norm(throw[:3]), np.linalg.norm(throw[3:])
        print(f"throw: at {speed:.1f} half widths/s and {spin:.1f} radians/s the cube rests {off:.2g} half widths from {mark}, in the simulator {simulated:.2g}")


if __name__ == "__main__":
    main(*sys.argv[1:])
