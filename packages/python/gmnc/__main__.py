"""python -m gmnc is the command line of gmnc."""

import os
import pathlib
import subprocess
import sys


def main() -> None:
    name = "gmnc.exe" if os.name == "nt" else "gmnc"
    program = pathlib.Path(__file__).with_name(name)
    if os.name == "nt":
        sys.exit(subprocess.call([program, *sys.argv[1:]]))
    os.execv(program, [name, *sys.argv[1:]])


if __name__ == "__main__":
    main()
