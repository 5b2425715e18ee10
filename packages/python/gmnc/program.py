"""The command line of gmnc, called from Python."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Report = dict[str, Any]


class ProgramError(RuntimeError):
    """gmnc ended with an error. code is its exit code: 2 for wrong use, 1 for a
    failure, 130 after an interrupt."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def program() -> pathlib.Path:
    """The binary of the wheel, or the gmnc of the PATH where the package has none."""
    own = pathlib.Path(__file__).with_name("gmnc.exe" if os.name == "nt" else "gmnc")
    if own.is_file():
        return own
    found = shutil.which("gmnc")
    if found is None:
        raise FileNotFoundError(f"there is no {own}, and no gmnc on the PATH: install the wheel, or put the binary there")
    return pathlib.Path(found)


_off = {"force", "resume", "init-partly", "fail-if-worse"}  # which have no --no-


def argument(path: str | os.PathLike[str]) -> str:
    """A path as an argument, also one that begins with a hyphen and would be a flag."""
    text = os.fspath(path)
    return os.path.join(os.curdir, text) if text.startswith("-") else text


def flags(options: Mapping[str, object]) -> list[str]:
    """The flags of the command line that options are: valid_every=5 is
    --valid-every=5, True a flag alone, False --no-, a sequence a list with commas.
    None is left out, and so is False of a flag that is off by itself."""
    written = []
    for name, value in options.items():
        flag = name.strip("_").replace("_", "-")
        if value is None or value is False and flag in _off:
            continue
        if isinstance(value, bool):
            written.append(f"--{flag}" if value else f"--no-{flag}")
            continue
        if isinstance(value, (list, tuple)):
            value = ",".join(str(one) for one in value)
        written.append(f"--{flag}={value}")
    return written


def call(arguments: Sequence[str | os.PathLike[str]], each: Callable[[Report], None] | None = None) -> tuple[list[Report], list[str]]:
    """Runs gmnc with arguments. Returns its reports, the objects of --json, and its
    notes; each is called with a report as it comes. Raises ProgramError where gmnc
    ends with one. An exception out of each, or an interrupt, interrupts gmnc, waits
    for its end and goes on."""
    reports: list[Report] = []
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        process = subprocess.Popen(
            [program(), *arguments, "--json"], stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8",
            start_new_session=os.name != "nt")  # so that an interrupt comes once, from below
        assert process.stdout is not None
        try:
            for line in process.stdout:
                reports.append(json.loads(line))
                if each is not None:
                    each(reports[-1])
            process.wait()
        except BaseException:
            process.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
            process.stdout.close()
            process.wait()
            raise
        errors.seek(0)
        said = errors.read().splitlines()
    if process.returncode:
        messages = [report["message"] for report in reports if report["report"] == "error"]
        raise ProgramError("\n".join(messages or said), process.returncode)
    return reports, [line.removeprefix("note: ") for line in said if line.startswith("note: ")]


def found(reports: Sequence[Report], kind: str) -> Report:
    """The last report of a kind."""
    return next(report for report in reversed(reports) if report["report"] == kind)
