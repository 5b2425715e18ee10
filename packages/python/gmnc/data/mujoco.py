"""Data sets from MuJoCo: a model and recorded states."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .arrays import write_trajectories
from .contact import Boxes, touch
from .joints import Chain, Floats
from .unsaid import refuse_unsaid
from .written import Path, Written, optional


@dataclasses.dataclass(frozen=True)
class Recording:
    """States of a model frame by frame: qpos [frames, nq] and qvel [frames, nv], and
    ctrl [frames, nu], of which the row of a frame acts from that frame to the next.
    ctrl may be absent for models without actuators."""

    qpos: npt.ArrayLike
    qvel: npt.ArrayLike
    ctrl: npt.ArrayLike | None = None


def write_mujoco(
    path: Path, model: Any, recordings: Sequence[Recording], *, dt: float, ignore: Sequence[str] = (), **options: Any,
) -> Written:
    """Writes recordings of a mujoco.MjModel, dt seconds between frames, as rigid
    bodies on joints with masses, gravity, dampings, frictions (frictionloss), rotors
    (armature), limits and the torques of actuators.

    Each body is six particles with its mass, its centre and its moments. A free joint
    is three that slide and three that turn about z, y and x, and a ball three that
    turn, with bodies without mass between them. Bodies that no joint moves are left
    out. Of a model whose bodies are all free, and touch planes, the particles are the
    corners of the bodies' boxes, and planes and friction go along; what a bounce leaves
    of a speed is no number of MuJoCo's. Effects that data sets cannot say are refused
    where a model has them, unless ignore names them: other contact, stiffness,
    equality, tendon, fluid, servo, activation, gravcomp, flex, plugin, mocap, damping
    of actuators or by a rate's powers, frictionloss, armature and limit of free and ball
    joints, armature of actuators, limits that are not critically damped.
    write_trajectories has the other options. Raises ValueError with recording and frame."""
    mujoco = optional("mujoco", "write_mujoco")
    states = [_states(model, recording, number) for number, recording in enumerate(recordings)]
    meets = "contact" not in ignore and touch(mujoco, model, [qpos for qpos, _, _ in states])
    for number, (qpos, _, ctrl) in enumerate(states):
        refuse_unsaid(mujoco, model, number, (qpos, ctrl), dt, ignore, planes=meets)
    chain = Boxes(mujoco, model) if meets else Chain(mujoco, model, ignore)
    positions, velocities, forces = [], [], []
    for number, (qpos, qvel, ctrl) in enumerate(states):
        x, v = chain.particles(qpos, qvel)
        positions.append(x)
        velocities.append(v)
        if isinstance(chain, Chain):
            forces.append(_forces(mujoco, model, chain, (qpos, qvel, ctrl), number))
    if not positions:
        raise ValueError("there are no recordings: expected one or more")
    arrays: dict[str, Any] = chain.arrays() | {"gravity": _gravity(mujoco, model)}
    for name, slides in {"torque": False, "thrust": True}.items():
        if isinstance(chain, Chain) and model.nu and np.any(chain.slides == slides):
            arrays[name] = [np.where(chain.slides == slides, force, 0) for force in forces]
    return write_trajectories(path, positions, velocities, dt=dt, **({"length_unit": "m", "time_unit": "s"} | arrays | options))


def _states(model: Any, recording: Recording, number: int) -> tuple[Floats, Floats, Floats]:
    """The arrays of a recording, in the shapes of the model."""
    frames = len(np.asarray(recording.qpos))
    if recording.ctrl is None and model.nu:
        raise ValueError(f"recording {number} has no ctrl, and the model has {model.nu} actuators: expected ctrl [frames, {model.nu}]")
    found = []
    for name, values, columns in (("qpos", recording.qpos, model.nq), ("qvel", recording.qvel, model.nv), ("ctrl", recording.ctrl, model.nu)):
        array = np.zeros((frames, 0)) if values is None else np.asarray(values, dtype=np.float64)
        if array.shape != (frames, columns):
            raise ValueError(f"recording {number}: {name} has the shape {array.shape}, expected {(frames, columns)}")
        found.append(array)
    return found[0], found[1], found[2]


def _gravity(mujoco: Any, model: Any) -> Floats:
    """Gravity, 0 where it is disabled."""
    disabled = model.opt.disableflags & int(mujoco.mjtDisableBit.mjDSBL_GRAVITY)
    return np.zeros(3) if disabled else np.array(model.opt.gravity)


def _forces(mujoco: Any, model: Any, chain: Chain, states: tuple[Floats, Floats, Floats], number: int) -> Floats:
    """What actuators exert on each joint [frames, joints]."""
    qpos, qvel, ctrl = states
    data = mujoco.MjData(model)
    forces = np.zeros((len(qpos), len(chain.slides)))
    for frame in range(len(qpos) if model.nu else 0):
        data.qpos[:], data.qvel[:], data.ctrl[:] = qpos[frame], qvel[frame], ctrl[frame]
        mujoco.mj_forward(model, data)
        told = chain.of_degrees >= 0
        if np.any(np.abs(data.qfrc_actuator[~told]) > 1e-9):
            raise ValueError(f"recording {number}, frame {frame}: an actuator acts on a free or a ball joint, which data sets cannot say")
        forces[frame, chain.of_degrees[told]] = data.qfrc_actuator[told]
    return forces
