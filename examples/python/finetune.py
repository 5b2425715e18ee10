"""Fine-tunes a model on data of one's own, with onnxruntime and NumPy alone.

    gmnc export run --train-step -o step.onnx
    python finetune.py step.onnx data.npz tuned.npz
    gmnc import tuned.npz --train-step step.onnx -o tuned
    gmnc export tuned -o tuned.onnx
"""

import argparse
import json

import numpy as np
import onnxruntime

# The arrays of a data set (docs/data.md) that go by other names in a file.
KEYS = {"position": "x0", "velocity": "v0", "target": "xT", "target_velocity": "vT"}
# These stand for arrays that a data set does not have.
NONE = {"sticks": np.zeros((0, 2)), "hinges": np.zeros((0, 3)), "parents": -1, "bodies": -1}


class Trainer:
    """Makes steps of training; weights and moments go from each to the next."""

    def __init__(self, file):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # others would wait for its small operators
        self.session = onnxruntime.InferenceSession(file, options)
        self.inputs = {i.name: i for i in self.session.get_inputs()}
        moments = ("weights", "first_moment", "second_moment")
        self.state = {name: np.zeros(self.inputs[name].shape, np.float32) for name in moments}
        self.state["step"] = np.array(0)  # the first step takes the weights in the file
        self.told = json.loads(self.session.get_modelmeta().custom_metadata_map["step"])

    def step(self, batch, learning_rate):
        """Makes a step on a batch and returns the loss before it."""
        outputs = ["loss"] + ["next_" + name for name in self.state]
        rate = {"learning_rate": np.array(learning_rate, np.float32)}
        loss, *after = self.session.run(outputs, batch | self.state | rate)
        self.state = dict(zip(self.state, after))
        return loss.item()

    def predict(self, batch):
        """Returns positions [batch, particles, 3] one interval later, by the weights reached."""
        rate = {"learning_rate": np.array(0, np.float32)}
        return self.session.run(["predicted_position"], batch | self.state | rate)[0]

    def read(self, path, split):
        """Reads a split of a data set whose systems are all of one kind."""
        data, batch = np.load(path), {}
        samples, particles, _ = data[f"{split}_x0"].shape
        for name, declared in self.inputs.items():
            if "batch" not in declared.shape:
                continue  # the state and the learning rate
            key = KEYS.get(name, name)
            x = data[f"{split}_{key}"] if f"{split}_{key}" in data else data.get(key, NONE.get(name))
            if x is None:
                raise SystemExit(f"{path}: the model needs an array {split}_{key}")
            if name in ("parents", "bodies"):
                x = np.broadcast_to(x, (samples, particles))
            elif np.ndim(x) < len(declared.shape):
                x = np.broadcast_to(x, (samples, *x.shape))
            batch[name] = x.astype(np.float32 if "float" in declared.type else np.int64)
        return batch


def finetune(trainer, data, epochs, size, learning_rate, seed=1):
    """Trains for epochs on batches of a size, in an order drawn anew in each."""
    samples = len(data["position"])
    draw = np.random.default_rng(seed)
    for epoch in range(epochs):
        order, losses = draw.permutation(samples), []
        for start in range(0, samples, size):
            rows = order[start : start + size]
            losses.append(trainer.step({name: x[rows] for name, x in data.items()}, learning_rate))
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.6g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("step", help="file of training steps")
    parser.add_argument("data", help="data set, with a split train")
    parser.add_argument("tuned", help="file to write the weights to")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--learning-rate", type=float, help="by default a tenth of the training's before")
    given = parser.parse_args()

    trainer = Trainer(given.step)
    data = trainer.read(given.data, "train")
    finetune(trainer, data, given.epochs, given.batch, given.learning_rate or trainer.told["learning_rate"] / 10)
    np.savez(given.tuned, weights=trainer.state["weights"])


if __name__ == "__main__":
    main()
