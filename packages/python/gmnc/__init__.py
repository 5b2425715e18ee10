"""Learned dynamics of constrained particle systems: data sets, training, and the
models that gmnc exported, in NumPy."""

from . import data
from .calculator import calculator
from .fields import Inputs
from .identify import Constant, Identified, identify
from .model import Energies, Model, Prediction, Verification, load
from .neighbors import neighbors
from .program import ProgramError
from .robot import JointState, Robot
from .stepper import Stepper
from .training import Epoch, Finding, Training, export, train

__all__ = [
    "Constant", "Energies", "Epoch", "Finding", "Identified", "Inputs", "JointState", "Model", "Prediction", "ProgramError", "Robot", "Stepper", "Training", "Verification",
    "calculator", "data", "export", "identify", "load", "neighbors", "train",
]
