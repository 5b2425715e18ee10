"""Trains the model of energies of examples/own on Lennard-Jones clusters, and runs a
molecular dynamics with its file in ASE: check_calculator.py OWN MODEL, in a new
folder, with OWN the program of examples/own and MODEL a file without energies."""

import subprocess
import sys

import ase
import ase.calculators.lj
import ase.md.verlet
import ase.units
import numpy as np

import gmnc

rng = np.random.default_rng(1)
EPSILON, SIGMA = 0.0104, 3.4  # argon, eV and angstrom
CLUSTER = SIGMA * 2 ** (1 / 6) * np.array([[0, 0, 0], [1, 0, 0], [0.5, 0.87, 0], [0.5, 0.29, 0.82]])


def lennard_jones():
    return ase.calculators.lj.LennardJones(epsilon=EPSILON, sigma=SIGMA, rc=1e3, smooth=False)


def samples(count):
    """Clusters, with energies in units of EPSILON."""
    found = {name: [] for name in ("x0", "v0", "xT", "energy", "forces")}
    for _ in range(count):
        atoms = ase.Atoms("Ar4", CLUSTER + rng.uniform(-0.35, 0.35, CLUSTER.shape), calculator=lennard_jones())
        x = atoms.positions
        for name, values in (("x0", x), ("v0", 0 * x), ("xT", x), ("energy", atoms.get_potential_energy() / EPSILON),
                             ("forces", atoms.get_forces() / EPSILON)):
            found[name].append(values)
    return {name: np.array(values) for name, values in found.items()}


gmnc.data.write("clusters.npz", train=samples(400), valid=samples(40))
own = sys.argv[1]
subprocess.run([own, "train", "clusters.npz", "-q", "-o", "pairs", "--model=pairs", "--epochs=150", "--batch=20", "--lr=5e-3",
                "--schedule=cosine", "--scale=none"], check=True)
subprocess.run([own, "export", "pairs", "-q", "-o", "pairs.onnx"], check=True)

atoms = ase.Atoms("Ar4", CLUSTER)
atoms.calc = gmnc.calculator("pairs.onnx", energy=EPSILON)
atoms.set_velocities(rng.normal(scale=0.001, size=(4, 3)) / ase.units.fs)
dynamics = ase.md.verlet.VelocityVerlet(atoms, timestep=5 * ase.units.fs)
start, energies = atoms.get_total_energy(), []
dynamics.attach(lambda: energies.append(atoms.get_total_energy()))
dynamics.run(1000)
drift = np.abs(np.array(energies) - start).max()
assert drift < 2e-3 * atoms.get_kinetic_energy(), (drift, atoms.get_kinetic_energy())

model = gmnc.load("pairs.onnx")
found = model.energies(atoms.positions[None])
assert abs(float(found.energy[0]) * EPSILON - atoms.get_potential_energy()) < 1e-9 and found.forces.shape == (1, 4, 3), found
for refused in (lambda: model.predict(atoms.positions[None], atoms.positions[None]), lambda: gmnc.load(sys.argv[2]).energies(np.zeros((1, 4, 3)))):
    try:
        refused()
    except ValueError as error:
        assert "its outputs are" in str(error), error
    else:
        raise AssertionError("outputs that a file does not have were not refused")

true = atoms.copy()
true.calc = lennard_jones()
off = np.abs(true.get_forces() - atoms.get_forces()).max()
usual = EPSILON * samples(100)["forces"].std()
assert off < 0.05 * usual, (off, usual)
try:
    gmnc.calculator(sys.argv[2])
except ValueError as error:
    assert "expected the outputs energy and forces" in str(error), error
else:
    raise AssertionError("a file without energies was not refused")
print(f"calculator: after 1000 steps the energy is within {drift:.1e} eV of the first; forces are off by {off:.1e} eV/angstrom at most")
