"""An ASE calculator of a model of energies."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .data.written import optional
from .model import Model, load

# Inputs is what a model takes of ase.Atoms besides positions: arrays by name,
# each for one system, without the axis of the batch.
Inputs = Callable[[Any], dict[str, npt.ArrayLike]]


def calculator(model: str | os.PathLike[str] | Model, inputs: Inputs | None = None, *, length: float = 1, energy: float = 1) -> Any:
    """Returns an ase.calculators.calculator.Calculator of an exported model, or its path,
    that has the outputs energy [batch] and forces [batch, atoms, 3]. inputs gives what the
    model takes of ase.Atoms besides positions; the velocity, on which no energy depends, is
    0 unless inputs gives it. length and energy are the units of the model in angstrom and
    eV. Raises ValueError for a model without energies."""
    base = optional("ase.calculators.calculator", "calculator")
    opened = model if isinstance(model, Model) else load(model)
    if not opened.has_energies:
        raise ValueError("the model has no energies: expected the outputs energy and forces")

    def calculate(self: Any, atoms: Any = None, properties: Any = None, system_changes: Any = base.all_changes) -> None:
        base.Calculator.calculate(self, atoms, properties, system_changes)
        given = {} if inputs is None else inputs(self.atoms)
        others = {name: np.asarray(values)[None] for name, values in given.items()}
        found = opened.energies((self.atoms.get_positions() / length)[None], **others)
        self.results = {
            "energy": float(found.energy[0]) * energy,
            "forces": np.asarray(found.forces[0], dtype=np.float64) * energy / length,
        }

    kind = type("ModelCalculator", (base.Calculator,), {"implemented_properties": ["energy", "forces"], "calculate": calculate})
    return kind()
