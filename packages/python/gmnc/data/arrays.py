"""Data sets from arrays."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .written import Path, Written, beside, place, prepare

_INDICES = ("sticks", "hinges", "parents", "bodies", "bonds", "neighbors", "sizes", "case", "start")

Arrays = Mapping[str, npt.ArrayLike]
Samples = Arrays | Sequence[Arrays]


def write(
    path: Path,
    *,
    train: Samples | None = None,
    valid: Samples | None = None,
    test: Samples | None = None,
    shared: Arrays | None = None,
    force: bool = False,
    **about: str,
) -> Written:
    """Writes samples. A split has arrays by the names of docs/data.md: x0, v0, xT
    [samples, particles, 3], vT, charge, sticks and so on; or is a list of samples, each
    with arrays of its own size, without the axis of samples. shared are arrays for all
    samples, without their axis, too. about are texts: length_unit, velocity_unit,
    interval, source, licence. Raises ProgramError, and writes nothing, where gmnc
    inspect refuses the data."""
    arrays: dict[str, Any] = {}
    for split, given in {"train": train, "valid": valid, "test": test}.items():
        arrays |= {f"{split}_{name}": values for name, values in _split(given or {}).items()}
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
    seed: int | None = None,
    at_random: bool = False,
    force: bool = False,
    **arrays: Any,
) -> Written:
    """Writes recordings as gmnc prepare arrays reads them. positions, and velocities
    where they are known, are [recordings, frames, particles, 3], or a list of
    recordings [frames, particles, 3] of any lengths. dt is the time between frames.
    arrays are fields, objects and joints by the names of docs/data.md; one that
    differs from frame to frame is a list, too, where positions are one. Input and
    target are interval frames apart, and a sample has at most so many frames. The seed,
    1 by default, draws the splits; no recording is in two of them unless they are drawn
    at_random.
    Raises ProgramError, and writes nothing, where gmnc refuses the data."""
    with beside(path, ".npz") as source:
        save(source, {"positions": positions, "velocities": velocities, "dt": dt, **arrays}, "positions", "particles, 3")
        return prepare(["arrays", source], path, {
            "interval": interval, "frames": frames, "length_unit": length_unit, "time_unit": time_unit,
            "ignore": list(ignore) or None, "seed": seed, "at_random": at_random or None, "force": force or None,
        })


def save(source: pathlib.Path, given: Mapping[str, Any], first: str, row: str) -> None:
    """Writes the arrays of recordings that are given. Where the first is a list, of
    recordings with a row of these axes in each frame, they are joined one after the
    other."""
    arrays = {name: values for name, values in given.items() if values is not None}
    if isinstance(given[first], (list, tuple)):
        shapes = [np.shape(recording) for recording in given[first]]
        if not shapes or len({shape[1:] for shape in shapes}) > 1 or len(shapes[0]) != 2 + row.count(","):
            shown = ", ".join(str(shape) for shape in sorted(set(shapes)))
            raise ValueError(f"{first} is a list of {len(shapes)} recordings, with the shapes {shown or 'none'}: expected one or more [frames, {row}], of the same {row.split(',')[0]} in all")
        lengths = [shape[0] for shape in shapes]
        arrays = {name: _joined(values, lengths) for name, values in arrays.items()}
        arrays["start"] = np.cumsum([0, *lengths[:-1]])
    plain: dict[str, Any] = {name: _plain(name, values) for name, values in arrays.items()}
    np.savez(source, **plain)


def _split(samples: Samples) -> dict[str, npt.NDArray[Any]]:
    """The arrays of a split. Samples of their own sizes are padded to the largest."""
    if isinstance(samples, Mapping):
        return {name: _typed(name, values) for name, values in samples.items()}
    if not samples:
        return {}
    joined: dict[str, npt.NDArray[Any]] = {}
    for name in samples[0]:
        parts = []
        for number, sample in enumerate(samples):
            if sample.keys() != samples[0].keys():
                raise ValueError(f"sample {number} has the arrays {sorted(sample)}, and sample 0 {sorted(samples[0])}: expected the same")
            parts.append(_typed(name, sample[name]))
        if len({part.ndim for part in parts}) > 1:
            raise ValueError(f"{name} has other axes in some samples: expected as many in all")
        most = np.max([part.shape for part in parts], axis=0)
        joined[name] = np.full((len(parts), *most), -1 if name in _INDICES else 0, dtype=parts[0].dtype)
        for number, part in enumerate(parts):
            joined[name][number][tuple(slice(extent) for extent in part.shape)] = part
    joined["sizes"] = np.array([len(np.asarray(sample["x0"])) for sample in samples], dtype=np.int64)
    return joined


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
    """The values as an array that gmnc reads: no objects, which need pickles, and no
    floats but float32 and float64."""
    if np.ma.is_masked(values):
        raise ValueError(f"{name} has masked values, which no file keeps: fill them, or leave those frames out")
    parts = f"{name} has parts of different shapes: expected an array of numbers, or as many recordings, of as many frames, as positions has"
    try:
        array = np.asarray(values, order="C")
    except ValueError as ragged:
        raise ValueError(parts) from ragged
    if array.dtype == object:
        raise ValueError(parts)
    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        return array.astype(np.float64)
    return array
