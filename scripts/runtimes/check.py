"""Runs the files of a folder that runtimecases wrote in one runtime, and says how
far the results are from the float64 interpreter's: check.py RUNTIME FOLDER.

A line for the runtime, one for each file that differs or fails, which ends in
exit code 1, and one for what is known not to run.
"""

import os
import re
import subprocess
import sys
import tempfile

import numpy as np

# Of the largest entry, as in predict/verify.
TOLERANCE = 1e-4

# Cases that are known not to run, and why: patterns of a file and a case, which
# are left out. Some of them end the process.
KNOWN = {
    "mnn": [
        (".*", r"\(1,0,0\).*", "a single particle: allowzero is not known to it"),
        (".*", r"(\((4,0,0|0,2,0|0,0,2)\)|one-bar|chain|star|bodies|joined).*", "no sticks, no hinges or trees alone: the results are NaN"),
        (".*steps-loop.*", ".*", "steps in a Loop: converting the file ends in a division by zero"),
        (".*opset21.*", ".*", "opset 18 and later: the axes of a reduction as an input"),
    ],
    "tract": [
        (".*trees.*", ".*", "trees and bodies: a symbol stays undetermined in a Slice that it makes itself"),
        (".*-loop.*", ".*", "files with a Loop: it has none"),
        (".*-step.*", ".*", "steps of training: it had not opened one after two minutes"),
    ],
    "iree": [
        (".*-loop.*", ".*", "files with a Loop: its compiler has no lowering of one"),
        (".*-step.*", ".*", "steps of training: it takes the lengths of a product to differ, which agree"),
    ],
}


# Runtimes that some wrong inputs end: these are tried in a process of their own for
# each file, which ends with the first of them.
ENDS = {"openvino", "tract", "mnn", "iree"}


def cases(folder):
    """Yields (file, case, inputs, outputs)."""
    file = case = None
    for line in open(os.path.join(folder, "cases.txt")):
        kind, *rest = line.split()
        if kind in ("file", "case") and case:
            yield file, case, inputs, outputs
            case = None
        if kind == "file":
            file = rest[0]
        elif kind == "case":
            case, inputs, outputs = rest[0], {}, {}
        else:
            name, dtype, shape, path = rest
            data = np.fromfile(os.path.join(folder, path), dtype).reshape([int(n) for n in shape.split(",") if n != "-"])
            (inputs if kind == "input" else outputs)[name] = data
    yield file, case, inputs, outputs


class OnnxRuntime:
    def __init__(self, path):
        import onnxruntime
        self.session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])

    def run(self, inputs, names):
        known = {i.name for i in self.session.get_inputs()}
        return self.session.run(names, {k: v for k, v in inputs.items() if k in known})

    @staticmethod
    def version():
        import onnxruntime
        return onnxruntime.__version__


class Reference:
    def __init__(self, path):
        from onnx.reference import ReferenceEvaluator
        self.evaluator = ReferenceEvaluator(path)

    def run(self, inputs, names):
        with np.errstate(all="ignore"):
            return self.evaluator.run(names, {k: v for k, v in inputs.items() if k in self.evaluator.input_names})

    @staticmethod
    def version():
        import onnx
        return onnx.__version__


