"""Records a motion as a robot would: with the noise of its encoders and of its torques.

    python3 twin.py MOTION.csv LOG.csv

MOTION.csv is what gmnc excite writes: times, and the position, the velocity and the effort of
each joint. The noise has standard deviations of 1e-4 rad, 5e-3 rad/s and 0.1 N m.
"""
import sys

import numpy as np

NOISE = {"position": 1e-4, "velocity": 5e-3, "effort": 0.1}

motion, log = sys.argv[1:]
with open(motion) as file:
    names = file.readline().strip().split(",")
    rows = np.loadtxt(file, delimiter=",")
random = np.random.default_rng(1)
for column, name in enumerate(names):
    if name != "time":
        rows[:, column] += NOISE[name.split("/")[1]] * random.standard_normal(len(rows))
np.savetxt(log, rows, fmt="%.6g", delimiter=",", header=",".join(names), comments="")
