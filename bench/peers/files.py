"""Exported files in onnxruntime: ours, and the one that PyTorch exports."""

import os
import tempfile

import numpy
import onnxruntime


class Peer:
    """Of the variant gmnc the file that the case names, of torch its export."""

    runtime = f"onnxruntime {onnxruntime.__version__}"

    def __init__(self, case, variant, cores):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = cores
        options.add_session_config_entry("session.force_spinning_stop", "1")  # another has its turn then
        if variant == "gmnc":
            file, self.inputs = case.file, system_inputs(case)
        else:
            import gmn_torch  # only here, so that ours runs without PyTorch

            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "torch.onnx")
                gmn_torch.Peer(case, "eager", cores).export(path)
                with open(path, "rb") as opened:
                    file = opened.read()
            self.inputs = {"position": case.position, "velocity": case.velocity, "charge": case.charge}
        self.session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])

    def predict(self):
        position, velocity = self.session.run(None, self.inputs)
        return {"position": position, "velocity": velocity}


def system_inputs(case):
    """The inputs of our files, [systems,...], with indices within a system."""
    particles = case.senders.shape[1] + 1
    systems = len(case.position) // particles

    def of(value):
        return value.reshape(systems, len(value) // systems, value.shape[-1])

    return {"position": of(case.position), "velocity": of(case.velocity), "charge": of(case.charge),
            "sticks": of(case.sticks) % particles, "hinges": of(case.hinges) % particles}
