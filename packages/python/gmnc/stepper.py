"""A system that an exported model moves, a step at a time."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime  # type: ignore[import-untyped]

from .model import Floats, Model, Prediction, _array


def _one_thread() -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return options


class Stepper:
    """Systems [batch, particles, 3] in motion. Each step takes controls and moves them by
    one interval of the model, whose velocities must be true ones. Other inputs
    hold until a step is given something else.

        stepper = gmnc.Stepper("model.onnx", x, v, torque=0 * torque, **system)
        state = stepper.step(torque=torque)

    A file is opened on one thread: others would wait for its small operators.

    Raises ValueError as Model.predict does, and for files that roll a fixed number of
    steps. Warns where the file's velocities are displacements."""

    def __init__(self, model: Model | str | os.PathLike[str], position: npt.ArrayLike, velocity: npt.ArrayLike, **others: npt.ArrayLike) -> None:
        self.model = model if isinstance(model, Model) else Model(model, sess_options=_one_thread())
        declared = self.model._inputs
        if self.model._rolls and "steps" not in declared:
            raise ValueError("the file takes a fixed number of steps at a time: export it without --rollout, or with --rollout and no number")
        unknown = others.keys() - (declared.keys() - {"steps"})
        if unknown:
            raise ValueError(f"the model takes no {', '.join(sorted(unknown))}: it takes {', '.join(declared)}")
        self._of_steps = {name for name, i in declared.items() if i.shape and i.shape[0] == "steps"}
        self._sizes: dict[str, int] = {}
        self._inputs: dict[str, npt.NDArray[Any]] = {}
        if "steps" in declared:
            self._inputs["steps"] = _array(declared["steps"], 1, self._sizes)
        given = {"position": position, "velocity": velocity, **others}
        self.model._require_robot(given)
        for name in sorted(declared.keys() - {"steps"}, key=lambda name: (name != "position", len(declared[name].shape))):
            self._inputs[name] = self._array(name, given.get(name))
        self.model._warn_of_displacements()
        self._start = (self._inputs["position"], self._inputs["velocity"])
        self.steps = 0

    @property
    def position(self) -> Floats:
        """The positions now."""
        return self._inputs["position"]

    @property
    def velocity(self) -> Floats:
        """The velocities now."""
        return self._inputs["velocity"]

    @property
    def state(self) -> Prediction:
        """The state now."""
        return Prediction(self.position, self.velocity)

    def _array(self, name: str, value: npt.ArrayLike | None) -> npt.NDArray[Any]:
        if value is not None and name in self._of_steps:
            value = np.asarray(value)[None]
        return _array(self.model._inputs[name], value, self._sizes)

    def step(self, **controls: npt.ArrayLike) -> Prediction:
        """Moves the systems by one interval and returns where they are. Controls are
        inputs of the model by name, such as torque or force, without an axis of steps;
        they hold until they are given again."""
        given = {}
        for name, value in controls.items():
            if name in ("position", "velocity", "steps") or name not in self.model._inputs:
                raise ValueError(f"{name} is no control: the model takes {', '.join(self.model._inputs)}, and reset sets the state")
            given[name] = self._array(name, value)
        self._inputs.update(given)
        position, velocity = self.model.session.run(self.model._motion, self._inputs)
        if self.model._rolls:
            position, velocity = position[0], velocity[0]
        self._inputs["position"], self._inputs["velocity"] = position, velocity
        self.steps += 1
        return Prediction(position, velocity)

    def reset(self, position: npt.ArrayLike | None = None, velocity: npt.ArrayLike | None = None) -> Prediction:
        """Goes back to the first state, or to another of the same systems."""
        first, moving = self._start
        self._inputs["position"] = first if position is None else self._array("position", position)
        self._inputs["velocity"] = moving if velocity is None else self._array("velocity", velocity)
        self.steps = 0
        return Prediction(self.position, self.velocity)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the state, with all that the model is given, as .npz: a whole file of
        this very name, or none."""
        arrays: dict[str, Any] = {"made": self.steps, **self._inputs}
        part = f"{os.fspath(path)}.part"
        with open(part, "wb") as file:
            np.savez(file, **arrays)
        os.replace(part, path)

    def load(self, path: str | os.PathLike[str]) -> Prediction:
        """Goes on from a state that save wrote. Raises ValueError for one of other inputs."""
        with np.load(path, allow_pickle=False) as saved:
            arrays = dict(saved)
        made = arrays.pop("made", None)
        if made is None or arrays.keys() != self._inputs.keys():
            raise ValueError(f"{os.fspath(path)} holds {', '.join(arrays)}: expected a state with {', '.join(self._inputs)}, as save writes it")
        self._inputs = {name: _array(self.model._inputs[name], value, self._sizes) for name, value in arrays.items()}
        self.steps = int(made)
        return Prediction(self.position, self.velocity)
