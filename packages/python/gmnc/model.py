"""An exported model behind onnxruntime."""

from __future__ import annotations

import dataclasses
import json
import os
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime  # type: ignore[import-untyped]

from .fields import OBJECTS

Floats = npt.NDArray[np.float32]

_ENERGIES = ["energy", "forces"]
_TYPES = {"tensor(float)": np.float32, "tensor(int64)": np.int64}


@dataclasses.dataclass(frozen=True)
class Prediction:
    """Positions and velocities [batch, particles, 3], one interval later; of a file
    that rolls [steps, batch, particles, 3], after every step."""

    position: Floats
    velocity: Floats


@dataclasses.dataclass(frozen=True)
class Energies:
    """Energies [batch] of systems, and the forces [batch, particles, 3] on their
    particles, in the units of the data that the model learned from."""

    energy: Floats
    forces: Floats


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


def _session_options() -> onnxruntime.SessionOptions:
    """All threads, which sleep while they wait: in a loop they take the cores from others."""
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


class Model:
    """A model that gmnc exported. Arrays that are one system, without the batch
    as their first dimension, are refused: use x[None]."""

    def __init__(self, path: str | os.PathLike[str], **options: object) -> None:
        options.setdefault("sess_options", _session_options())
        self.session = onnxruntime.InferenceSession(os.fspath(path), **options)
        self._path = os.fspath(path)
        self._inputs = {i.name: i for i in self.session.get_inputs()}
        outputs = {o.name for o in self.session.get_outputs()}
        self._rolls = "predicted_positions" in outputs
        self._motion = ["predicted_positions", "predicted_velocities"] if self._rolls else ["predicted_position", "predicted_velocity"]
        self._outputs = outputs
        if not outputs.issuperset(self._motion) and not self.has_energies:
            raise ValueError(f"{os.fspath(path)} predicts {', '.join(sorted(outputs))}, and neither positions and velocities nor energy and forces: use gmnc.Robot for q and rate, and onnxruntime for others")

    def __repr__(self) -> str:
        return described(f"Model({self._path!r})", self.session)

    @property
    def inputs(self) -> list[str]:
        """The names of what predict takes."""
        return list(self._inputs)

    @property
    def has_energies(self) -> bool:
        """Whether the file has the outputs energy and forces."""
        return self._outputs.issuperset(_ENERGIES)

    @property
    def metadata(self) -> dict[str, str]:
        """What the file says of itself: units, training, errors."""
        return dict(self.session.get_modelmeta().custom_metadata_map)

    @property
    def examples(self) -> list[dict[str, npt.NDArray[Any]]]:
        """A few true training inputs, each one system as predict takes it by keywords;
        none of a file that was exported without. Of an input that differs from step to
        step it is that of the first."""
        examples = json.loads(self.metadata.get("data.examples", "[]"))
        return [{name: np.asarray(value, _TYPES[self._inputs[name].type])[None] for name, value in e.items() if name in self._inputs} for e in examples]

    def predict(self, position: npt.ArrayLike, velocity: npt.ArrayLike, **others: npt.ArrayLike) -> Prediction:
        """Predicts systems [batch, particles, 3]; others are the remaining inputs by
        name, as the file declares them, most of them among Inputs. Objects may be left
        out, which is none, but of robots; an input whose batch is 1 holds for all systems. Raises
        ValueError for inputs that the file does not declare, lacks, or declares in
        another shape, and for a file of energies alone."""
        return Prediction(*self._run(self._motion, {"position": position, "velocity": velocity, **others}))

    def energies(self, position: npt.ArrayLike, velocity: npt.ArrayLike | None = None, **others: npt.ArrayLike) -> Energies:
        """Returns the energies and forces of systems [batch, particles, 3], from a file
        that has them; no energy depends on the velocity, which is 0 where it is left
        out. Others are as for predict. Raises ValueError for files without energies."""
        if velocity is None and "velocity" in self._inputs:
            velocity = np.zeros_like(np.asarray(position))
        moving = {} if velocity is None else {"velocity": velocity}
        energy, forces = self._run(_ENERGIES, {"position": position, **moving, **others})
        return Energies(np.reshape(energy, len(energy)), forces)

    def _run(self, outputs: list[str], given: dict[str, npt.ArrayLike]) -> list[Floats]:
        """The outputs of those names."""
        if not self._outputs.issuperset(outputs):
            raise ValueError(f"the model has no {' and '.join(outputs)}: its outputs are {', '.join(sorted(self._outputs))}")
        unknown = given.keys() - self._inputs.keys()
        if unknown:
            raise ValueError(f"the model takes no {', '.join(sorted(unknown))}: it takes {', '.join(self._inputs)}")
        self._require_robot(given)
        sizes: dict[str, int] = {}
        first = sorted(self._inputs, key=lambda name: (name != "position", len(self._inputs[name].shape)))
        return list(self.session.run(outputs, {name: _array(self._inputs[name], given.get(name), sizes) for name in first}))

    def _require_robot(self, given: Mapping[str, npt.ArrayLike]) -> None:
        """Refuses systems without bodies for a file that reads joints: others would hang on them."""
        for name in ("parents", "bodies"):
            if "rest" in self._inputs and name in self._inputs and given.get(name) is None:
                raise ValueError(f"the model takes {name}, which is not given: of bodies on joints it is no object that may be left out")

    def rollout(self, steps: int, position: npt.ArrayLike, velocity: npt.ArrayLike, **others: npt.ArrayLike) -> Floats:
        """Returns positions [steps, batch, particles, 3]: each prediction is the next
        input. It makes sense of models whose velocities are true ones. Others are as for
        predict; one with an axis of steps before the batch has a value for each step,
        such as torques [steps, batch, particles, 1]. Raises ValueError where that has
        another number of steps. Warns where the file's velocities are displacements."""
        if steps < 0:
            raise ValueError(f"{steps} steps: expected 0 or more")
        self._warn_of_displacements()
        if self._rolls:
            rolled = self.predict(position, velocity, **({"steps": steps} if "steps" in self._inputs else {}), **others).position
            if len(rolled) != steps:
                raise ValueError(f"the file takes {len(rolled)} steps at a time, not {steps}")
            return rolled
        given = {name: np.asarray(value) for name, value in others.items()}
        changing = {name for name, value in given.items() if name in self._inputs and value.ndim > len(self._inputs[name].shape)}
        for name in changing:
            if len(given[name]) != steps:
                raise ValueError(f"{name} has values for {len(given[name])} steps: expected {steps}, or none of them with an axis of steps")
        positions = []
        for step in range(steps):
            after = self.predict(position, velocity, **{name: value[step] if name in changing else value for name, value in given.items()})
            position, velocity = after.position, after.velocity
            positions.append(after.position)
        return np.stack(positions) if positions else np.zeros((0, *np.shape(position)), np.float32)

    def _warn_of_displacements(self) -> None:
        """Warns of a file whose next step would start from a wrong velocity."""
        said = self.metadata.get("meaning.predicted_velocity", "") + self.metadata.get("units.velocity", "")
        if "displacement" in said:
            warnings.warn("the model returns no true velocity, so that a second step starts from a wrong one: train it with velocity=0.1", stacklevel=3)

    def verify(self, seed: int = 0) -> Verification:
        """Measures the model's symmetries and lengths on four random systems of a
        stick, a hinge and two particles in none, spread as gmnc verify and the
        paper's simulations spread theirs. In far larger systems the bound of the
        published models on each component of a force, 100, may act, which depends
        on the axes. Raises ValueError for models that take more than these have."""
        extra = self._inputs.keys() - {"position", "velocity", "charge", *OBJECTS}
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
        others = {name: value for name, value in others.items() if name in self._inputs}
        turn, _ = np.linalg.qr(random.standard_normal((3, 3)))
        away = random.standard_normal(3)
        order = random.permutation(7)
        back = np.argsort(order)

        plain = self.predict(x, v, **others).position
        turned = self.predict(x @ turn, v @ turn, **others).position
        moved = self.predict(x + away, v, **others).position
        permuted = {n: back[o.astype(int)] if n in OBJECTS else o[:, order] for n, o in others.items()}
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


