"""The Graph Mechanics Network in JAX, in the form of its authors' code.

Huang et al., Equivariant Graph Mechanics Networks with Constraints, ICLR 2022.
"""

import jax
import jax.numpy as jnp


def linear(weights, name, x):
    y = x @ weights[name + "/weight"]
    return y + weights[name + "/bias"] if name + "/bias" in weights else y


def perceptron(weights, name, x):
    return linear(weights, name + "/linear2", jax.nn.silu(linear(weights, name + "/linear1", x)))


def squared(x):
    return jnp.sum(x * x, -1, keepdims=True)


def layer(weights, name, case, h, x, v, edges, last):
    def net(part, value):
        return perceptron(weights, f"{name}/{part}", value)

    # Eq. 5: the mean of the forces and the sum of the messages of all neighbours.
    neighbors = case.senders.shape[1]
    offset = x[:, None] - x[case.senders]
    receiver = jnp.broadcast_to(h[:, None], (*case.senders.shape, h.shape[-1]))
    message = jax.nn.silu(net("edge", jnp.concatenate([receiver, h[case.senders], squared(offset), edges], -1)))
    force = jnp.clip(offset * net("coordinate", message), -100, 100).sum(1) / max(neighbors, 1)

    # Eq. 6 to 9: objects move, and their bars turn.
    parts = [move_isolated(net, *(value[case.isolated] for value in (h, x, v, force)))]
    if len(case.sticks):
        parts += move_sticks(net, *(value[case.sticks] for value in (h, x, v, force)))
    if len(case.hinges):
        parts += move_hinges(net, *(value[case.hinges] for value in (h, x, v, force)))
    x, v = [jnp.concatenate(part)[case.order] for part in zip(*parts)]
    if not last:  # the features of the last layer have no reader
        h = h + net("node", jnp.concatenate([h, h, message.sum(1)], -1))
    return h, x, v


def move_isolated(net, h, x, v, force):
    v = net("velocity", h) * v + force
    return x + v, v


def move_sticks(net, h, x, v, force):  # [sticks,2,.]
    feature = net("center", h).sum(1)
    mean = force.mean(1)
    velocity = net("velocity", feature) * v.mean(1) + net("stick_force", jnp.ones((1, 1), x.dtype)) * mean
    center = x.mean(1) + velocity
    bar, bar_velocity = (x[:, 0] - x[:, 1]) / 2, (v[:, 0] - v[:, 1]) / 2
    bar, bar_velocity = turn(bar, net("angular_velocity", feature) * bar_velocity + force[:, 0] - mean)
    return (center + bar, velocity + bar_velocity), (center - bar, velocity - bar_velocity)


def move_hinges(net, h, x, v, force):  # [hinges,3,.], the joint first
    bars, bar_velocities = x - x[:, :1], v - v[:, :1]
    vectors = jnp.stack([force, bars, bar_velocities], 2)
    gram = (vectors @ vectors.swapaxes(-1, -2)).reshape(*vectors.shape[:2], 9)
    norm = jnp.sqrt(jnp.maximum(squared(gram), 1e-24))
    acceleration = (net("hinge_force", gram / norm)[..., None] * vectors).sum(2).mean(1)
    velocity = net("velocity", net("center", h[:, 1:]).sum(1)) * v[:, 0] + acceleration
    joint = x[:, 0] + velocity
    push = net("angular_velocity", h[:, 1:]) * bar_velocities[:, 1:] + force[:, 1:] - acceleration[:, None]
    turned, turned_velocity = turn(bars[:, 1:], push)
    return [(joint, velocity)] + [(joint + turned[:, k], velocity + turned_velocity[:, k]) for k in range(2)]


def turn(bar, push):
    """A bar turned by r x push / |r|^2, and the velocity of its end."""
    angular = jnp.cross(bar, push) / jnp.maximum(squared(bar), 1e-10)
    angle = jnp.sqrt(jnp.maximum(squared(angular), 1e-16))
    turned = jnp.cos(angle) * bar + jnp.sin(angle) / angle * jnp.cross(angular, bar)
    return turned, jnp.cross(angular, turned)


def forward(weights, case, position, velocity, charge):
    h = linear(weights, "embedding", jnp.sqrt(jnp.maximum(squared(velocity), 1e-24)))
    offset = position[:, None] - position[case.senders]
    edges = jnp.concatenate([charge[:, None] * charge[case.senders], case.edge_types, squared(offset)], -1)
    x, v = position, velocity
    for k in range(case.layers):
        h, x, v = layer(weights, f"layer{k}", case, h, x, v, edges, k + 1 == case.layers)
    return x, v


def adam(case, weights, gradients, state):
    """A step of Adam with an L2 term in the gradient, as PyTorch has it."""
    count, means, squares = state
    count = count + 1
    decayed = jax.tree.map(lambda g, w: g + case.weight_decay * w, gradients, weights)
    means = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, means, decayed)
    squares = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, squares, decayed)
    weights = jax.tree.map(
        lambda w, m, s: w - case.learning_rate * (m / (1 - 0.9**count)) / (jnp.sqrt(s / (1 - 0.999**count)) + 1e-8),
        weights, means, squares)
    return weights, (count, means, squares)


class Peer:
    runtime = f"JAX {jax.__version__}"

    def __init__(self, case, variant, cores):
        self.inputs = [jnp.asarray(value) for value in (case.position, case.velocity, case.charge)]
        self.weights = {name: jnp.asarray(weight) for name, weight in case.weights.items()}
        zeros = jax.tree.map(jnp.zeros_like, self.weights)
        self.state = jnp.float32(0), zeros, jax.tree.map(jnp.zeros_like, zeros)
        target = jnp.asarray(case.target)

        def loss(weights, inputs):
            return jnp.mean((forward(weights, case, *inputs)[0] - target) ** 2)

        def step(weights, state, inputs):
            value, gradients = jax.value_and_grad(loss)(weights, inputs)
            return value, *adam(case, weights, gradients, state)

        self.step = jax.jit(step, donate_argnums=(0, 1))
        self.forward = jax.jit(lambda weights, inputs: forward(weights, case, *inputs))
        self.value_and_gradients = jax.jit(jax.value_and_grad(loss))

    def train(self):
        loss, self.weights, self.state = jax.block_until_ready(self.step(self.weights, self.state, self.inputs))
        return {"loss": loss}

    def predict(self):
        position, velocity = jax.block_until_ready(self.forward(self.weights, self.inputs))
        return {"position": position, "velocity": velocity}

    def gradients(self):
        loss, gradients = self.value_and_gradients(self.weights, self.inputs)
        return {"loss": loss, **{"grad/" + name: value for name, value in gradients.items()}}
