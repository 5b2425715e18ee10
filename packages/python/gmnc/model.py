"""An exported model behind onnxruntime."""

from __future__ import annotations

import dataclasses
import os
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime  # type: ignore[import-untyped]

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]

# Inputs that may be left out, with the last extent of what stands for them.
_OPTIONAL = {"sticks": 2, "hinges": 3}


@dataclasses.dataclass(frozen=True)
class Prediction:
    """Positions and velocities [batch, particles, 3], one interval later."""

    position: Floats
    velocity: Floats


@dataclasses.dataclass(frozen=True)
class Verification:
    """How far predictions are from turning with their inputs, and lengths from
    staying what they were: largest differences, as shares of the largest
    coordinate, on random systems. A model that guarantees a symmetry has about
    1e-6 there, which is float32 rounding; others have more."""

    rotation: float
    translation: float
    renumbering: float
    lengths: float


class Model:
    """A model that gmnc exported. Arrays that are one system, without the batch
    as their first dimension, are refused: use x[None]."""

    def __init__(self, path: str | os.PathLike[str], **options: object) -> None:
        self.session = onnxruntime.InferenceSession(os.fspath(path), **options)
        self._types = {i.name: np.int64 if "int64" in i.type else np.float32 for i in self.session.get_inputs()}
        self._ranks = {i.name: len(i.shape) for i in self.session.get_inputs()}

    @property
    def inputs(self) -> list[str]:
        """The names of what predict takes."""
        return list(self._types)

    @property
    def metadata(self) -> dict[str, str]:
        """What the file says of itself: units, training, errors."""
        return dict(self.session.get_modelmeta().custom_metadata_map)

    def predict(self, position: npt.ArrayLike, velocity: npt.ArrayLike, **others: npt.ArrayLike) -> Prediction:
        """Predicts systems [batch, particles, 3]; others are the remaining inputs by
        name, such as charge, sticks and hinges, of which the last two may be
        left out. Raises ValueError for inputs that do not fit the model."""
        given = {"position": position, "velocity": velocity, **others}
        unknown = given.keys() - self._types.keys()
        if unknown:
            raise ValueError(f"the model takes no {', '.join(sorted(unknown))}: it takes {', '.join(self._types)}")
        batch = len(np.asarray(position))
        feed = {}
        for name, kind in self._types.items():
            if name not in given and name not in _OPTIONAL:
                raise ValueError(f"the model takes {name}, which is not given")
            feed[name] = np.asarray(given.get(name, np.zeros((batch, 0, _OPTIONAL.get(name, 0)))), dtype=kind)
            if feed[name].ndim < self._ranks[name]:
                raise ValueError(f"{name} has the shape {feed[name].shape}: expected [batch, ...], for one system x[None]")
        return Prediction(*self.session.run(["predicted_position", "predicted_velocity"], feed))

    def rollout(self, steps: int, position: npt.ArrayLike, velocity: npt.ArrayLike, **others: npt.ArrayLike) -> Floats:
        """Returns positions [steps, batch, particles, 3]: each prediction is the next
        input. It makes sense of models whose velocities are true ones."""
        positions = []
        for _ in range(steps):
            after = self.predict(position, velocity, **others)
            position, velocity = after.position, after.velocity
            positions.append(after.position)
        return np.stack(positions) if positions else np.zeros((0, *np.shape(position)), np.float32)

    def verify(self, seed: int = 0) -> Verification:
        """Measures the model's symmetries and lengths on four random systems of a
        stick, a hinge and two particles in none, spread as gmnc verify and the
        paper's simulations spread theirs. In far larger systems the bound of the
        published models on each component of a force, 100, may act, which depends
        on the axes. Raises ValueError for models that take more than these have."""
        extra = self._types.keys() - {"position", "velocity", "charge", "sticks", "hinges"}
        if extra:
            raise ValueError(f"random systems have no {', '.join(sorted(extra))}: use gmnc verify")
        random = np.random.default_rng(seed)
        spread = np.cbrt(7 / 5) + 0.1
        x, v = random.standard_normal((2, 4, 7, 3)) * [[[[spread]]], [[[0.3]]]]
        others: dict[str, npt.NDArray[Any]] = {
            "charge": random.choice([-1.0, 1.0], (4, 7, 1)),
            "sticks": np.tile([[0, 1]], (4, 1, 1)),
            "hinges": np.tile([[2, 3, 4]], (4, 1, 1)),
        }
        others = {name: value for name, value in others.items() if name in self._types}
        turn, _ = np.linalg.qr(random.standard_normal((3, 3)))
        away = random.standard_normal(3)
        order = random.permutation(7)
        back = np.argsort(order)

        plain = self.predict(x, v, **others).position
        turned = self.predict(x @ turn, v @ turn, **others).position
        moved = self.predict(x + away, v, **others).position
        permuted = {n: back[o.astype(int)] if n in _OPTIONAL else o[:, order] for n, o in others.items()}
        renumbered = self.predict(x[:, order], v[:, order], **permuted).position

        def difference(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> float:
            return float(np.abs(a - b).max() / np.abs(plain).max())

        bars = [(0, 1), (2, 3), (2, 4)]
        before, after = (np.stack([np.linalg.norm(y[:, i] - y[:, j], axis=1) for i, j in bars]) for y in (x, plain))
        return Verification(
            rotation=difference(turned, plain @ turn),
            translation=difference(moved, plain + away),
            renumbering=difference(renumbered, plain[:, order]),
            lengths=difference(before, after),
        )


def load(path: str | os.PathLike[str], **options: object) -> Model:
    """Opens an exported file; options are those of onnxruntime.InferenceSession."""
    return Model(path, **options)