def described(title: str, session: onnxruntime.InferenceSession) -> str:
    """The title, and a line for each input and output of a file with its shape and unit."""
    about = session.get_modelmeta().custom_metadata_map
    lines = [title]
    for kind, values in (("input", session.get_inputs()), ("output", session.get_outputs())):
        for value in values:
            unit = about.get(f"units.{value.name}", "")
            lines.append(f"  {kind:<6} {value.name} [{', '.join(map(str, value.shape))}]" + (f" in {unit}" if unit else ""))
    return "\n".join(lines)


def _array(declared: onnxruntime.NodeArg, value: npt.ArrayLike | None, sizes: dict[str, int]) -> npt.NDArray[Any]:
    """The array of an input as the file declares it. An axis with a name has the same
    size in all inputs, which sizes holds."""
    name, axes = declared.name, declared.shape

    def size(axis: int | str) -> int:
        return axis if isinstance(axis, int) else sizes.get(axis, 0)

    if value is None and name not in OBJECTS:
        raise ValueError(f"the model takes {name}, which is not given")
    if value is None:
        value = np.full([size(axis) for axis in axes], -1)
    if np.ma.is_masked(value):
        raise ValueError(f"{name} has masked values, which the model would see: fill them")
    x = np.asarray(value)
    if x.size == 0 and 0 < x.ndim < len(axes):
        x = x.reshape(*x.shape, *(size(axis) for axis in axes[x.ndim :]))
    fits = x.ndim == len(axes) and all(
        extent == (axis if isinstance(axis, int) else sizes.setdefault(axis, extent)) or (axis == "batch" and extent == 1)
        for extent, axis in zip(x.shape, axes)
    )
    if not fits:
        wanted = ", ".join(f"{axis}={sizes[axis]}" if axis in sizes else str(axis) for axis in axes)
        raise ValueError(f"{name} has the shape {x.shape}: expected [{wanted}]" + (", for one system x[None]" if x.ndim < len(axes) else ""))
    if x.dtype.kind not in "fiub":
        raise ValueError(f"{name} holds {x.dtype}: expected numbers")
    if "int64" not in declared.type:
        return x.astype(np.float32)
    if not np.array_equal(x, np.trunc(x)):
        raise ValueError(f"{name} has numbers that are not whole")
    if not ((x > -(2**31)) & (x < 2**31)).all():
        raise ValueError(f"{name} has a number beyond 32 bits, to which some runtimes cut it: an index counts the particles of a system")
    if x.ndim == 0:
        sizes[name] = int(x)
    return x.astype(np.int64)


def load(path: str | os.PathLike[str], **options: object) -> Model:
    """Opens an exported file; onnxruntime.InferenceSession takes the options."""
    return Model(path, **options)
