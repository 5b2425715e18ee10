"""Data sets for gmnc from arrays, MuJoCo, ASE, MDAnalysis and pandas.

Each function writes one .npz file of docs/data.md, checked as gmnc prepare and
gmnc inspect check it, and returns what was found. Optional packages are
imported when they are used.
"""

from .arrays import write, write_trajectories
from .atoms import write_ase, write_mdanalysis
from .markers import write_markers
from .mujoco import Recording, write_mujoco
from .robots import write_joints
from .written import Written

__all__ = [
    "Recording", "Written", "write", "write_ase", "write_joints", "write_markers", "write_mdanalysis", "write_mujoco", "write_trajectories",
]
