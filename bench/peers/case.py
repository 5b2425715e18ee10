"""A batch of systems with the same objects in each, and the weights of a GMN."""

import numpy


class Case:
    """What a model is measured on, in arrays of float32 and int64.

    Particles of all systems are rows, one after the other; every particle has
    all others of its system as neighbours.
    """

    def __init__(self, described):
        def floats(name, width):
            return numpy.array(described[name], numpy.float32).reshape(-1, width)

        def indices(name, width):
            return numpy.array(described[name] or [], numpy.int64).reshape(-1, width)

        self.layers, self.width = described["layers"], described["width"]
        self.file = described.get("file")  # the model as gmnc exports it
        self.learning_rate, self.weight_decay = described["learning_rate"], described["weight_decay"]
        self.weights = {
            name: numpy.array(weight["values"], numpy.float32).reshape(weight["shape"])
            for name, weight in described["weights"].items()
        }
        self.position, self.velocity = floats("position", 3), floats("velocity", 3)
        self.charge, self.target = floats("charge", 1), floats("target", 3)
        self.sticks, self.hinges = indices("sticks", 2), indices("hinges", 3)
        rows, particles = len(self.position), described["particles"]
        self.senders = senders(rows, particles)
        self.isolated = numpy.setdiff1d(numpy.arange(rows), numpy.concatenate([self.sticks.ravel(), self.hinges.ravel()]))
        # order[i] is where particle i stands among isolated ones, ends of sticks,
        # joints and ends of hinges, in which the models compute.
        self.order = numpy.argsort(numpy.concatenate(
            [self.isolated, *self.sticks.T, *self.hinges.T]).astype(numpy.int64))
        self.edge_types = self.types_of_edges()

    def types_of_edges(self):
        """[rows,neighbours,1]: 1 along a stick, 2 along a bar of a hinge, else 0."""
        types = numpy.zeros(self.senders.shape + (1,), numpy.float32)
        bars = [(1, a, b) for a, b in self.sticks] + [(2, j, e) for j, *ends in self.hinges for e in ends]
        for kind, a, b in bars:
            types[a, self.senders[a] == b] = kind
            types[b, self.senders[b] == a] = kind
        return types


def senders(rows, particles):
    """[rows,particles-1]: the other particles of each particle's system."""
    own = numpy.arange(particles)
    others = numpy.array([numpy.delete(own, i) for i in own], numpy.int64).reshape(particles, particles - 1)
    first = numpy.arange(0, rows, particles).reshape(-1, 1, 1)
    return (first + others).reshape(rows, particles - 1)
