"""A data set that was written, and how its file comes to be."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import os
import pathlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..program import ProgramError, call, flags, found
from ..training import Finding, findings

Path = str | os.PathLike[str]


@dataclasses.dataclass(frozen=True)
class Written:
    """A data set in a file: how many samples each split has, the notes of the
    reader, and what contradicts the assumptions of models."""

    path: pathlib.Path
    train: int
    valid: int
    test: int
    notes: list[str]
    findings: list[Finding]


def optional(name: str, use: str) -> Any:
    """The package of that name. Raises ImportError that says how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{use} needs the package {name}: python -m pip install {name}") from error


@contextlib.contextmanager
def beside(path: Path, suffix: str) -> Iterator[pathlib.Path]:
    """A name in a folder of its own beside a path, which goes away with the folder."""
    with tempfile.TemporaryDirectory(dir=pathlib.Path(path).absolute().parent, prefix=".gmnc-") as folder:
        yield pathlib.Path(folder) / (pathlib.Path(path).stem + suffix)


def prepare(command: Sequence[Path], path: Path, options: Mapping[str, object]) -> Written:
    """Runs a command of gmnc prepare, which ends in a source, and looks at the data set
    that it writes. Errors and notes name the source by the name that the user gave the data
    set."""
    source = pathlib.Path(command[-1])
    try:
        reports, notes = call(["prepare", *command, f"--output={os.fspath(path)}", *flags(options)])
    except ProgramError as error:
        raise ProgramError(str(error).replace(str(source), source.stem), error.code) from None
    report = found(reports, "data")
    return Written(pathlib.Path(path), report["train"], report["valid"], report["test"], [note.replace(str(source), source.stem) for note in notes], findings(reports))


def place(arrays: Mapping[str, Any], path: Path, force: bool) -> Written:
    """Writes arrays to a file once gmnc inspect takes them."""
    target = pathlib.Path(path)
    with beside(path, ".npz") as draft:
        np.savez(draft, **arrays)
        try:
            reports, notes = call(["inspect", draft])
        except ProgramError as error:
            raise ProgramError(str(error).replace(str(draft), target.name), error.code) from None
        if target.exists() and not force:
            raise FileExistsError(f"{target} already exists: give force=True to replace it")
        draft.replace(target)
    counts = {split: len(arrays.get(f"{split}_x0", ())) for split in ("train", "valid", "test")}
    return Written(target, **counts, notes=notes, findings=findings(reports))
