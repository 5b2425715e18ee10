"""Writes a wheel of gmnc: the typed module and the binary for one platform.

The same inputs give the same bytes: entries are sorted and dated by
SOURCE_DATE_EPOCH.
"""

import argparse
import base64
import hashlib
import os
import pathlib
import subprocess
import time
import zipfile

METADATA = """\
Metadata-Version: 2.1
Name: gmnc
Version: {version}
Summary: Learned dynamics of constrained particle systems: simulate, train, export to ONNX, predict
License: Apache-2.0
Requires-Python: >=3.10
Requires-Dist: numpy>=1.26
Requires-Dist: onnxruntime>=1.17
Description-Content-Type: text/markdown

{readme}"""

WHEEL = """\
Wheel-Version: 1.0
Generator: gmnc packages/python/build.py
Root-Is-Purelib: false
"""

ENTRY_POINTS = "[console_scripts]\ngmnc = gmnc.__main__:main\n"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--version", required=True)
    arguments.add_argument("--binary", required=True, type=pathlib.Path)
    arguments.add_argument("--notices", type=pathlib.Path, help="the licences of what is inside the binary")
    arguments.add_argument("--tag", required=True, help="platform tags, with dots between them")
    arguments.add_argument("-o", "--output", required=True, type=pathlib.Path)
    given = arguments.parse_args()

    here = pathlib.Path(__file__).parent
    info = f"gmnc-{given.version}.dist-info"
    wheel = WHEEL + "".join(f"Tag: py3-none-{tag}\n" for tag in given.tag.split("."))
    readme = (here / "README.md").read_text()
    modules = [path for path in tracked(here / "gmnc") if path.suffix == ".py" or path.name == "py.typed"]
    files = {path.relative_to(here).as_posix(): path.read_bytes() for path in modules}
    program = "gmnc/gmnc.exe" if given.binary.suffix == ".exe" else "gmnc/gmnc"
    files |= {
        program: given.binary.read_bytes(),
        f"{info}/METADATA": METADATA.format(version=given.version, readme=readme).encode(),
        f"{info}/WHEEL": wheel.encode(),
        f"{info}/entry_points.txt": ENTRY_POINTS.encode(),
        f"{info}/LICENSE": (here.parent.parent / "LICENSE").read_bytes(),
    }
    if given.notices:
        files[f"{info}/THIRD_PARTY_LICENSES"] = given.notices.read_bytes()
    record = "".join(f"{name},sha256={digest(files[name])},{len(files[name])}\n" for name in sorted(files))
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()

    path = given.output / f"gmnc-{given.version}-py3-none-{given.tag}.whl"
    date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]  # ZIP begins in 1980
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if name == program else 0o100644) << 16  # a plain file, or pip drops the x
            archive.writestr(entry, files[name])
    print(path)


def tracked(folder):
    """The files of a folder that belong to the project: those that git tracks, and all where there is no repository."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=folder, capture_output=True)
    if listed.returncode or not listed.stdout:
        return [path for path in folder.rglob("*") if path.is_file()]
    return [folder / name for name in listed.stdout.decode().split("\0") if name]


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main()
