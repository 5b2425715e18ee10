"""The Graph Mechanics Network in PyTorch, in the form of its authors' code.

Huang et al., Equivariant Graph Mechanics Networks with Constraints, ICLR 2022.
"""

import torch
from torch import nn


class Perceptron(nn.Module):
    def __init__(self, inputs, hidden, outputs, bias=True):
        super().__init__()
        self.linear1 = nn.Linear(inputs, hidden)
        self.linear2 = nn.Linear(hidden, outputs, bias=bias)

    def forward(self, x):
        return self.linear2(nn.functional.silu(self.linear1(x)))


class Layer(nn.Module):
    def __init__(self, width, last):
        super().__init__()
        self.edge = Perceptron(2 * width + 4, width, width)
        self.coordinate = Perceptron(width, width, 1, bias=False)
        self.node = Perceptron(3 * width, width, width)
        self.center = Perceptron(width, width, width)
        self.velocity = Perceptron(width, width, 1)
        self.angular_velocity = Perceptron(width, width, 1)
        self.stick_force = Perceptron(1, width, 1)
        self.hinge_force = Perceptron(9, width, 3)
        self.last = last  # its features have no reader

    def forward(self, batch, h, x, v, edges):
        force, message = self.interact(batch, h, x, edges)
        x, v = self.move(batch, h, x, v, force)
        if not self.last:
            h = h + self.node(torch.cat([h, h, message], -1))
        return h, x, v

    def interact(self, batch, h, x, edges):
        """Eq. 5: the mean of the forces and the sum of the messages of all neighbours."""
        neighbors = batch.senders.shape[1]
        offset = x[:, None] - x[batch.senders]
        squared = offset.square().sum(-1, keepdim=True)
        receiver = h[:, None].expand(-1, neighbors, -1)
        message = nn.functional.silu(self.edge(torch.cat([receiver, h[batch.senders], squared, edges], -1)))
        force = (offset * self.coordinate(message)).clamp(-100, 100)
        return force.sum(1) / max(neighbors, 1), message.sum(1)

    def move(self, batch, h, x, v, force):
        """Eq. 6 to 9: objects move, and their bars turn."""
        parts = [self.move_isolated(*(value[batch.isolated] for value in (h, x, v, force)))]
        if len(batch.sticks):
            parts += self.move_sticks(*(value[batch.sticks] for value in (h, x, v, force)))
        if len(batch.hinges):
            parts += self.move_hinges(*(value[batch.hinges] for value in (h, x, v, force)))
        return [torch.cat(part)[batch.order] for part in zip(*parts)]

    def move_isolated(self, h, x, v, force):
        v = self.velocity(h) * v + force
        return x + v, v

    def move_sticks(self, h, x, v, force):  # [sticks,2,.]
        feature = self.center(h).sum(1)
        mean = force.mean(1)
        acceleration = self.stick_force(torch.ones_like(mean[:1, :1])) * mean
        velocity = self.velocity(feature) * v.mean(1) + acceleration
        center = x.mean(1) + velocity
        bar, bar_velocity = (x[:, 0] - x[:, 1]) / 2, (v[:, 0] - v[:, 1]) / 2
        bar, bar_velocity = turn(bar, self.angular_velocity(feature) * bar_velocity + force[:, 0] - mean)
        return (center + bar, velocity + bar_velocity), (center - bar, velocity - bar_velocity)

    def move_hinges(self, h, x, v, force):  # [hinges,3,.], the joint first
        bars, bar_velocities = x - x[:, :1], v - v[:, :1]
        vectors = torch.stack([force, bars, bar_velocities], 2)
        gram = (vectors @ vectors.transpose(-1, -2)).flatten(2)
        norm = gram.square().sum(-1, keepdim=True).clamp_min(1e-24).sqrt()
        acceleration = (self.hinge_force(gram / norm)[..., None] * vectors).sum(2).mean(1)
        feature = self.center(h[:, 1:]).sum(1)
        velocity = self.velocity(feature) * v[:, 0] + acceleration
        joint = x[:, 0] + velocity
        push = self.angular_velocity(h[:, 1:]) * bar_velocities[:, 1:] + force[:, 1:] - acceleration[:, None]
        turned, turned_velocity = turn(bars[:, 1:], push)
        return [(joint, velocity)] + [(joint + turned[:, k], velocity + turned_velocity[:, k]) for k in range(2)]


def turn(bar, push):
    """A bar turned by r x push / |r|^2, and the velocity of its end."""
    inertia = bar.square().sum(-1, keepdim=True).clamp_min(1e-10)
    angular = torch.linalg.cross(bar, push) / inertia
    angle = angular.square().sum(-1, keepdim=True).clamp_min(1e-16).sqrt()
    turned = angle.cos() * bar + angle.sin() / angle * torch.linalg.cross(angular, bar)
    return turned, torch.linalg.cross(angular, turned)


class GMN(nn.Module):
    def __init__(self, case):
        super().__init__()
        self.embedding = nn.Linear(1, case.width)
        self.layers = nn.ModuleList(Layer(case.width, k + 1 == case.layers) for k in range(case.layers))
        for name in ("senders", "edge_types", "isolated", "sticks", "hinges", "order"):
            self.register_buffer(name, torch.from_numpy(getattr(case, name)), persistent=False)
        self.load_state_dict({
            published(name): torch.from_numpy(weight.T if name.endswith("weight") else weight[0])
            for name, weight in case.weights.items()})

    def forward(self, position, velocity, charge):
        h = self.embedding(velocity.square().sum(-1, keepdim=True).clamp_min(1e-24).sqrt())
        offset = position[:, None] - position[self.senders]
        edges = torch.cat([charge[:, None] * charge[self.senders], self.edge_types, offset.square().sum(-1, keepdim=True)], -1)
        x, v = position, velocity
        for layer in self.layers:
            h, x, v = layer(self, h, x, v, edges)
        return x, v


def published(name):
    """The name of a weight in PyTorch: layers.0.edge.linear1.weight."""
    return name.replace("layer", "layers.", 1).replace("/", ".")


class Peer:
    """Eager, or compiled layer by layer, as PyTorch recommends it for layers that
    are all the same: their code is compiled once."""

    runtime = f"PyTorch {torch.__version__.partition('+')[0]}"

    def __init__(self, case, variant, cores):
        torch.set_num_threads(cores)
        self.case, self.model = case, GMN(case)
        self.inputs = [torch.from_numpy(value) for value in (case.position, case.velocity, case.charge)]
        self.target = torch.from_numpy(case.target)
        if variant == "compiled":
            for layer in self.model.layers:
                layer.compile()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=case.learning_rate, weight_decay=case.weight_decay, fused=True)

    def loss(self):
        return (self.model(*self.inputs)[0] - self.target).square().mean()

    def train(self):
        self.optimizer.zero_grad()
        loss = self.loss()
        loss.backward()
        self.optimizer.step()
        return {"loss": loss.detach()}

    def predict(self):
        with torch.inference_mode():
            position, velocity = self.model(*self.inputs)
        return {"position": position, "velocity": velocity}

    def gradients(self):
        self.optimizer.zero_grad()
        loss = self.loss()
        loss.backward()
        parameters = dict(self.model.named_parameters())
        gradients = {name: parameters[published(name)].grad for name in self.case.weights}
        return {"loss": loss.detach(), **{"grad/" + name: gradient.T for name, gradient in gradients.items() if gradient is not None}}

    def export(self, path):
        torch.onnx.export(self.model.eval(), tuple(self.inputs), path, dynamo=True, external_data=False,
                          input_names=["position", "velocity", "charge"], output_names=["position_out", "velocity_out"])
