"""Compares lists of neighbors with all images, one by one."""

import itertools

import numpy as np
from golden import refuses

import gmnc

line = np.array([[[0.0, 0, 0], [1, 0, 0], [2.5, 0, 0], [9.5, 0, 0]]])
np.testing.assert_array_equal(gmnc.neighbors(line, None, 1.6), [[[1, -1], [0, 2], [1, -1], [-1, -1]]])
np.testing.assert_array_equal(gmnc.neighbors(line, [10, 10, 10], 1.6), [[[1, 3, -1], [0, 2, 3], [1, -1, -1], [0, 1, -1]]])
assert gmnc.neighbors(line, None, 1.0).shape == (1, 4, 0), "a distance of the cutoff is not near"
assert gmnc.neighbors(line, None, 1.6, slots=5).shape == (1, 4, 5)

random = np.random.default_rng(1)
skewed = np.array([[7.0, 0, 0], [1, 6, 0], [-0.5, 1, 8]])
x = random.uniform(-10, 10, (2, 300, 3))  # more than the rows that are in memory at a time
images = [np.array(turns) @ skewed for turns in itertools.product(range(-6, 7), repeat=3)]
found = gmnc.neighbors(x, skewed, 2.5)
for system, lists in zip(x, found):
    for i in (0, 255, 256, 299):
        apart = np.min([np.linalg.norm(system + image - system[i], axis=1) for image in images], axis=0)
        want = [j for j in np.flatnonzero(apart < 2.5) if j != i]
        np.testing.assert_array_equal(lists[i][lists[i] >= 0], want)

refuses("expected [batch, particles, 3], for one system x[None]", gmnc.neighbors, line[0], None, 1)
refuses("not finite", gmnc.neighbors, line * np.nan, None, 1)
refuses("a cutoff of 0", gmnc.neighbors, line, None, 0)
refuses("expected three lengths [3]", gmnc.neighbors, line, [1, 2], 1)
refuses("span no volume", gmnc.neighbors, line, [4, 4, 0], 1)
gmnc.neighbors(line, [10, 4, 10], 2)
refuses("more than half of the box's least width, 4", gmnc.neighbors, line, [10, 4, 10], 2.001)
refuses("a particle has 2 neighbors: expected at most slots=1", gmnc.neighbors, line, None, 1.6, slots=1)
print("neighbors: as among all images")
