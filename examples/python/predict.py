"""Predicts with an exported model in Python: NumPy, a rollout, PyTorch's tensors."""

import sys

import numpy as np
import onnxruntime


def options():
    """One thread: others would wait for the small operators of a few systems."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return options


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


def read_tensors(path):
    """Returns arrays by name of a text, one a line: name, number of dimensions, these, numbers."""
    tensors = {}
    for line in open(path):
        name, rank, *rest = line.split()
        shape = [int(n) for n in rest[: int(rank)]]
        tensors[name] = np.array(rest[int(rank) :], dtype=np.float64).reshape(shape)
    return tensors


def inputs_of(session, tensors):
    """Returns the inputs of a file as it declares them, and refuses what does not fit:
    an axis with a name has the same size in all inputs."""
    inputs, sizes = {}, {}
    for declared in sorted(session.get_inputs(), key=lambda i: len(i.shape)):
        if declared.name not in tensors:
            raise ValueError(f"the file takes {declared.name}, which is not given")
        x = tensors[declared.name]
        wanted = [sizes.setdefault(a, n) if isinstance(a, str) else a for a, n in zip(declared.shape, x.shape)]
        if x.ndim != len(declared.shape) or wanted != list(x.shape):
            raise ValueError(f"{declared.name} has the shape {x.shape}: expected {declared.shape}, {sizes}")
        whole = "int64" in declared.type
        if whole and not ((x > -(2**31)) & (x < 2**31)).all():
            raise ValueError(f"{declared.name} has a number beyond 32 bits, to which OpenVINO and others cut it: it would name another particle")
        inputs[declared.name] = x.astype(np.int64 if whole else np.float32)
        if x.ndim == 0:
            sizes[declared.name] = int(x)
    unknown = tensors.keys() - inputs.keys() - {o.name for o in session.get_outputs()}
    if unknown:
        raise ValueError(f"the file takes no {', '.join(unknown)}")
    return inputs


def check(model, path):
    """Holds the outputs of any exported file to the numbers of a text."""
    session, tensors = onnxruntime.InferenceSession(model, options()), read_tensors(path)
    for declared, found in zip(session.get_outputs(), session.run(None, inputs_of(session, tensors))):
        np.testing.assert_allclose(found, tensors[declared.name], rtol=1e-4, atol=1e-5)
    for name in [i.name for i in session.get_inputs()]:
        for wrong in ({}, {name: np.concatenate([tensors[name], tensors[name]], -1)} if tensors[name].ndim > 1 else {}, {name: tensors[name], "mas": 1}):
            try:
                inputs_of(session, {n: x for n, x in tensors.items() if n != name} | wrong)
            except ValueError:
                continue
            raise AssertionError(f"{name}: nothing was refused")
    for index in (2**32 + 1, 2**31, -(2**31), -(2**63)):
        for name in [i.name for i in session.get_inputs() if "int64" in i.type and tensors[i.name].size]:
            try:
                inputs_of(session, tensors | {name: np.full_like(tensors[name], index)})
            except ValueError as refused:
                assert "beyond 32 bits" in str(refused), refused
                continue
            raise AssertionError(f"{name}: the index {index} was not refused")
    return session, tensors


def main(model, golden, *others):
    session, tensors = check(model, golden)
    for pair in zip(others[::2], others[1::2]):
        check(*pair)
    inputs = inputs_of(session, tensors)
    position, velocity = predict(session, inputs)

    positions = rollout(session, inputs, steps=3)
    np.testing.assert_array_equal(positions[0], position)
    one, two = np.moveaxis(inputs["sticks"], 2, 0)
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
    print("python: the numbers are as in golden.txt, mechanics.txt and bodies.txt")


if __name__ == "__main__":
    main(*sys.argv[1:])
