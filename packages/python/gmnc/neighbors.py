"""Lists of neighbors, which exported files take as an input."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_ROWS = 256  # particles whose distances from all others are in memory at a time


def neighbors(positions: npt.ArrayLike, box: npt.ArrayLike | None, cutoff: float, slots: int | None = None) -> npt.NDArray[np.int64]:
    """Returns for each particle the others that are nearer than the cutoff, in ascending order
    and then -1 [batch, particles, slots], for positions [batch, particles, 3]. There are as many
    slots as a particle has neighbors, unless slots gives their number.

    The box has three lengths [3] of a cell along the axes, or three vectors [3, 3] in its rows,
    and distances are to the nearest images in it; None is no box. A file takes the same vectors
    as cell_a, cell_b and cell_c. Lengths are in the unit of the positions. Raises ValueError for
    other shapes, positions that are not finite, a cutoff above half of the box's least width,
    and more neighbors than slots."""
    x = np.asarray(positions, np.float64)
    if x.ndim != 3 or x.shape[2] != 3:
        raise ValueError(f"positions have the shape {x.shape}: expected [batch, particles, 3], for one system x[None]")
    if not np.isfinite(x).all():
        raise ValueError("positions have a value that is not finite")
    if not 0 < cutoff < np.inf:
        raise ValueError(f"a cutoff of {cutoff}: expected a length above 0")
    cell = None if box is None else _cell(box, cutoff)
    lists = [_near(system, cell, cutoff) for system in x]
    most = max((len(near) for system in lists for near in system), default=0)
    if slots is not None and slots < most:
        raise ValueError(f"a particle has {most} neighbors: expected at most slots={slots}")
    filled = np.full((*x.shape[:2], most if slots is None else slots), -1, np.int64)
    for i, system in enumerate(lists):
        for j, near in enumerate(system):
            filled[i, j, : len(near)] = near
    return filled


def _cell(box: npt.ArrayLike, cutoff: float) -> npt.NDArray[np.float64]:
    """The vectors of a box in rows."""
    cell = np.asarray(box, np.float64)
    if cell.shape not in ((3,), (3, 3)):
        raise ValueError(f"the box has the shape {cell.shape}: expected three lengths [3] or three vectors [3, 3]")
    if cell.ndim == 1:
        cell = np.diag(cell)
    if not np.isfinite(cell).all() or not abs(np.linalg.det(cell)) > 0:
        raise ValueError("the vectors of the box span no volume")
    width = 1 / np.linalg.norm(np.linalg.inv(cell), axis=0).max()
    if cutoff > width / 2:
        raise ValueError(f"a cutoff of {cutoff} is more than half of the box's least width, {width:.6g}: a particle and its image would both be near")
    return cell


def _near(x: npt.NDArray[np.float64], cell: npt.NDArray[np.float64] | None, cutoff: float) -> list[npt.NDArray[Any]]:
    """The neighbors of each particle of a system [particles, 3]."""
    lists = []
    for start in range(0, len(x), _ROWS):
        apart = x[None] - x[start : start + _ROWS, None]
        if cell is not None:
            apart -= np.rint(apart @ np.linalg.inv(cell)) @ cell
        near = np.square(apart).sum(axis=2) < cutoff**2
        for row, i in zip(near, range(start, len(x))):
            row[i] = False
            lists.append(np.flatnonzero(row))
    return lists
