"""Data sets of recorded robots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy.typing as npt

from .arrays import save
from .written import Path, Written, beside, prepare

Recordings = npt.ArrayLike | Sequence[npt.ArrayLike]


def write_joints(
    path: Path,
    robot: Path,
    angles: Recordings,
    rates: Recordings | None = None,
    torques: Recordings | None = None,
    *,
    dt: float,
    joints: Sequence[str] | None = None,
    gravity: Sequence[float] | None = None,
    hold: Sequence[str] = (),
    limits: bool = False,
    interval: int = 1,
    frames: int = 0,
    seed: int | None = None,
    at_random: bool = False,
    force: bool = False,
) -> Written:
    """Writes recorded motions of a robot, a URDF file, as gmnc prepare joints reads them:
    angles in rad, or m of joints that slide, rates and torques, each [recordings, frames,
    joints] or a list of recordings [frames, joints] of any lengths, dt seconds between
    frames. joints are the names of the columns; without them columns are in the order of
    the robot's bodies. The joints of hold do not move. No recording is in two splits
    unless they are drawn at_random.
    Raises ProgramError, and writes nothing, where gmnc refuses the data."""
    given = {"angle": angles, "rate": rates, "torque": torques, "dt": dt, "joints": None if joints is None else "|".join(joints)}
    with beside(path, ".npz") as source:
        save(source, given, "angle", "joints")
        return prepare(["joints", robot, source], path, {
            "interval": interval, "frames": frames, "seed": seed, "at_random": at_random or None, "hold": list(hold) or None, "limits": limits or None,
            "gravity": None if gravity is None else ",".join(str(number) for number in gravity), "force": force or None,
        })
