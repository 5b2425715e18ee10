"""An ASE calculator of a model of energies."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime  # type: ignore[import-untyped]

from .data.written import optional

# Inputs is what a model takes of ase.Atoms besides positions: arrays by name,
# each for one system, without the axis of the batch.
Inputs = Callable[[Any], dict[str, npt.ArrayLike]]


def calculator(path: str | os.PathLike[str], inputs: Inputs | None = None, *, length: float = 1, energy: float = 1) -> Any:
    """Returns an ase.calculators.calculator.Calculator of an exported model that has the
    outputs energy [batch] and forces [batch, atoms, 3]. inputs gives what the model takes of
    ase.Atoms besides positions; the velocity, on which no energy depends, is 0 unless
    inputs gives it. length and energy are the units of the model in angstrom and eV.
    Raises ValueError for a model without energies."""
    base = optional("ase.calculators.calculator", "calculator")
    session = onnxruntime.InferenceSession(os.fspath(path))
    outputs = {output.name for output in session.get_outputs()}
    if not {"energy", "forces"} <= outputs:
        raise ValueError(f"the model has no energies: its outputs are {', '.join(sorted(outputs))}, expected energy and forces among them")

    def calculate(self: Any, atoms: Any = None, properties: Any = None, system_changes: Any = base.all_changes) -> None:
        base.Calculator.calculate(self, atoms, properties, system_changes)
        found, forces = energies(session, self.atoms.get_positions() / length, {} if inputs is None else inputs(self.atoms))
        self.results = {"energy": found * energy, "forces": forces * energy / length}

    kind = type("ModelCalculator", (base.Calculator,), {"implemented_properties": ["energy", "forces"], "calculate": calculate})
    return kind()


def energies(session: Any, position: npt.ArrayLike, others: dict[str, npt.ArrayLike]) -> tuple[float, npt.NDArray[np.float64]]:
    """The energy of one system and the forces [particles, 3] on it."""
    x = np.asarray(position, dtype=np.float32)
    given = {"position": x, "velocity": np.zeros_like(x), **others}
    feed = {}
    for taken in session.get_inputs():
        if taken.name not in given:
            raise ValueError(f"the model takes {taken.name}, which inputs does not give: it gives {', '.join(others) or 'nothing'}")
        feed[taken.name] = np.asarray(given[taken.name], np.int64 if "int64" in taken.type else np.float32)[None]
    found = session.run(["energy", "forces"], feed)
    return float(np.ravel(found[0])[0]), np.asarray(found[1][0], dtype=np.float64)
