"""Holds finetune.py to the losses of finetune.txt."""

import sys

import numpy as np

import finetune
from predict import read_tensors


def main(step, data, golden):
    trainer = finetune.Trainer(step)
    batch = trainer.read(data, "test")
    losses = [trainer.step(batch, trainer.told["learning_rate"]) for _ in range(10)]
    np.testing.assert_allclose(losses, read_tensors(golden)["finetuning_loss"].ravel(), rtol=1e-5)

    position = trainer.predict(batch)
    loss = trainer.step(batch, 0)
    np.testing.assert_allclose(np.mean((position - batch["target"]) ** 2), loss, rtol=1e-5)
    print(f"python: fine-tuned from a loss of {losses[0]:.6g} to {loss:.6g}, as finetune.txt says")


if __name__ == "__main__":
    main(*sys.argv[1:4])
