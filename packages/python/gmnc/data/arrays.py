"""Data sets from arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .written import Path, Written, beside, place, prepare

_INDICES = ("sticks", "hinges", "parents", "bodies", "bonds", "neighbors", "case", "start")

Arrays = Mapping[str, npt.ArrayLike]


def write(
    path: Path,
    *,
    train: Arrays | None = None,
    valid: Arrays | None = None,
    test: Arrays | None = None,
    shared: Arrays | None = None,
    force: bool = False,
    **about: str,
) -> Written:
    """Writes samples. A split has arrays by the names of docs/data.md: x0, v0, xT
    [samples, particles, 3], vT, charge, sticks and so on; shared are those of all
    samples, without their axis. about are texts: length_unit, velocity_unit,
    interval, source, licence. Raises ProgramError, and writes nothing, where gmnc
    inspect refuses the data."""
    arrays: dict[str, Any] = {}
    for split, given in {"train": train, "valid": valid, "test": test}.items():
        arrays |= {f"{split}_{name}": _typed(name, values) for name, values in (given or {}).items()}
    arrays |= {name: _typed(name, values) for name, values in (shared or {}).items()}
    return place(arrays | about, path, force)


def write_trajectories(
    path: Path,
    positions: npt.ArrayLike | Sequence[npt.ArrayLike],
    velocities: npt.ArrayLike | Sequence[npt.ArrayLike] | None = None,
    *,
    dt: float | None = None,
    length_unit: str | None = None,
    time_unit: str | None = None,
    interval: int = 1,
    frames: int = 0,
    ignore: Sequence[str] = (),
    seed: int = 1,
    force: bool = False,
    **arrays: Any,
) -> Written:
    """Writes recordings as gmnc prepare arrays reads them. positions, and velocities
    where they are known, are [recordings, frames, particles, 3], or a list of
    recordings [frames, particles, 3] of any lengths. dt is the time between frames.
    arrays are fields, objects and joints by the names of docs/data.md; one that
    differs from frame to frame is a list, too, where positions are one. Input and
    target are interval frames apart, and a sample has at most so many frames.
    Raises ProgramError, and writes nothing, where gmnc refuses the data."""
    given = {"positions": positions, "velocities": velocities, "dt": dt, **arrays}
    joined = {name: values for name, values in given.items() if values is not None}
    if isinstance(positions, (list, tuple)):
        lengths = [len(np.asarray(recording)) for recording in positions]
        joined = {name: _joined(values, lengths) for name, values in joined.items()}
        joined["start"] = np.cumsum([0, *lengths[:-1]])
    with beside(path, ".npz") as source:
        plain: dict[str, Any] = {name: _plain(name, values) for name, values in joined.items()}
        np.savez(source, **plain)
        return prepare("arrays", source, path, {
            "interval": interval, "frames": frames, "length_unit": length_unit, "time_unit": time_unit,
            "ignore": list(ignore) or None, "seed": seed, "force": force or None,
        })


def _typed(name: str, values: npt.ArrayLike) -> npt.NDArray[Any]:
    """The values as a data set has them: floats, or indices."""
    array = _plain(name, values)
    wanted: type[np.generic] = np.int64 if name in _INDICES else np.float32
    if not np.can_cast(array.dtype, wanted, "same_kind"):
        raise ValueError(f"{name} has numbers of the type {array.dtype}, expected {'whole numbers' if name in _INDICES else 'numbers'}")
    return array.astype(wanted)


def _joined(values: Any, lengths: Sequence[int]) -> Any:
    """Recordings one after the other, of an array that differs from frame to frame."""
    if not isinstance(values, (list, tuple)) or len(values) != len(lengths):
        return values
    parts = [np.asarray(part) for part in values]
    if [part.shape[:1] for part in parts] != [(length,) for length in lengths]:
        return values
    return np.concatenate(parts)


def _plain(name: str, values: npt.ArrayLike) -> npt.NDArray[Any]:
    """The values as an array that gmnc reads: no objects, which need pickles."""
    array = np.asarray(values, order="C")
    if array.dtype == object:
        raise ValueError(f"{name} has parts of different shapes: expected an array of numbers")
    return array
