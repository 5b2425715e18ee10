"""Identification of robots, by the command line of gmnc."""

from __future__ import annotations

import dataclasses
import os
import pathlib
from collections.abc import Sequence
from typing import Any

from .program import argument, call, flags, found
from .robot import Robot


@dataclasses.dataclass(frozen=True)
class Constant:
    """A constant of a link or a joint: what the robot's file says, what was found, and the
    standard error of that. determined says whether the recordings tell it by itself."""

    of: str
    name: str
    unit: str
    start: float
    value: float
    error: float
    determined: bool


@dataclasses.dataclass(frozen=True, repr=False)
class Identified:
    """A robot whose constants were found. errors are of torques in N m, by split, and each
    has lists by joint. report is all that gmnc identify says."""

    run: pathlib.Path | None
    learned: list[str]
    constants: list[Constant]
    errors: dict[str, dict[str, Any]]
    notes: list[str]
    report: dict[str, Any]

    def __repr__(self) -> str:
        lines = [f"Identified({', '.join(self.learned)})"]
        known = [constant for constant in self.constants if constant.determined]
        lines += [f"  {c.name} of {c.of}: {c.value:.4g} +- {c.error:.2g} {c.unit}".rstrip() for c in known]
        lines.append(f"  {len(self.constants) - len(known)} further constants are not determined by themselves")
        lines += [f"  {split}: errors of torques {', '.join(f'{error:.3g}' for error in errors['error'])}" for split, errors in self.errors.items()]
        return "\n".join(lines)

    def export(self, path: str | os.PathLike[str], **options: object) -> Robot:
        """Writes the run as a file in joint coordinates, checked as gmnc export does, and
        opens it. Options are the flags of gmnc export. Raises ValueError without a run."""
        if self.run is None:
            raise ValueError("there is no run to export: give identify the folder of one as run")
        call(["export", argument(self.run), "--joints", f"--output={os.fspath(path)}", *flags(options)])
        return Robot(path)


def identify(
    robot: str | os.PathLike[str],
    *logs: str | os.PathLike[str],
    run: str | os.PathLike[str] | None = None,
    test: Sequence[str | os.PathLike[str]] = (),
    **options: object,
) -> Identified:
    """Finds the constants of a robot, a URDF file, in logs of its motion, and writes it as a
    run where a folder is given. Options are the flags of gmnc identify: gain=[14.9, 13.3],
    learn=["inertia", "viscous"], trust=4, urdf="found.urdf". Raises ProgramError where gmnc
    identify ends with an error."""
    if not logs:
        raise ValueError("there is no log: give one or more behind the robot's file")
    arguments = ["identify", argument(robot), *(argument(log) for log in logs), *(f"--test={os.fspath(log)}" for log in test)]
    if run is not None:
        arguments.append(f"--run={os.fspath(run)}")
    reports, notes = call([*arguments, *flags(options)])
    report = found(reports, "identified")
    names = [field.name for field in dataclasses.fields(Constant)]
    return Identified(
        run=None if run is None else pathlib.Path(run), learned=report["learned"], errors=report["errors"], notes=notes, report=report,
        constants=[Constant(**{name: constant[name] for name in names}) for constant in report["constants"]],
    )
