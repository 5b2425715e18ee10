"""Systems that a model moves, as environments of Gymnasium, which has to be installed."""

from __future__ import annotations

from typing import Any, Callable, Mapping

import gymnasium
import numpy as np
import numpy.typing as npt

from .model import Prediction
from .robot import JointState, Robot
from .stepper import Stepper

State = tuple[npt.ArrayLike, npt.ArrayLike]


class Environment(gymnasium.Env[npt.NDArray[np.float32], npt.NDArray[np.float32]]):
    """One system of a stepper, or one robot in joint coordinates. An observation is its
    positions and then its velocities, in one row, or q and then rate. Actions lie between low
    and high.

    apply makes the controls of a step of an action; reward is given the state before, the
    action and the state after. ended tells from a state whether an episode is over, which
    frames ends otherwise, as does a state whose positions or velocities are not finite. start draws positions and
    velocities by a random generator; without it episodes begin as the stepper did."""

    def __init__(
        self,
        stepper: Stepper | Robot,
        *,
        low: npt.ArrayLike,
        high: npt.ArrayLike,
        apply: Callable[[npt.NDArray[np.float32]], Mapping[str, npt.ArrayLike]],
        reward: Callable[[Any, npt.NDArray[np.float32], Any], float],
        ended: Callable[[Any], bool] = lambda state: False,
        start: Callable[[np.random.Generator], State] | None = None,
        frames: int = 200,
    ) -> None:
        first, second = _parts(stepper.state)
        if len(first) != 1:
            raise ValueError(f"an environment is of one system, and the stepper has {len(first)}")
        self.stepper, self.frames = stepper, frames
        self._apply, self._reward, self._ended, self._start = apply, reward, ended, start
        self.action_space = gymnasium.spaces.Box(np.asarray(low, np.float32), np.asarray(high, np.float32), dtype=np.float32)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (first.size + second.size,), np.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        state = self.stepper.reset() if self._start is None else self.stepper.reset(*self._start(self.np_random))
        return _observation(state), {}

    def step(self, action: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        before = self.stepper.state
        state = self.stepper.step(**self._apply(action))
        if not all(np.isfinite(values).all() for values in _parts(state)):
            return _observation(before), 0.0, False, True, {"lost": True}
        over = self._ended(state)
        return _observation(state), float(self._reward(before, action, state)), bool(over), self.stepper.steps >= self.frames, {}


def _parts(state: Prediction | JointState) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Where a system is, and how it moves."""
    return (state.q, state.rate) if isinstance(state, JointState) else (state.position, state.velocity)


def _observation(state: Prediction | JointState) -> npt.NDArray[np.float32]:
    return np.concatenate([values.ravel() for values in _parts(state)])
