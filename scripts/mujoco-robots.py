"""Finds the constants of an arm and of a cart with a pole in noisy recordings of MuJoCo, and rolls
the files that gmnc export --joints makes of them: mujoco-robots.py FOLDER [PREDICT].

Masses, dampings and frictions are forgotten: the fit begins from others. Each robot has 20
recordings of 2 s at 100 Hz, with a noise of 3e-4 rad or m and 1e-2 rad/s or m/s, and 20 rollouts of
1 s that the fit does not see. They are rolled from states without noise and, as what no fit can
mend, from noisy ones. PREDICT is the program of examples/cpp, which rolls the same file in C++.

gmnc, its Python package, NumPy, onnxruntime and MuJoCo 4.0.0 are needed, or newer ones. MuJoCo's Euler
integrator moves the arm 12 mrad in a second by its own error at steps of 1 ms, and its friction begins
to turn around some 9 ms before the joint does. So the integrator here is RK4, and friction is stiff.
"""

import os
import pathlib
import subprocess
import sys

import gmnc
import gmnc.data
import mujoco
import numpy as np

DT, STEP, NOISE = 0.01, 0.0005, (3e-4, 1e-2)
JOINT = 'damping="{}" frictionloss="{}" solreffriction="0.001 1" solimpfriction="0.999 0.999 0.001 0.5 2"'
HEAD, FREE = f'<mujoco><option timestep="{STEP}" integrator="RK4"/><worldbody>', 'contype="0" conaffinity="0"'
ARM = f"""{HEAD}<body name="base" pos="0 0 0.1"><joint name="turn" axis="0 0 1" {JOINT}/>
<geom type="capsule" fromto="0 0 0 0.1 0 0.3" size="0.04" mass="{{}}" {FREE}/>
<body name="upper" pos="0.1 0 0.3"><joint name="shoulder" axis="0 1 0" {JOINT}/>
<geom type="capsule" fromto="0 0 0 0 0 0.4" size="0.03" mass="{{}}" {FREE}/>
<body name="fore" pos="0 0 0.4"><joint name="elbow" axis="0 1 0" {JOINT}/>
<geom type="capsule" fromto="0 0 0 0.05 0 0.3" size="0.025" mass="{{}}" {FREE}/></body></body></body></worldbody>
<actuator><motor joint="turn"/><motor joint="shoulder"/><motor joint="elbow"/></actuator></mujoco>"""
CART = f"""{HEAD}<body name="cart" pos="0 0 0.3"><joint name="rail" type="slide" axis="1 0 0" {JOINT}/>
<geom type="box" size="0.1 0.05 0.05" mass="{{}}" {FREE}/>
<body name="pole"><joint name="hinge" axis="0 1 0" {JOINT}/>
<geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.02" mass="{{}}" {FREE}/></body></body></worldbody>
<actuator><motor joint="rail"/></actuator></mujoco>"""
# Damping, friction and mass of each joint, the guess of each, torques, and how far joints begin.
ROBOTS = {
    "arm": (ARM, (0.6, 0.3, 3, 0.5, 0.25, 2, 0.3, 0.15, 1), (0.1, 0.05, 1), (8, 12, 5), (1.5, 2, 2)),
    "cart": (CART, (0.8, 0.5, 1, 0.01, 0, 0.3), (0.1, 0.1, 1), (6,), (0.3, 2.5)),
}


def recorded(model, random, count, frames, torque, reach):
    """Motions under torques that are sums of three waves: q, rates and torques of each frame."""
    made, time = [], DT * np.arange(frames)[:, None]
    for _ in range(count):
        waves = [random.uniform((0.3, 0.2, 0), (1, 2.5, 6.28), (len(torque), 3)).T for _ in range(3)]
        force = sum(size * np.array(torque) / 2 * np.sin(2 * np.pi * rate * time + phase) for size, rate, phase in waves)
        data, states = mujoco.MjData(model), []
        data.qpos[:], data.qvel[:] = random.uniform(-1, 1, model.nq) * reach, random.normal(0, 0.5, model.nv)
        for row in force:
            states.append(np.concatenate([data.qpos, data.qvel]))
            data.ctrl[:] = row
            mujoco.mj_step(model, data, nstep=round(DT / STEP))
        states = np.array(states)
        made.append((states[:, : model.nq], states[:, model.nq :], force))
    return made


def rolled_in_cpp(predict, file, folder, q, rate, torque):
    """What the program of examples/cpp makes of a file of many steps: q after each."""
    text = folder / "start.txt"
    given = {"q": q, "rate": rate, "torque": torque, "steps": np.array(len(torque))}
    text.write_text("".join(f"{name} {x.ndim} {' '.join(map(str, x.shape))} {' '.join(map(repr, x.ravel().tolist()))}\n" for name, x in given.items()))
    printed = subprocess.run([predict, file, text], check=True, capture_output=True, text=True).stdout
    [path] = [line.split()[1:] for line in printed.splitlines() if line.startswith("q_path ")]
    return np.array(path, float).reshape(torque.shape)


def run(name, folder, predict):
    xml, true, guess, torque, reach = ROBOTS[name]
    random = np.random.default_rng(1)
    model = mujoco.MjModel.from_xml_string(xml.format(*true))
    noisy = [(q + random.normal(0, NOISE[0], q.shape), v + random.normal(0, NOISE[1], v.shape), u) for q, v, u in recorded(model, random, 20, 201, torque, reach)]
    wrong = mujoco.MjModel.from_xml_string(xml.format(*guess * model.nv))
    data, fitted, file = (os.fspath(folder / (name + end)) for end in (".npz", "", ".onnx"))
    gmnc.data.write_mujoco(data, wrong, [gmnc.data.Recording(*r) for r in noisy], dt=DT, force=True)
    for command in (["train", data, "-o", fitted, "--preset", "constants", "--learn", "mass,damping,friction"],
                    ["export", fitted, "--joints", data, "-o", file], ["export", fitted, "--joints", data, "--rollout", "-o", folder / (name + "_steps.onnx")]):
        subprocess.run(["gmnc", "-q", *command, "--force"], check=True)
    print(subprocess.run(["gmnc", "inspect", fitted], check=True, capture_output=True, text=True).stdout.partition("  constant")[2].strip())
    q, rate, force = (np.array(parts) for parts in zip(*recorded(model, random, 20, 101, torque, reach)))
    loads = np.zeros((100, 20, model.nv))
    loads[:, :, : len(torque)] = np.moveaxis(force[:, :100], 1, 0)
    for what, noise in (("without", 0), ("with", 1)):
        start = q[:, 0] + noise * random.normal(0, NOISE[0], q[:, 0].shape), rate[:, 0] + noise * random.normal(0, NOISE[1], q[:, 0].shape)
        robot = gmnc.Robot(file, batch=20)
        robot.reset(*start)
        ways = {"Python": robot.rollout(loads).q}
        if predict:
            ways["C++"] = rolled_in_cpp(predict, folder / (name + "_steps.onnx"), folder, *start, loads)
        for language, path in ways.items():
            off = 1000 * np.abs(path - np.moveaxis(q[:, 1:], 1, 0))
            print(f"{name}, {language}, from states {what} noise: off by {np.sqrt((off**2).mean((0, 1))).round(2)} mrad or mm, at most {off.max((0, 1)).round(2)}")


if __name__ == "__main__":
    top = pathlib.Path(sys.argv[1])
    top.mkdir(exist_ok=True)
    print("MuJoCo", mujoco.__version__)
    for robot_name in ROBOTS:
        run(robot_name, top, *sys.argv[2:3] or [None])
