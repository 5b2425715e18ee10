"""Models of constrained particle systems that gmnc exported, in NumPy."""

from .model import Model, Prediction, Verification, load

__all__ = ["Model", "Prediction", "Verification", "load"]
