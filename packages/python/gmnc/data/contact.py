"""Free bodies of a MuJoCo model and the planes that they touch."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from .joints import Floats

_CORNERS = np.array(list(itertools.product((-1, 1), repeat=3)))


class Boxes:
    """The bodies of a model that has planes, each free and made of boxes: the corners
    of these are the particles. touch tells whether recordings are of this kind."""

    def __init__(self, mujoco: Any, model: Any) -> None:
        self._mujoco, self._model, self._data = mujoco, model, mujoco.MjData(model)
        if model.nu:
            raise ValueError("the model has actuators, which act on no free body: take them out, or the planes")
        if np.any(model.dof_damping):
            raise ValueError("free bodies have a damping, which data sets cannot say")
        if model.opt.enableflags & int(mujoco.mjtEnableBit.mjENBL_OVERRIDE):
            raise ValueError("the flag override gives all contacts another friction: leave it out, and give the geoms theirs")
        self._planes = _planes(mujoco, model)
        if model.npair or model.nexclude:
            raise ValueError("the model has pairs of contact or excludes some, which data sets cannot say: take them out, and give contype and conaffinity")
        self._geoms: list[int] = []  # one after the other of each body
        self._bodies: list[int] = []  # the number of the body of each
        friction = set()
        for joint in range(model.njnt):
            body = model.jnt_bodyid[joint]
            boxes = [geom for geom in range(model.ngeom) if model.body_weldid[model.geom_bodyid[geom]] == body and self._meets(geom)]
            for geom in boxes:
                if model.geom_type[geom] != int(mujoco.mjtGeom.mjGEOM_BOX):
                    raise ValueError(f"the body {model.body(body).name!r} touches planes with a shape that is no box, which data sets cannot say: give it boxes, or contype and conaffinity 0")
                friction |= {self._friction(geom, plane) for plane in self._planes}
            if not boxes:
                raise ValueError(f"the body {model.body(body).name!r} has no box that touches planes, whose corners its particles would be")
            self._geoms += boxes
            self._bodies += [joint] * len(boxes)
        if len(friction) > 1:
            raise ValueError(f"the frictions of bodies and planes differ ({', '.join(f'{value:g}' for value in sorted(friction))}), and data sets have one: make them alike")
        self._sliding = friction.pop()

    def _meets(self, geom: int) -> bool:
        return any(_collide(self._model, geom, plane) for plane in self._planes)

    def _friction(self, geom: int, plane: int) -> float:
        """Sliding friction of a contact: of the geom that has priority, else the larger;
        0 where the contact has one dimension."""
        model = self._model
        priority = int(model.geom_priority[geom]) - int(model.geom_priority[plane])
        both = [geom, plane] if priority == 0 else [geom] if priority > 0 else [plane]
        return float(model.geom_friction[both, 0].max()) if model.geom_condim[both].max() > 1 else 0.0

    def arrays(self) -> dict[str, Any]:
        """What gmnc prepare arrays reads of the bodies and planes."""
        model, data = self._model, self._data
        data.qpos[:] = model.qpos0
        self._mujoco.mj_forward(model, data)
        planes = []
        for plane in self._planes:
            normal = data.geom_xmat[plane].reshape(3, 3)[:, 2]
            planes.append([*normal, normal @ data.geom_xpos[plane]])
        mass, inertia = [], []
        for joint in range(model.njnt):
            body = model.jnt_bodyid[joint]
            if np.sum(model.body_weldid == body) > 1:
                raise ValueError(f"the body {model.body(body).name!r} has others fixed to it: make one body of them")
            mass.append(float(model.body_mass[body]))
            inertia.append(np.array(model.body_inertia[body]))
            self._check_axes(body, [geom for geom, own in zip(self._geoms, self._bodies, strict=True) if own == joint])
        return {
            "bodies": np.repeat(self._bodies, len(_CORNERS)), "body_mass": mass, "body_inertia": inertia,
            "planes": planes, "friction": self._sliding,
        }

    def _check_axes(self, body: int, geoms: list[int]) -> None:
        """Raises ValueError for a body whose centre or principal axes differ from
        its corners', from which gmnc takes them."""
        data = self._data
        corners = np.concatenate([self._corners(geom) for geom in geoms])
        centred = corners - corners.mean(axis=0)
        axes = data.ximat[body].reshape(3, 3)
        spread = axes.T @ centred.T @ centred @ axes
        size = np.abs(centred).max()
        moments = np.trace(spread) - np.diag(spread)
        order = np.argsort(self._model.body_inertia[body])
        aligned = np.abs(spread - np.diag(np.diag(spread))).max() < 1e-6 * np.trace(spread) and np.all(np.diff(moments[order]) > -1e-6 * moments.max())
        if not aligned or np.abs(corners.mean(axis=0) - data.xipos[body]).max() > 1e-6 * size:
            raise ValueError(f"the body {self._model.body(body).name!r} has its centre or its principal axes elsewhere than its corners, which data sets cannot say")

    def _corners(self, geom: int) -> Floats:
        turn = self._data.geom_xmat[geom].reshape(3, 3)
        return np.asarray(self._data.geom_xpos[geom] + (_CORNERS * self._model.geom_size[geom]) @ turn.T)

    def particles(self, qpos: Floats, qvel: Floats) -> tuple[Floats, Floats]:
        """Positions and velocities [frames, particles, 3] of states."""
        model, data = self._model, self._data
        x, v = np.zeros((2, len(qpos), len(self._geoms) * len(_CORNERS), 3))
        for frame, (place, rate) in enumerate(zip(qpos, qvel, strict=True)):
            data.qpos[:] = place
            self._mujoco.mj_kinematics(model, data)
            x[frame] = np.concatenate([self._corners(geom) for geom in self._geoms])
            for joint in range(model.njnt):
                body, degree = model.jnt_bodyid[joint], model.jnt_dofadr[joint]
                own = np.repeat(np.equal(self._bodies, joint), len(_CORNERS))
                spin = data.xmat[body].reshape(3, 3) @ rate[degree + 3 : degree + 6]
                v[frame, own] = rate[degree : degree + 3] + np.cross(spin, x[frame, own] - data.xpos[body])
        return x, v


def touch(mujoco: Any, model: Any, states: Sequence[Floats]) -> bool:
    """Reports whether bodies that are all free, and have planes, touch something in a frame of the
    recordings, each qpos [frames, nq]."""
    if not model.njnt or np.any(model.jnt_type != int(mujoco.mjtJoint.mjJNT_FREE)) or not _planes(mujoco, model):
        return False
    data = mujoco.MjData(model)
    for qpos in states:
        for place in qpos:
            data.qpos[:] = place
            mujoco.mj_fwdPosition(model, data)
            if data.ncon:
                return True
    return False


def _planes(mujoco: Any, model: Any) -> list[int]:
    """The fixed planes that something may touch."""
    planes = np.flatnonzero((model.geom_type == int(mujoco.mjtGeom.mjGEOM_PLANE)) & (model.body_weldid[model.geom_bodyid] == 0))
    others = np.flatnonzero(model.body_weldid[model.geom_bodyid] != 0)
    return [int(plane) for plane in planes if any(_collide(model, int(other), int(plane)) for other in others)]


def _collide(model: Any, first: int, second: int) -> bool:
    return bool(model.geom_contype[first] & model.geom_conaffinity[second] or model.geom_contype[second] & model.geom_conaffinity[first])
