"""Writes the test files of this folder: pip install torch numpy safetensors."""
import argparse
import collections

import torch
from safetensors.torch import save_file


def ramp(*shape, dtype=torch.float32):
    """Element i of the row-major order is i / 4 - 1, exact in every type."""
    count = torch.Size(shape).numel()
    return (torch.arange(count, dtype=torch.float64) / 4 - 1).reshape(shape).to(dtype)


shared = ramp(4)
state = collections.OrderedDict(
    single=ramp(2, 3),
    double=ramp(2, 3, dtype=torch.float64),
    half=ramp(2, 3, dtype=torch.float16),
    brain=ramp(2, 3, dtype=torch.bfloat16),
    transposed=ramp(3, 2).T,
    column=ramp(3, 4)[1:, 2],
    repeated=ramp(2, 1).expand(2, 3),
    scalar=torch.tensor(2.5),
    empty=torch.zeros(0, 3),
    tied=shared,
    tied_again=shared,
    parameter=torch.nn.Parameter(ramp(2)),
)
torch.save(state, "state.pt")
torch.save(state, "state_protocol4.pt", pickle_protocol=4)
torch.save(state, "state_legacy.pt", _use_new_zipfile_serialization=False)

linear = torch.nn.Linear(2, 1)
with torch.no_grad():
    linear.weight.copy_(ramp(1, 2))
    linear.bias.copy_(ramp(1))
optimizer = torch.optim.Adam(linear.parameters())
linear(torch.ones(1, 2)).sum().backward()
optimizer.step()
linear.load_state_dict({"weight": ramp(1, 2), "bias": ramp(1)})
checkpoint = {"epoch": 7, "args": argparse.Namespace(hidden=2), "optimizer": optimizer.state_dict()}
torch.save(checkpoint | {"state_dict": linear.state_dict()}, "checkpoint.pt")
torch.save(checkpoint | {"model_state_dict": linear.state_dict()}, "checkpoint_model.pth")

torch.save(linear, "bad_module.pt")
torch.save(ramp(2), "bad_tensor.pt")
torch.save({"steps": torch.arange(3)}, "bad_integers.pt")
torch.save({"weight": ramp(2), "epoch": 7}, "bad_entry.pt")
torch.jit.script(linear).save("bad_script.pt")

contiguous = {name: tensor.detach().clone().contiguous() for name, tensor in state.items()}
save_file(contiguous, "state.safetensors", {"format": "pt"})
save_file({"steps": torch.arange(3)}, "bad_integers.safetensors")
