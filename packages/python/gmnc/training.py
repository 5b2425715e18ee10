"""Training, by the command line of gmnc."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

from .model import Model, load
from .program import Report, argument, call, flags, found


@dataclasses.dataclass(frozen=True)
class Epoch:
    """A pass over the training samples. The loss is in the unit of positions
    squared, and valid_mse, the mean squared error of the validation samples, too;
    None where it was not finite or not taken. seconds are of training up to here."""

    epoch: int
    train_loss: float | None
    valid_mse: float | None
    seconds: float


@dataclasses.dataclass(frozen=True)
class Finding:
    """What contradicts the assumptions of models in data, and what to do."""

    check: str
    found: str
    remedy: str


@dataclasses.dataclass(frozen=True)
class Training:
    """A run. Errors are root mean squared ones of validation positions, in
    length_unit: of the model, after unroll steps, and of the best baseline, None
    where unroll is above 1. metrics are of the best weights. model is the configuration."""

    path: pathlib.Path
    epochs: list[Epoch] = dataclasses.field(repr=False)  # hundreds of lines
    model: dict[str, Any]
    metrics: dict[str, float | list[float]]
    valid_rmse: float | None
    baseline: str | None
    baseline_rmse: float | None
    length_unit: str | None
    findings: list[Finding]

    def export(self, path: str | os.PathLike[str], **options: object) -> Model:
        """Writes the file, checked as gmnc export does, and loads it. Options are
        the flags of gmnc export."""
        return export(self.path, path, **options)


def train(
    data: str | os.PathLike[str],
    run: str | os.PathLike[str],
    *,
    callbacks: Sequence[Callable[[Epoch], object]] = (),
    progress: bool = True,
    **options: object,
) -> Training:
    """Trains a model on a data set, into a run folder. Options are the flags of gmnc
    train: preset="fast", valid_every=5, force=True. Each callback is called after
    each epoch; an exception out of it ends the training, whose epochs stay in the
    folder for resume=True. progress writes a line to standard error. Raises
    ProgramError where gmnc train ends with an error."""
    if "sweep" in options:
        raise ValueError("sweep makes several runs: use gmnc train in a shell, or call train for each")
    epochs: list[Epoch] = []

    def each(report: Report) -> None:
        if report["report"] != "epoch":
            return
        epochs.append(Epoch(*(report[field.name] for field in dataclasses.fields(Epoch))))
        if progress:
            print(f"\r{_line(epochs)}", end="", file=sys.stderr, flush=True)
        for callback in callbacks:
            callback(epochs[-1])

    try:
        reports, _ = call(["train", argument(data), f"--output={os.fspath(run)}", *flags(options)], each)
    finally:
        if progress and epochs:
            print(file=sys.stderr)
    report = found(reports, "run")
    return Training(
        path=pathlib.Path(run), epochs=epochs, model=report["model"], metrics=_metrics(report.get("metrics", {})),
        valid_rmse=report.get("valid_rmse"), baseline=report.get("baseline"), baseline_rmse=report.get("baseline_rmse"),
        length_unit=report.get("length_unit") or None, findings=findings(reports),
    )


def _metrics(texts: dict[str, str]) -> dict[str, float | list[float]]:
    """The numbers of metrics, of which some have several. What is no number, such as what
    a fit tells of constants in words, is left out."""
    numbers: dict[str, float | list[float]] = {}
    for name, text in texts.items():
        try:
            values = [float(word) for word in text.split()]
        except ValueError:
            continue
        if values:
            numbers[name] = values[0] if len(values) == 1 else values
    return numbers


def _line(epochs: Sequence[Epoch]) -> str:
    measured = [epoch.valid_mse for epoch in epochs if epoch.valid_mse is not None]
    best = f", lowest validation error {min(measured) ** 0.5:.4g}" if measured else ""
    return f"epoch {epochs[-1].epoch}, {epochs[-1].seconds:.0f} s{best}"


def findings(reports: Sequence[Report]) -> list[Finding]:
    """The findings among reports."""
    return [Finding(r["check"], r["found"], r["remedy"]) for r in reports if r["report"] == "finding"]


def export(run: str | os.PathLike[str], path: str | os.PathLike[str], **options: object) -> Model:
    """Writes a run as an ONNX file, checked as gmnc export does, and loads it. Options
    are the flags of gmnc export. Raises ProgramError where that ends with an error."""
    call(["export", argument(run), f"--output={os.fspath(path)}", *flags(options)])
    return load(path)
