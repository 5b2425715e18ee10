"""Predicts with an exported model in Python: NumPy, a rollout, PyTorch's tensors."""

import sys

import numpy as np
import onnxruntime


def predict(session, inputs):
    """Returns positions and velocities [batch, particles, 3] one interval later."""
    return session.run(["predicted_position", "predicted_velocity"], inputs)


def rollout(session, inputs, steps):
    """Returns positions [steps, batch, particles, 3]: each prediction is the next input.

    This makes sense of models whose velocities are true ones (gmnc inspect says).
    """
    inputs, positions = dict(inputs), []
    for _ in range(steps):
        inputs["position"], inputs["velocity"] = predict(session, inputs)
        positions.append(inputs["position"])
    return np.stack(positions)


def predict_tensors(session, tensors):
    """Is predict for tensors of PyTorch, whose memory it reads and fills in place."""
    import torch

    binding = session.io_binding()
    types = {torch.float32: np.float32, torch.int64: np.int64}
    outputs = [torch.empty_like(tensors["position"]) for _ in range(2)]
    for name, x in tensors.items():
        binding.bind_input(name, "cpu", 0, types[x.dtype], tuple(x.shape), x.contiguous().data_ptr())
    for name, y in zip(["predicted_position", "predicted_velocity"], outputs):
        binding.bind_output(name, "cpu", 0, np.float32, tuple(y.shape), y.data_ptr())
    session.run_with_iobinding(binding)
    return outputs


def read_golden(path):
    tensors = {}
    for line in open(path):
        name, rank, *rest = line.split()
        shape, numbers = [int(n) for n in rest[: int(rank)]], rest[int(rank) :]
        kind = np.int64 if name in ("sticks", "hinges") else np.float32
        tensors[name] = np.array(numbers, dtype=np.float64).astype(kind).reshape(shape)
    return tensors


def main(model, golden):
    session = onnxruntime.InferenceSession(model)
    tensors = read_golden(golden)
    inputs = {i.name: tensors[i.name] for i in session.get_inputs()}

    position, velocity = predict(session, inputs)
    np.testing.assert_allclose(position, tensors["predicted_position"], rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(velocity, tensors["predicted_velocity"], rtol=1e-4, atol=1e-5)

    positions = rollout(session, inputs, steps=3)
    np.testing.assert_array_equal(positions[0], position)
    one, two = np.moveaxis(tensors["sticks"], 2, 0)
    rows = np.arange(len(one))[:, None]
    length = lambda x: np.linalg.norm(x[rows, one] - x[rows, two], axis=2)
    np.testing.assert_allclose(length(positions[2]), length(tensors["position"]), rtol=1e-4)

    try:
        import torch
    except ImportError:
        print("PyTorch is not here: its tensors are not tried")
    else:
        ours = predict_tensors(session, {name: torch.from_numpy(x) for name, x in inputs.items()})
        np.testing.assert_array_equal(ours[0].numpy(), position)
    print("python: the numbers are those of golden.txt")


if __name__ == "__main__":
    main(*sys.argv[1:3])
