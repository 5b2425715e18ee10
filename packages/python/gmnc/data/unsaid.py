"""What acts in a MuJoCo model and has no field in data sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from .joints import Floats, is_said


def refuse_unsaid(mujoco: Any, model: Any, number: int, states: tuple[Floats, Floats], dt: float, ignore: Sequence[str], *, planes: bool) -> None:
    """Raises ValueError for what acts in a recording, of qpos and ctrl, and cannot be
    said, unless it is ignored. planes says that contact with planes can be."""
    for effect, where in _effects(mujoco, model, *states, dt, planes):
        if effect not in ignore:
            raise ValueError(f"recording {number}: {where}, which data sets cannot say: change the model, or give ignore=[{effect!r}] to leave it out")


def _effects(mujoco: Any, model: Any, qpos: Floats, ctrl: Floats, dt: float, planes: bool) -> Iterator[tuple[str, str]]:
    """The name of each effect, and where it acts."""
    for name, values, text in (
        ("armature", model.dof_armature[_without_axis(mujoco, model)], "free or ball joints have an armature"),
        ("armature", _of(model, "actuator_armature"), "actuators have an armature"),
        ("damping", _of(model, "dof_dampingpoly"), "joints have a damping that depends on their rate"),
        ("damping", _of(model, "actuator_damping", "actuator_dampingpoly"), "actuators have a damping"),
        ("stiffness", _of(model, "jnt_stiffness", "jnt_stiffnesspoly"), "joints have a stiffness"),
        ("frictionloss", model.dof_frictionloss[_without_axis(mujoco, model)], "free or ball joints have a frictionloss"),
        ("gravcomp", model.body_gravcomp, "bodies have a gravcomp"),
        ("equality", np.atleast_1d(model.neq), "the model has equality constraints"),
        ("tendon", np.atleast_1d(model.ntendon), "the model has tendons"),
        ("flex", _of(model, "nflex"), "the model has flexible parts"),
        ("plugin", _of(model, "nplugin"), "the model has plugins"),
        ("mocap", model.body_mocapid[model.body_rootid[model.jnt_bodyid]] >= 0, "joints hang on a mocap body"),
        ("activation", np.atleast_1d(model.na), "actuators have an activation"),
        ("activation", _of(model, "actuator_delay"), "actuators have a delay"),
        ("fluid", np.array([model.opt.density, model.opt.viscosity]), "bodies move in a fluid"),
    ):
        if np.any(values):
            yield name, text
    if _follows(mujoco, model) and dt > 1.001 * model.opt.timestep:
        yield "servo", f"actuators follow the state within the {dt:g} s of a frame"
    yield from _met(mujoco, model, qpos, planes)


def _of(model: Any, *names: str) -> Floats:
    """The numbers of these names, one after the other, of a model that has them: not all versions of
    MuJoCo do."""
    return np.concatenate([np.ravel(getattr(model, name, 0)) for name in names])


def _follows(mujoco: Any, model: Any) -> bool:
    """Reports whether what an actuator exerts on joints depends on their state."""
    by_place = [int(mujoco.mjtTrn.mjTRN_SITE), int(mujoco.mjtTrn.mjTRN_SLIDERCRANK)]
    return bool(
        np.any(model.actuator_biastype != int(mujoco.mjtBias.mjBIAS_NONE)) or np.any(model.actuator_gaintype != int(mujoco.mjtGain.mjGAIN_FIXED))
        or np.any(np.isin(model.actuator_trntype, by_place)))


def _met(mujoco: Any, model: Any, qpos: Floats, planes: bool) -> Iterator[tuple[str, str]]:
    """Contacts and limits in the frames."""
    data = mujoco.MjData(model)
    effects = {"contact": "bodies touch", "limit": "a joint is at its limit"}
    of_joints, of_tendons = int(mujoco.mjtConstraint.mjCNSTR_LIMIT_JOINT), int(mujoco.mjtConstraint.mjCNSTR_LIMIT_TENDON)
    for frame, place in enumerate(qpos):
        data.qpos[:] = place
        mujoco.mj_forward(model, data)
        said = {int(mujoco.mjtGeom.mjGEOM_PLANE)} if planes else set()
        contact = any(not said & set(model.geom_type[data.contact.geom[k]].tolist()) for k in range(data.ncon))
        rows = zip(data.efc_type[: data.nefc], data.efc_id[: data.nefc], strict=True)
        limit = any(kind == of_tendons or kind == of_joints and not is_said(model, int(joint)) for kind, joint in rows)
        met = {"contact": contact, "limit": limit}
        for effect in [name for name in effects if met[name]]:
            yield effect, f"in frame {frame} {effects.pop(effect)}"


def _without_axis(mujoco: Any, model: Any) -> list[bool]:
    """Which degrees of freedom are of free or ball joints."""
    with_axis = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
    return [int(model.jnt_type[joint]) not in with_axis for joint in model.dof_jntid]
