"""A robot that an exported file in joint coordinates moves."""

from __future__ import annotations

import dataclasses
import json
import os
import warnings
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime  # type: ignore[import-untyped]

from .model import Floats, described


@dataclasses.dataclass(frozen=True)
class JointState:
    """How far joints have turned or slid from the pose of rest, and their rates,
    [batch, columns]: a column for each joint with an axis."""

    q: Floats
    rate: Floats


class Robot:
    """Robots in motion, of a file that gmnc export --joints wrote. At first they are at
    rest: q and rate are [batch, columns].

        robot = gmnc.Robot("arm.onnx")
        for _ in range(100):
            q, rate = robot.q, robot.rate
            robot.step(torque=-2 * q - 0.5 * rate)

    Raises ValueError for files that are not in joint coordinates, that make many steps, or that
    take the cotangents of gradients."""

    def __init__(self, path: str | os.PathLike[str], batch: int = 1) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # others would wait for its small operators
        options.log_severity_level = 3  # of gravity, which is no constant, it warns
        self.session = onnxruntime.InferenceSession(os.fspath(path), options)
        self._path = os.fspath(path)
        self._outputs = [output.name for output in self.session.get_outputs()]
        about = self.session.get_modelmeta().custom_metadata_map
        if "joints" not in about or "next_q" not in self._outputs:
            raise ValueError(f"{os.fspath(path)} returns {', '.join(self._outputs)}, and no next_q: export it with --joints, and without --rollout")
        cotangents = [given.name for given in self.session.get_inputs() if given.name.startswith("cotangent_")]
        if cotangents:
            raise ValueError(f"{os.fspath(path)} returns gradients and takes {', '.join(cotangents)}, which a robot that is stepped does not have: export it without --gradients, or call it with onnxruntime")
        joints = json.loads(about["joints"])
        self.names: list[str] = joints["names"]
        """The names of the joints, in the order of the columns."""
        self.columns: dict[str, list[str]] = joints.get("columns", dict.fromkeys(("q", "rate", "torque"), self.names))
        """The names of the columns of q, rate and torque: one each of a joint with an axis. A
        ball joint has a quaternion, scalar first, and an angular velocity in the body's axes; a
        body that floats has a place and a velocity before these."""
        self.q: Floats
        self.rate: Floats
        self.steps: int
        self.point_names: list[str] = [point["name"] for point in joints.get("points", [])]
        """The names of the points that points has, in their order."""
        self.points: Floats | None = None
        """The positions of points [batch, points, 3] after the last step; None before, and
        for a file without points."""
        self._takes_gravity = any(value.name == "gravity" for value in self.session.get_overridable_initializers())
        self.memory: Floats | None = None
        """The direction that the friction of each joint with an axis is in [batch, columns],
        from -1 to 1 and 0 at first; None where friction has no memory."""
        self._remembers = "next_memory" in self._outputs
        self.drives: list[list[float]] | None = joints.get("drives")
        """For a file that takes currents or other raw loads: two numbers for each joint, the load
        on the joint for one of these, and what is taken off; None where torques are loads."""
        self.ranges: dict[str, Floats] | None = _ranges(joints.get("ranges"))
        """The least and the largest q, rate and torque of each column in the training data, each
        [columns, 2], in the units of the columns. A state or a torque outside of them is outside
        of what was learned. None where they are not known."""
        self._rest = np.array(joints.get("rest", [0.0] * len(self.names)), np.float32)
        self._batch, self._warned = batch, False
        self.reset()

    def __repr__(self) -> str:
        return described(f"Robot({self._path!r}) of the joints {', '.join(self.names)}", self.session)

    @property
    def state(self) -> JointState:
        """The state now."""
        return JointState(self.q, self.rate)

    def step(self, torque: npt.ArrayLike, gravity: npt.ArrayLike | None = None) -> JointState:
        """Moves the robots by one interval under torques [batch, columns] or [columns], which
        are forces of joints that slide, and gravity [batch, 3] or [3] where the file takes it.
        A state that is not finite is no number. The first step from a state, or under a torque,
        outside of ranges gives a warning. Raises ValueError for other shapes."""
        given: dict[str, npt.NDArray[Any]] = {"q": self.q, "rate": self.rate, "torque": self._fitted("torque", torque, len(self.columns["torque"]))}
        if not self.columns["torque"]:  # of no joint with an axis
            del given["torque"]
        if self.memory is not None:
            given["memory"] = self.memory
        if gravity is not None:
            if not self._takes_gravity:
                raise ValueError("the file takes no gravity: the model knows its own")
            given["gravity"] = self._fitted("gravity", gravity, 3)
        self._warn_outside(given)
        after = dict(zip(self._outputs, self.session.run(self._outputs, given)))
        self.q, self.rate, self.points = after["next_q"], after["next_rate"], after.get("next_points")
        self.memory = after.get("next_memory")
        self.steps += 1
        return self.state

    def reset(self, q: npt.ArrayLike | None = None, rate: npt.ArrayLike | None = None) -> JointState:
        """Begins anew at rest, or at a state [batch, columns] or [columns]. Friction with memory
        takes the direction of rate."""
        self.q = self._fitted("q", self._rest if q is None else q, len(self._rest))
        self.rate = self._fitted("rate", np.zeros(len(self.columns["rate"])) if rate is None else rate, len(self.columns["rate"]))
        if self._remembers:
            axes = [self.columns["rate"].index(name) for name in self.columns["torque"]]
            self.memory = np.sign(self.rate[:, axes])
        self.points, self.steps = None, 0
        return self.state

    def rollout(self, torques: npt.ArrayLike) -> JointState:
        """Makes a step for each row of torques [steps, batch, columns] or [steps, columns], and
        returns q and rate after each [steps, batch, columns]."""
        states = [self.step(torque) for torque in np.asarray(torques)]
        if not states:
            return JointState(np.zeros((0, *self.q.shape), np.float32), np.zeros((0, *self.rate.shape), np.float32))
        return JointState(np.stack([state.q for state in states]), np.stack([state.rate for state in states]))

    def _warn_outside(self, given: dict[str, npt.NDArray[Any]]) -> None:
        """Warns of the first input that is outside of the ranges, once for each robot."""
        for of in self.ranges or {}:
            if self._warned or of not in given:
                continue
            assert self.ranges is not None
            least, most = self.ranges[of].T
            outside = np.argwhere((given[of] < least) | (given[of] > most))
            if len(outside):
                self._warned = True
                row, column = outside[0]
                warnings.warn(f"{of} of {self.columns[of][column]} is {given[of][row, column]:.4g}, and the training data have {least[column]:.4g} to {most[column]:.4g}: nothing says how good predictions are outside of them", stacklevel=3)

    def _fitted(self, name: str, value: npt.ArrayLike, columns: int) -> Floats:
        """The values for each robot."""
        x = np.asarray(value, np.float32)
        batch = self._batch
        if x.shape not in ((columns,), (1, columns), (batch, columns)):
            raise ValueError(f"{name} has the shape {x.shape}: expected [batch={batch}, {columns}] or [{columns}]")
        return np.array(np.broadcast_to(x, (batch, columns)))


def _ranges(joints: list[dict[str, Any]] | None) -> dict[str, Floats] | None:
    """The ranges of the columns of joints by q, rate and torque. A file has a single one of a joint as
    a dict, and several as a list; a joint without an axis has none of torque."""
    if not joints:
        return None
    by_input: dict[str, Floats] = {}
    for of in ("q", "rate", "torque"):
        columns: list[dict[str, float]] = []
        for joint in joints:
            own = joint.get(of, [])
            columns += own if isinstance(own, list) else [own]
        by_input[of] = np.array([[column["least"], column["most"]] for column in columns], np.float32).reshape(-1, 2)
    return by_input
