"""The bodies of a MuJoCo model as particles on joints."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

# A body's moments along its axes are at least this share of the largest, squared, so that
# its particles are at different places in float32.
_THINNEST = 1e-3
# A share of its own by which what turns may get heavier without a warning.
_HEAVIER = 0.01

_FREE, _, _SLIDE, _HINGE = range(4)  # mujoco.mjtJoint

_EYE = np.eye(3)


@dataclasses.dataclass
class _Joint:
    """A joint that turns about an axis or slides along it, both at rest."""

    parent: int
    slides: bool
    axis: Floats
    anchor: Floats
    damping: float = 0
    friction: float = 0
    rotor: float = 0
    limits: Floats = dataclasses.field(default_factory=lambda: np.zeros(2))
    stop: float = 0  # inertia of the stop at the limits
    rest: Floats = dataclasses.field(default_factory=lambda: np.zeros((0, 3)))
    mass: Floats = dataclasses.field(default_factory=lambda: np.zeros(0))


class Chain:
    """The joints of a model, in an order in which parents come first, and the particles
    of the body on each.

    slides [joints] says which ones slide. of_degrees [nv] is the joint of each degree
    of freedom of the model, -1 where it is one of several that a free or a ball joint
    turns by."""

    def __init__(self, mujoco: Any, model: Any, ignore: Sequence[str] = ()) -> None:
        self._model = model
        self._ignore = ignore
        self._damping = model.dof_damping * (not _is_off(mujoco, model, "DAMPER", "PASSIVE"))
        self._rubs = "frictionloss" not in ignore and not _is_off(mujoco, model, "FRICTIONLOSS", "CONSTRAINT")
        self._limited = not _is_off(mujoco, model, "LIMIT", "CONSTRAINT")
        self._stop_times: set[float] = set()
        self._data = mujoco.MjData(model)
        self._data.qpos[:] = model.qpos0
        mujoco.mj_kinematics(model, self._data)
        mujoco.mj_comPos(model, self._data)
        self._joints: list[_Joint] = []
        self._first: list[int] = []  # of each of the model's joints
        self._body = np.full(model.nbody, -1)  # the joint that moves each body
        self.of_degrees = np.full(model.nv, -1)
        for body in range(1, model.nbody):
            self._add(body)
        if not self._joints:
            raise ValueError("the model has no joints: nothing moves")
        self.slides = np.array([joint.slides for joint in self._joints])
        self._fill()

    def _add(self, body: int) -> None:
        """Adds the joints of a body."""
        model, data = self._model, self._data
        last = int(self._body[model.body_parentid[body]])
        for joint in range(model.body_jntadr[body], model.body_jntadr[body] + model.body_jntnum[body]):
            self._first.append(len(self._joints))
            degree = model.jnt_dofadr[joint]
            damping = self._damping[degree:]
            anchor = np.array(data.xanchor[joint])
            kind = model.jnt_type[joint]
            if kind in (_HINGE, _SLIDE):
                self.of_degrees[degree] = len(self._joints)
                own = _Joint(last, bool(kind == _SLIDE), np.array(data.xaxis[joint]), anchor, float(damping[0]))
                self._hold(own, joint, degree)
                last = self._append(own)
                continue
            turning = damping[:3]
            if kind == _FREE:
                anchor, turning = np.array(data.xpos[body]), damping[3:6]
                for axis in range(3):
                    last = self._append(_Joint(last, True, _EYE[axis], anchor, float(damping[axis])))
            if np.any(turning):
                raise ValueError(f"the body {model.body(body).name!r} has a damping of a free or ball joint that turns, which data sets cannot say")
            for axis in (2, 1, 0):
                last = self._append(_Joint(last, False, _EYE[axis], anchor))
        self._body[body] = last

    def _hold(self, own: _Joint, joint: int, degree: int) -> None:
        """Gives a joint its friction, its rotor and its limits."""
        model = self._model
        own.friction = float(model.dof_frictionloss[degree]) if self._rubs else 0
        if "armature" not in self._ignore:
            own.rotor = float(model.dof_armature[degree])
        if "limit" in self._ignore or not self._limited or not is_said(model, joint):
            return
        impedance = float(model.jnt_solimp[joint][1])
        time = max(float(model.jnt_solref[joint][0]), 2 * float(model.opt.timestep))
        self._stop_times.add(impedance * time)
        own.limits = model.jnt_range[joint] - model.qpos0[model.jnt_qposadr[joint]]
        own.stop = impedance / (1 - impedance) / float(model.dof_invweight0[degree])

    def _append(self, joint: _Joint) -> int:
        self._joints.append(joint)
        return len(self._joints) - 1

    def _fill(self) -> None:
        """Gives each joint the particles of its body at rest."""
        size = max(float(np.ptp(self._data.xipos, axis=0).max()), 0.1) / 4
        for number, joint in enumerate(self._joints):
            bodies = np.flatnonzero(self._body == number)
            mass = self._model.body_mass[bodies]
            if not mass.sum() > 0:
                joint.rest = joint.anchor + size * np.concatenate([np.zeros((1, 3)), _EYE])
                joint.mass = np.zeros(4)
                continue
            centre, second = self._moments_of(bodies, mass)
            moments, axes = np.linalg.eigh(second)
            moments = np.maximum(moments, _THINNEST**2 * moments.max())
            arms = np.sqrt(3 * moments / mass.sum()) * axes
            joint.rest = np.concatenate([centre + arms.T, centre - arms.T])
            joint.mass = np.full(6, mass.sum() / 6)
            self._compare(bodies, joint, centre, second)

    def _compare(self, bodies: npt.NDArray[np.intp], joint: _Joint, centre: Floats, second: Floats) -> None:
        """Warns of a body that is too thin for its particles about the axis it turns about."""
        if joint.slides:
            return
        lever = np.cross(joint.axis, centre - joint.anchor)
        true = np.trace(second) - joint.axis @ second @ joint.axis + joint.mass.sum() * lever @ lever + joint.rotor
        levers = np.cross(joint.axis, joint.rest - joint.anchor)
        taken = joint.mass @ np.sum(levers**2, axis=1) + joint.rotor
        if taken > (1 + _HEAVIER) * true:
            names = ", ".join(repr(self._model.body(body).name) for body in bodies)
            warnings.warn(
                f"the body {names} is so thin that its particles turn with an inertia of {taken:.3g} kg m^2 in place of {true:.3g}: "
                "an armature of its joint makes the difference small",
                stacklevel=2,
            )

    def _moments_of(self, bodies: npt.NDArray[np.intp], mass: Floats) -> tuple[Floats, Floats]:
        """Centre of bodies that move as one, and their sum of m x x^T about it."""
        data, model = self._data, self._model
        centre = mass @ data.xipos[bodies] / mass.sum()
        second = np.zeros((3, 3))
        for body, m in zip(bodies, mass, strict=True):
            turn = data.ximat[body].reshape(3, 3)
            inertia = turn @ np.diag(model.body_inertia[body]) @ turn.T
            offset = data.xipos[body] - centre
            second += np.trace(inertia) / 2 * _EYE - inertia + m * np.outer(offset, offset)
        return centre, second

    def arrays(self) -> dict[str, Any]:
        """What gmnc prepare arrays reads of the joints and their bodies."""
        joints = self._joints
        return {
            "rest": np.concatenate([joint.rest for joint in joints]),
            "mass": np.concatenate([joint.mass for joint in joints]),
            "bodies": np.repeat(np.arange(len(joints)), [len(joint.rest) for joint in joints]),
            "joint_axis": np.array([joint.axis for joint in joints]),
            "joint_anchor": np.array([joint.anchor for joint in joints]),
            "joint_parent": np.array([joint.parent for joint in joints]),
            "joint_slides": self.slides.astype(np.int64),
            "damping": np.array([joint.damping for joint in joints]),
            "joint_friction": np.array([joint.friction for joint in joints]),
        } | self._held()

    def _held(self) -> dict[str, Any]:
        """Rotors and limits, where there are any."""
        if len(self._stop_times) > 1:
            raise ValueError(f"the limits of joints have the times {sorted(self._stop_times)} (solref times solimp), and data sets have one: give them one, or ignore=['limit']")
        arrays: dict[str, Any] = {"stop_time": time for time in self._stop_times}
        for names, of in ((("rotor_inertia", "rotor_mass"), "rotor"), (("turn_limits", "slide_limits"), "limits"), (("stop_inertia", "stop_mass"), "stop")):
            values = np.array([getattr(joint, of) for joint in self._joints])
            for name, slides in zip(names, (False, True), strict=True):
                own = np.where(np.reshape(self.slides == slides, (-1, *[1] * (values.ndim - 1))), values, 0)
                if np.any(own):
                    arrays[name] = own
        return arrays

    def particles(self, qpos: Floats, qvel: Floats) -> tuple[Floats, Floats]:
        """Positions and velocities [frames, particles, 3] of states."""
        frames = len(qpos)
        turns, places = np.zeros((len(self._joints), frames, 3, 3)), np.zeros((len(self._joints), frames, 3))
        spins, speeds = np.zeros_like(places), np.zeros_like(places)  # of the point at the origin
        x, v = [], []
        values, rates = self._coordinates(qpos, qvel)
        for number, joint in enumerate(self._joints):
            turn, place = np.broadcast_to(_EYE, (frames, 3, 3)), np.zeros((frames, 3))
            spin, speed = np.zeros((frames, 3)), np.zeros((frames, 3))
            if joint.parent >= 0:
                turn, place, spin, speed = (all[joint.parent] for all in (turns, places, spins, speeds))
            axis, anchor, rate = turn @ joint.axis, turn @ joint.anchor + place, rates[number][:, None]
            if joint.slides:
                own, away = _EYE, values[number][:, None] * joint.axis
                spins[number], speeds[number] = spin, speed + rate * axis
            else:
                own = turned(joint.axis, values[number])
                away = joint.anchor - own @ joint.anchor
                spins[number], speeds[number] = spin + rate * axis, speed + np.cross(anchor, rate * axis)
            turns[number], places[number] = turn @ own, np.einsum("fij,fj->fi", turn, away) + place
            own_x = np.einsum("fij,pj->fpi", turns[number], joint.rest) + places[number][:, None]
            x.append(own_x)
            v.append(speeds[number][:, None] + np.cross(spins[number][:, None], own_x))
        return np.concatenate(x, axis=1), np.concatenate(v, axis=1)

    def _coordinates(self, qpos: Floats, qvel: Floats) -> tuple[Floats, Floats]:
        """How far each joint is from rest, and its rate, [joints, frames]."""
        model = self._model
        values, rates = np.zeros((2, len(self._joints), len(qpos)))
        for joint, at in enumerate(self._first):
            place, degree, kind = model.jnt_qposadr[joint], model.jnt_dofadr[joint], model.jnt_type[joint]
            if kind in (_HINGE, _SLIDE):
                values[at], rates[at] = qpos[:, place] - model.qpos0[place], qvel[:, degree]
                continue
            if kind == _FREE:
                values[at : at + 3] = (qpos[:, place : place + 3] - model.qpos0[place : place + 3]).T
                rates[at : at + 3] = qvel[:, degree : degree + 3].T
                at, place, degree = at + 3, place + 3, degree + 3
            values[at : at + 3], rates[at : at + 3] = self._angles(joint, qpos[:, place : place + 4], qvel[:, degree : degree + 3])
        return values, rates

    def _angles(self, joint: int, quaternions: Floats, spins: Floats) -> tuple[Floats, Floats]:
        """Angles about z, y and x from rest, and their rates, [3, frames], of a body's
        turn within its parent and its spin in its own axes."""
        body = self._model.jnt_bodyid[joint]
        frame = self._data.xmat[body].reshape(3, 3) @ matrix(self._model.qpos0[self._place(joint)]).T  # of the parent, at rest
        own = matrix(quaternions)
        turn = frame @ own @ matrix(self._model.qpos0[self._place(joint)]).T @ frame.T
        spin = np.einsum("fij,fj->fi", frame @ own, spins)
        pitch = np.arcsin(np.clip(-turn[:, 2, 0], -1, 1))
        if np.any(np.abs(pitch) > 1.5):
            raise ValueError(
                f"frame {int(np.argmax(np.abs(pitch)))}: the body {self._model.body(body).name!r} stands upright (its turn about y is near a right angle), "
                "where its turns about z and x are one: cut the recording there, or turn the model")
        yaw, roll = np.arctan2(turn[:, 1, 0], turn[:, 0, 0]), np.arctan2(turn[:, 2, 1], turn[:, 2, 2])
        about_z = turned(_EYE[2], yaw)
        axes = np.stack([np.broadcast_to(_EYE[2], spin.shape), about_z @ _EYE[1], about_z @ turned(_EYE[1], pitch) @ _EYE[0]], axis=2)
        return np.stack([yaw, pitch, roll]), np.linalg.solve(axes, spin[..., None])[..., 0].T

    def _place(self, joint: int) -> slice:
        """Where the quaternion of a free or ball joint is in qpos."""
        free = self._model.jnt_type[joint] == _FREE
        start = self._model.jnt_qposadr[joint] + (3 if free else 0)
        return slice(start, start + 4)


def _is_off(mujoco: Any, model: Any, *names: str) -> bool:
    """Reports whether one of these parts of a model is disabled; older versions of MuJoCo have others."""
    bits = mujoco.mjtDisableBit
    return any(model.opt.disableflags & int(getattr(bits, f"mjDSBL_{name}", 0)) for name in names)


def is_said(model: Any, joint: int) -> bool:
    """Whether a data set can say the limits of a joint: of one with an axis, that returns
    critically damped from where the limit is, and turns by less than a whole turn."""
    time, ratio = model.jnt_solref[joint]
    lower, upper = model.jnt_range[joint]
    with_axis = model.jnt_type[joint] == _SLIDE or (model.jnt_type[joint] == _HINGE and upper - lower < 2 * np.pi)
    return bool(with_axis and model.jnt_limited[joint] and time > 0 and ratio == 1 and model.jnt_margin[joint] == 0)


def turned(axis: Floats, angles: Floats) -> Floats:
    """Rotations [frames, 3, 3] about an axis of length 1."""
    cross = np.cross(_EYE, axis)  # cross @ v is axis x v
    sines, cosines = np.sin(angles)[:, None, None], np.cos(angles)[:, None, None]
    return np.asarray(_EYE + sines * cross + (1 - cosines) * (cross @ cross))


def matrix(quaternions: Floats) -> Floats:
    """Rotations [..., 3, 3] of quaternions [..., 4], of any length above 0."""
    w, x, y, z = np.moveaxis(quaternions / np.linalg.norm(quaternions, axis=-1, keepdims=True), -1, 0)
    rows = [
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    ]
    return np.stack(rows, axis=-1).reshape(*np.shape(w), 3, 3)
