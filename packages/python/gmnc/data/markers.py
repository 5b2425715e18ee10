"""Data sets from tables of markers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .arrays import write_trajectories
from .written import Path, Written, optional

_AXES = "xyz"


def write_markers(path: Path, tables: Any, *, dt: float | None = None, bars: Sequence[tuple[str, str]] = (), **options: Any) -> Written:
    """Writes recordings of markers. tables is a pandas.DataFrame, or a sequence of
    them: a row for each frame, and for each marker three columns, MARKER_x, MARKER_y
    and MARKER_z, or (MARKER, x) in two levels. All recordings have the same markers.
    bars are pairs of markers at fixed distances, which form trees. Tables
    whose index has times need no dt. write_trajectories has the
    other options. Raises ValueError for frames in which a marker is missing."""
    pandas = optional("pandas", "write_markers")
    recordings = [tables] if isinstance(tables, pandas.DataFrame) else list(tables)
    if not recordings:
        raise ValueError("there are no tables: expected one or more")
    names = _names(recordings[0], 0)
    positions = []
    for number, table in enumerate(recordings):
        if sorted(_names(table, number)) != sorted(names):
            raise ValueError(f"recording {number} has the markers {_names(table, number)}, and recording 0 {names}: expected the same")
        positions.append(_positions(table, names, number))
    if bars:
        options["parents"] = _parents(names, bars)
    return write_trajectories(path, positions, dt=_time(recordings, dt), **options)


def _split(column: Any) -> tuple[str, str]:
    """Marker and axis of a column."""
    if isinstance(column, tuple):
        marker, axis = (str(level) for level in column)
    else:
        marker, _, axis = str(column).rpartition("_")
    return marker, axis.lower()


def _names(table: Any, number: int) -> list[str]:
    """The markers of a table, in the order of their columns."""
    seen: dict[str, set[str]] = {}
    for column in table.columns:
        marker, axis = _split(column)
        if not marker or axis not in _AXES or len(axis) != 1 or axis in seen.get(marker, ()):
            raise ValueError(f"recording {number}: the column {column!r} is no axis of a marker: expected MARKER_x, MARKER_y, MARKER_z, once each")
        seen.setdefault(marker, set()).add(axis)
    for marker, axes in seen.items():
        if len(axes) < len(_AXES):
            raise ValueError(f"recording {number}: the marker {marker!r} has the axes {sorted(axes)}: expected x, y and z")
    return list(seen)


def _positions(table: Any, names: Sequence[str], number: int) -> Any:
    """Positions [frames, markers, 3]."""
    columns = {_split(column): at for at, column in enumerate(table.columns)}
    flat = table.to_numpy(dtype=np.float64)[:, [columns[name, axis] for name in names for axis in _AXES]]
    missing = np.argwhere(~np.isfinite(flat))
    if len(missing):
        frame, at = missing[0]
        raise ValueError(f"recording {number}, frame {frame}: the marker {names[at // 3]!r} is missing: fill it in, or cut the recording there")
    return flat.reshape(len(flat), len(names), 3)


def _time(recordings: Sequence[Any], dt: float | None) -> float | None:
    """The time between frames: dt, or the step of the indices where these are times."""
    if dt is not None:
        return dt
    steps = [_step(table, number) for number, table in enumerate(recordings) if table.index.dtype.kind == "f" and len(table) > 1]
    if not steps:
        return None
    if len(steps) < len(recordings) or not np.allclose(steps, steps[0], rtol=1e-3, atol=0):
        raise ValueError(f"the indices of the recordings have the steps {steps}: expected times with one step in all of them, or dt")
    return steps[0]


def _step(table: Any, number: int) -> float:
    """The time between frames of an index of times."""
    steps = np.diff(table.index.to_numpy())
    usual = float(np.median(steps))
    off = np.abs(steps - usual)
    if not (usual > 0 and np.all(off < 0.01 * usual)):
        at = int(np.argmax(off))
        raise ValueError(f"recording {number}: frame {at + 1} comes {steps[at]:g} after the one before, elsewhere {usual:g}: expected equal steps")
    return float(steps.mean())


def _parents(names: Sequence[str], bars: Sequence[tuple[str, str]]) -> list[int]:
    """The parent of each marker in the trees of the bars."""
    joined: dict[str, list[str]] = {name: [] for name in names}
    for a, b in bars:
        for end in (a, b):
            if end not in joined:
                raise ValueError(f"the bar {a!r} to {b!r} has no marker {end!r}: the markers are {list(names)}")
        joined[a].append(b)
        joined[b].append(a)
    parents: dict[str, int] = {}
    for root in names:
        if root in parents:
            continue
        parents[root], waiting = -1, [root]
        while waiting:
            name = waiting.pop()
            for other in joined[name]:
                if names[parents[name]] == other and parents[name] >= 0:
                    continue
                if other in parents:
                    raise ValueError(f"the bars close a loop at {name!r} and {other!r}: expected trees")
                parents[other] = names.index(name)
                waiting.append(other)
    return [parents[name] for name in names]