class OpenVINO:
    def __init__(self, path):
        import openvino
        # The default on processors that have it is bfloat16.
        self.model = openvino.Core().compile_model(path, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

    def run(self, inputs, names):
        known = {n for i in self.model.inputs for n in i.get_names()}
        results = self.model({k: v for k, v in inputs.items() if k in known})
        return [results[self.model.output(n)] for n in names]

    @staticmethod
    def version():
        import openvino
        return openvino.__version__.split("-")[0]


class MNN:
    def __init__(self, path):
        import MNN
        import onnx
        graph = onnx.load(path).graph
        self.inputs = [i.name for i in graph.input]
        self.outputs = [o.name for o in graph.output]
        converted = path + ".mnn"
        # Its program mnnconvert does the same, installs a package with the pip on
        # the path and sends its arguments to its makers.
        subprocess.run([sys.executable, "-c", "import sys, _tools; _tools.mnnconvert(sys.argv)", "-f", "ONNX", "--modelFile", path,
                        "--MNNModel", converted, "--bizCode", "gmnc"], check=True, stdout=subprocess.DEVNULL)
        self.module = MNN.nn.load_module_from_file(converted, self.inputs, self.outputs)

    def run(self, inputs, names):
        import MNN
        given = []
        for name in self.inputs:
            value = inputs[name]
            kind = MNN.expr.NCHW
            if value.dtype == np.int64:
                value = value.astype(np.int32)
            given.append(MNN.expr.const(np.ascontiguousarray(value), list(value.shape), kind,
                                        MNN.expr.int if value.dtype == np.int32 else MNN.expr.float))
        results = dict(zip(self.outputs, self.module.forward(given)))
        return [np.array(results[n].read()) for n in names]

    @staticmethod
    def version():
        import MNN
        return MNN.version()


class IREE:
    def __init__(self, path):
        from iree import runtime
        if not os.path.exists(path + ".vmfb"):  # another process of the check has compiled it
            self.compile(path)
        config = runtime.Config("local-task")
        self.context = runtime.SystemContext(config=config)
        self.context.add_vm_module(runtime.VmModule.mmap(config.vm_instance, path + ".vmfb"))
        import onnx
        graph = onnx.load(path).graph
        self.inputs, self.outputs, self.name = [i.name for i in graph.input], [o.name for o in graph.output], graph.name

    @staticmethod
    def compile(path):
        bin = os.path.dirname(sys.executable)
        subprocess.run([os.path.join(bin, "iree-import-onnx"), path, "-o", path + ".mlir"], check=True, capture_output=True)
        subprocess.run([os.path.join(bin, "iree-compile"), path + ".mlir", "-o", path + ".vmfb", "--iree-hal-target-device=local",
                        "--iree-hal-local-target-device-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host"], check=True, capture_output=True)

    def run(self, inputs, names):
        module = self.context.modules.module
        function = module[self.name]
        results = dict(zip(self.outputs, function(*[inputs[n] for n in self.inputs])))
        return [results[n].to_host() for n in names]

    @staticmethod
    def version():
        from importlib.metadata import version
        return version("iree-base-compiler")


class Tract:
    def __init__(self, path):
        import tract
        model = tract.onnx().load(path)
        import onnx
        graph = onnx.load(path).graph
        self.inputs = [i.name for i in graph.input]
        self.outputs = [o.name for o in graph.output]
        self.model = model.into_model().into_runnable() if hasattr(model, "into_model") else model.into_runnable()

    def run(self, inputs, names):
        results = dict(zip(self.outputs, self.model.run([inputs[n] for n in self.inputs])))
        return [results[n].to_numpy() for n in names]

    @staticmethod
    def version():
        from importlib.metadata import version
        return version("tract")


RUNTIMES = {
    "onnxruntime": OnnxRuntime, "reference": Reference, "openvino": OpenVINO,
    "mnn": MNN, "iree": IREE, "tract": Tract,
}


def error(got, want):
    got = np.asarray(got, np.float64)
    if got.shape != want.shape:
        raise ValueError(f"the result is {got.shape} and should be {want.shape}")
    if want.size == 0:
        return 0.0
    largest = np.abs(got - want).max() / max(np.abs(want).max(), 1e-30)
    if not largest <= TOLERANCE:
        raise ValueError(f"off by {largest:.1e} of the largest entry")
    return largest


def refuses(session, inputs, outputs):
    """Whether a case with a fault in its first system is refused, or gives no numbers
    where the outputs have none; what it gives else."""
    try:
        results = session.run(inputs, list(outputs))
    except Exception:
        return ""
    finite = [n for (n, none), y in zip(outputs.items(), results) if not np.isnan(np.asarray(y)[np.isnan(none)]).all()]
    return f"{', '.join(finite)} of a wrong system has numbers" if finite else ""


def faults_of(name, folder, file):
    """Tries the wrong inputs of a file. It prints a line before each, since an input may end the
    process, and a line after it with what the input gives."""
    session = RUNTIMES[name](os.path.join(folder, file))
    for of, case, inputs, outputs in cases(folder):
        if of == file and case.startswith("wrong:"):
            print(f"tries {case}", flush=True)
            print(f"{case}: {refuses(session, inputs, outputs)}", flush=True)


def apart(name, folder, file):
    """What faults_of prints in a process of its own: how many wrong inputs were tried,
    those that have numbers, and whether one of them ended the process."""
    tried = subprocess.run([sys.executable, __file__, name, folder, "--faults", file], capture_output=True, text=True)
    # MNN prints a line about the processor first.
    lines = tried.stdout.splitlines()
    count = sum(line.startswith("tries wrong:") for line in lines)
    results = [line for line in lines if line.startswith("wrong:")]
    return count, [line for line in results if not line.endswith(": ")], len(results) < count


def message(e):
    text = e.stderr.decode(errors="replace") if isinstance(e, subprocess.CalledProcessError) and e.stderr else str(e)
    return f"{type(e).__name__}: " + re.sub(r"\s+", " ", text)[:300]


def main(name, folder, only):
    runtime, session, opened = RUNTIMES[name], None, None
    tried, wrong, left_out, worst, faults, aside, ended = set(), {}, {}, 0.0, 0, [], 0
    for file, case, inputs, outputs in cases(folder):
        if only and file not in only:
            continue
        known = next((why for of, at, why in KNOWN.get(name, []) if re.fullmatch(of, file) and re.fullmatch(at, case)), None)
        if known:
            left_out.setdefault(known, set()).add(file)
            continue
        tried.add(file)
        try:
            if opened != file:
                opened, session = file, None
                session = runtime(os.path.join(folder, file))
            if session is None:
                continue  # not opened, and said so
            if case.startswith("wrong:") and name in ENDS:
                if file not in aside:
                    aside.append(file)
                continue
            if case.startswith("wrong:"):
                faults += 1
                why = refuses(session, inputs, outputs)
                if why:
                    wrong.setdefault(file, f"{case}: {why}")
                continue
            for got, want in zip(session.run(inputs, list(outputs)), outputs.values()):
                worst = max(worst, error(got, want))
        except Exception as e:
            wrong.setdefault(file, f"{case}: {message(e)}")
    for file in aside:
        count, numbers, over = apart(name, folder, file)
        faults, ended = faults + count, ended + over
        if numbers or not count:
            wrong.setdefault(file, (numbers or ["none of its wrong inputs was tried"])[0])
    print(f"{name} {runtime.version()}: {len(tried - wrong.keys())} of {len(tried)} files, off by {worst:.1e} of the largest entry; {faults} wrong inputs"
          + (f", of which {ended} ended the process" if ended else ""))
    for file, why in wrong.items():
        print(f"  {file}: {why}")
    for why, files in left_out.items():
        print(f"  left out of {len(files)} files: {why}")
    return 1 if wrong or not tried else 0


if __name__ == "__main__":
    if sys.argv[3:4] == ["--faults"]:
        sys.exit(faults_of(*sys.argv[1:3], sys.argv[4]))
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
