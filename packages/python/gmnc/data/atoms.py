"""Data sets from the atoms of ASE and MDAnalysis, by way of extended XYZ."""

from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .written import Path, Written, beside, optional, prepare

Vectors = npt.NDArray[np.floating[Any]]


@dataclasses.dataclass(frozen=True)
class _Frame:
    """Atoms in a frame: positions in angstrom, and what else is known of them."""

    symbols: Sequence[str]
    positions: Vectors
    velocities: Vectors | None = None
    forces: Vectors | None = None
    energy: float | None = None
    unit: str = "angstrom/ps"  # of velocities
    cell: Vectors | None = None
    periodic: Sequence[bool] = (False, False, False)


def write_ase(path: Path, frames: Iterable[Any], *, span: int | str, force: bool = False, **options: object) -> Written:
    """Writes a trajectory of ase.Atoms, such as ase.io.Trajectory, as gmnc prepare
    md17 reads it: positions, velocities where atoms have momenta, cells, and energies
    and forces where a calculator has results. The target is span frames later, or
    a time, as "5fs", where dt says how many fs a frame takes. Other options are the
    flags of gmnc prepare md17, such as rigid=True or train=1000. Raises ProgramError,
    and writes nothing, where gmnc refuses the trajectory."""
    optional("ase", "write_ase")
    return _write(path, (_of_ase(number, atoms) for number, atoms in enumerate(frames)), span, force, options)


def _of_ase(number: int, atoms: Any) -> _Frame:
    if atoms.constraints:
        raise ValueError(f"frame {number} has constraints ({type(atoms.constraints[0]).__name__}), which the data set would not say: take them away with set_constraint()")
    results = {} if atoms.calc is None else atoms.calc.results
    return _Frame(
        symbols=atoms.get_chemical_symbols(), positions=atoms.get_positions(),
        velocities=atoms.get_velocities() if atoms.has("momenta") else None, unit="ASE",
        forces=results.get("forces"), energy=results.get("energy"),
        cell=np.asarray(atoms.cell) if any(atoms.pbc) else None, periodic=[bool(axis) for axis in atoms.pbc],
    )


def write_mdanalysis(
    path: Path, atoms: Any, *, span: int | str, frames: slice = slice(None), force: bool = False, **options: object,
) -> Written:
    """Writes the trajectory of an MDAnalysis.Universe or of an AtomGroup in one, such
    as of PDB with DCD or XTC, or of its frames alone, as write_ase does: positions,
    velocities where the frames have them, and boxes. Raises ValueError where the
    elements are not known."""
    mdanalysis = optional("MDAnalysis", "write_mdanalysis")
    group = atoms.atoms
    try:
        symbols = [str(element) for element in group.elements]
    except mdanalysis.exceptions.NoDataError as error:
        raise ValueError('the elements of the atoms are not known: give them by universe.add_TopologyAttr("elements", [...]), or guess_TopologyAttrs') from error
    if not all(symbols):
        raise ValueError(f"atom {symbols.index('')} has no element: give them by universe.add_TopologyAttr")
    trajectory = group.universe.trajectory[frames]
    return _write(path, (_of_mdanalysis(symbols, group, step) for step in trajectory), span, force, options)


def _of_mdanalysis(symbols: Sequence[str], group: Any, step: Any) -> _Frame:
    cell = None if step.dimensions is None or not np.all(step.dimensions[:3] > 0) else step.triclinic_dimensions
    return _Frame(
        symbols=symbols, positions=np.asarray(group.positions, np.float64),
        velocities=np.asarray(group.velocities, np.float64) if step.has_velocities else None,
        cell=cell, periodic=(cell is not None,) * 3,
    )


def _write(path: Path, frames: Iterable[_Frame], span: int | str, force: bool, options: dict[str, object]) -> Written:
    with beside(path, ".extxyz") as source:
        _write_xyz(source, frames)
        return prepare(["md17", source], path, options | {"span": span, "force": force or None})


def _write_xyz(path: pathlib.Path, frames: Iterable[_Frame]) -> None:
    """Writes frames as extended XYZ."""
    with open(path, "w", encoding="utf-8") as file:
        for frame in frames:
            vectors = {"pos": frame.positions, "velo": frame.velocities, "forces": frame.forces}
            there = {name: np.asarray(values) for name, values in vectors.items() if values is not None}
            comment = "Properties=species:S:1:" + ":".join(f"{name}:R:3" for name in there) + " unit=angstrom"
            if frame.velocities is not None:
                comment += f" velocity_unit={frame.unit}"
            if frame.energy is not None:
                comment += f" energy={float(frame.energy)!r}"
            if frame.cell is not None:
                lattice = " ".join(repr(float(number)) for number in np.ravel(frame.cell))
                comment += f' Lattice="{lattice}" pbc="{" ".join("T" if axis else "F" for axis in frame.periodic)}"'
            print(f"{len(frame.symbols)}\n{comment}", file=file)
            rows = np.concatenate(list(there.values()), axis=1)
            for symbol, row in zip(frame.symbols, rows, strict=True):
                print(symbol, *(repr(float(number)) for number in row), file=file)
