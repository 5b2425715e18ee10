"""Records systems of rigid bodies with joints that MuJoCo moves, one JSON file each.

Made with MuJoCo 4.0.0 and NumPy 2.4.6:

    pip install mujoco==4.0.0 numpy==2.4.6
    python3 record.py

A body is four particles with masses, whose inertia MuJoCo is given. MuJoCo's Runge-Kutta
steps of 10 microseconds follow it for 100 frames of 10 ms. Where joints turn back under friction
the steps are of 2.5 microseconds, which leave 2e-6 rad of what steps of 0.6 microseconds
find. A file has the coordinates and rates of MuJoCo's joints at every frame, and particles at
every tenth. Loads stay for ten frames. Of some systems a second file has 5 s, of which every
tenth frame is kept. Lengths are in m, masses in kg, angles in rad; loads are in N m where joints
turn and in N where they slide.
"""

import copy
import json
import sys

import mujoco
import numpy as np

FRAME, FRAMES, EACH, STEPS = 0.01, 100, 10, 1000
LONG, LONG_FRAMES = ("double_pendulum", "cart_pole", "quadruped"), 500
# Steps in a frame of systems where friction turns around within a step.
FINER = {"friction_turning_back": 4000}
GRAVITY = (0.0, 0.0, -9.81)

# Constants of MuJoCo's stops that make a joint return as a critically damped spring of the
# time 0.95 * 0.02 s does, with the impedance 0.95 at any depth.
IMPEDANCE = 0.95
STOP = f'solreflimit="0.02 {IMPEDANCE ** 0.5!r}" solimplimit="{IMPEDANCE} {IMPEDANCE} 0.001 0.5 2"'


def friction(steps):
    """Constants of friction that takes hold as fast as MuJoCo lets it: within two of the steps in a frame."""
    return f'solreffriction="{2 * FRAME / steps!r} 1" solimpfriction="0.99 0.99 0.001 0.5 2"'


TYPES = {"turn": "hinge", "slide": "slide", "ball": "ball", "free": "free"}
RATES = {"turn": 1, "slide": 1, "ball": 3, "free": 6}


def joint(kind, parent, anchor, axis=None, start=None, rates=None, load=0.0, **constants):
    """One joint with its body; constants are damping, friction, rotor and limits."""
    axis = None if axis is None else (np.array(axis, float) / np.linalg.norm(axis)).tolist()
    return dict(type=kind, parent=parent, anchor=anchor, axis=axis, start=start, rates=rates, load=load, **constants)


X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)

SYSTEMS = {
    "double_pendulum": [
        joint("turn", -1, (0, 0, 1), Y, start=1.0, rates=0.5),
        joint("turn", 0, (0, 0, 0.5), Y, start=-0.5, rates=-1.0),
    ],
    "cart_pole": [
        joint("slide", -1, (0, 0, 0.25), X, rates=0.5, load=4.0, damping=1.5),
        joint("turn", 0, (0, 0, 0.5), Y, start=0.25, rates=0.5, damping=0.05),
    ],
    "limits": [
        joint("turn", -1, (0, 0, 0), Z, rates=1.5, load=2.0, damping=0.1, limits=(-0.5, 0.25)),
        joint("turn", 0, (0.25, 0, 0.25), Y, rates=-1.0, load=1.0, limits=(-0.75, 0.5)),
        joint("slide", 1, (0.5, 0, 0.25), (1, 0, 1), rates=0.5, damping=0.5, limits=(-0.125, 0.0625)),
    ],
    "rotor_friction": [
        joint("turn", -1, (0, 0, 0), (0, 1, 1), start=0.5, rates=4.0, load=1.0, rotor=0.25, friction=0.5),
        joint("turn", 0, (0.25, 0, 0.25), X, rates=-6.0, rotor=0.0625, friction=0.125, damping=0.02),
        joint("slide", 1, (0.5, 0, 0.25), X, rates=2.0, rotor=0.5, friction=1.0),
    ],
    "quadruped": [
        joint("free", -1, (0, 0, 0.5), rates=(0.5, 0.25, 1.0, 1.0, -0.5, 0.75)),
        *(
            leg
            for number, (x, y) in enumerate([(0.25, 0.125), (0.25, -0.125), (-0.25, 0.125), (-0.25, -0.125)])
            for leg in (
                joint("turn", 0, (x, y, 0.5), Y, start=0.25 * y, rates=x, load=2.0, damping=0.25),
                joint("turn", 1 + 2 * number, (x, y, 0.25), Y, start=-0.5, rates=4 * y, load=1.0, damping=0.25),
            )
        ),
    ],
    "balls": [
        joint("ball", -1, (0, 0, 1), start=(0.75, 0.5, 0.25), rates=(1.0, -0.5, 2.0), damping=0.05),
        joint("ball", 0, (0, 0, 0.625), start=(0.25, 0, -0.5), rates=(-1.0, 1.5, 0.5)),
        joint("turn", 1, (0, 0, 0.25), (1, 1, 0), start=0.5, rates=1.0, load=0.25, damping=0.1),
    ],
    "tree": [
        joint("slide", -1, (0, 0, 0), Y, rates=0.5, load=5.0, damping=0.5, rotor=0.5),
        joint("turn", 0, (0, 0.25, 0), (0, 1, 2), start=0.5, rates=2.0, load=1.0, rotor=0.125),
        joint("slide", 1, (0.25, 0.25, 0), (1, 0, 1), rates=-0.5, load=4.0, damping=1.0),
        joint("turn", 2, (0.5, 0.25, 0.125), (1, 1, 0), rates=3.0, damping=0.03),
        joint("turn", 1, (0, 0.5, 0.125), X, rates=-2.0, load=0.5, damping=0.05),
    ],
    "friction_afloat": [
        joint("free", -1, (0, 0, 0.5), rates=(0.5, 0.25, 1.0, 1.0, -0.5, 0.75)),
        joint("turn", 0, (0.25, 0, 0.5), Y, start=0.25, rates=4.0, load=0.5, friction=0.125, damping=0.02),
        joint("ball", 1, (0.5, 0, 0.5), start=(0.25, 0, -0.5), rates=(-1.0, 1.5, 0.5), damping=0.03),
        joint("slide", 0, (-0.25, 0, 0.5), X, rates=-1.5, load=1.0, friction=0.5, damping=0.25),
    ],
    "limits_friction": [
        joint("turn", -1, (0, 0, 0), Z, rates=1.5, load=2.0, damping=0.125, rotor=0.25, friction=0.5, limits=(-0.5, 0.25)),
        joint("slide", 0, (0.25, 0, 0.25), (1, 0, 1), rates=0.5, load=4.0, damping=0.5, rotor=0.5, friction=0.25, limits=(-0.125, 0.0625)),
    ],
    "friction_turning_back": [
        joint("free", -1, (0, 0, 0.5), rates=(0.5, 0.25, 1.0, 1.0, -0.5, 0.75)),
        joint("turn", 0, (0.25, 0, 0.5), Y, start=0.25, rates=0.5, load=1.0, friction=0.125, damping=0.25),
        joint("ball", 1, (0.5, 0, 0.5), start=(0.25, 0, -0.5), rates=(-1.0, 1.5, 0.5), damping=0.03),
        joint("slide", 0, (-0.25, 0, 0.5), X, rates=-0.25, load=4.0, friction=0.5, damping=0.5),
    ],
}


def exact(values):
    """Values that 32 bits hold, with few digits."""
    return np.round(np.asarray(values) * 1024) / 1024


def particles(bodies, random):
    """Four particles a body, around its anchor at rest, and masses in kg."""
    rest, mass = [], []
    for body in bodies:
        rest += [exact(np.array(body["anchor"]) + 0.15 * random.normal(size=3)) for _ in range(4)]
        mass += list(exact(random.uniform(0.1, 0.4, size=4)))
    return np.array(rest), np.array(mass)


def numbers(values):
    return " ".join(repr(float(value)) for value in np.ravel(values))


def compiled(bodies, rest, mass, steps):
    """The model, with axes of bodies along those of the world at rest."""
    hanging = {-1: []}
    for number, body in enumerate(bodies):
        hanging[number] = []
        hanging[body["parent"]].append(number)

    def written(number):
        body = bodies[number]
        anchor = np.array(body["anchor"], float)
        before = np.array(bodies[body["parent"]]["anchor"], float) if body["parent"] >= 0 else np.zeros(3)
        own, weights = rest[4 * number : 4 * number + 4], mass[4 * number : 4 * number + 4]
        center = weights @ own / weights.sum()
        off = own - center
        inertia = (weights[:, None, None] * ((off**2).sum(1)[:, None, None] * np.eye(3) - off[:, :, None] * off[:, None, :])).sum(0)
        full = numbers([inertia[0, 0], inertia[1, 1], inertia[2, 2], inertia[0, 1], inertia[0, 2], inertia[1, 2]])
        text = f'<body pos="{numbers(anchor - before)}"><joint type="{TYPES[body["type"]]}"'
        if body["axis"]:
            text += f' axis="{numbers(body["axis"])}"'
        for name, attribute in (("damping", "damping"), ("rotor", "armature"), ("friction", "frictionloss")):
            if name in body:
                text += f' {attribute}="{body[name]}"'
        if "friction" in body:
            text += " " + friction(steps)
        if "limits" in body:
            text += f' limited="true" range="{numbers(body["limits"])}" {STOP}'
        text += f'/><inertial pos="{numbers(center - anchor)}" mass="{float(weights.sum())!r}" fullinertia="{full}"/>'
        return text + "".join(written(other) for other in hanging[number]) + "</body>"

    world = "".join(written(number) for number in hanging[-1])
    options = f'timestep="{FRAME / steps!r}" gravity="{numbers(GRAVITY)}" integrator="RK4" solver="Newton" tolerance="1e-14" iterations="200"'
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><option {options}><flag contact="disable"/></option><worldbody>{world}</worldbody></mujoco>'
    )


def start(model, data, bodies):
    for number, body in enumerate(bodies):
        q, w = model.jnt_qposadr[number], model.jnt_dofadr[number]
        if body["rates"] is not None:
            data.qvel[w : w + RATES[body["type"]]] = body["rates"]
        if body["start"] is None:
            continue
        if body["type"] == "ball":
            turn = np.array(body["start"], float)
            angle = np.linalg.norm(turn)
            mujoco.mju_axisAngle2Quat(data.qpos[q : q + 4], turn / angle, angle)
        else:
            data.qpos[q] = body["start"]


def placed(model, data, bodies, rest):
    """Positions and velocities of all particles."""
    positions, velocities = [], []
    for i, x in enumerate(rest):
        number = i // 4
        offset = data.xmat[number + 1].reshape(3, 3) @ (x - np.array(bodies[number]["anchor"]))
        motion = np.zeros(6)
        mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_XBODY, number + 1, motion, 0)
        positions.append(data.xpos[number + 1] + offset)
        velocities.append(motion[3:] + np.cross(motion[:3], offset))
    return positions, velocities


def rounded(values):
    return np.round(np.asarray(values, float), 10).tolist()


def record(name, bodies, seed, frames=FRAMES, every=1):
    """Writes a system's motion, of which every so many frames are kept."""
    bodies = copy.deepcopy(bodies)
    random = np.random.default_rng(seed)
    rest, mass = particles(bodies, random)
    steps = FINER.get(name, STEPS)
    model = compiled(bodies, rest, mass, steps)
    data = mujoco.MjData(model)
    start(model, data, bodies)
    strengths = np.concatenate([np.full(RATES[body["type"]], body["load"]) for body in bodies])
    loads = exact(strengths * random.uniform(-1, 1, size=(frames // EACH, model.nv)))
    q, rates, position, velocity = [], [], [], []
    for frame in range(frames + 1):
        mujoco.mj_forward(model, data)
        if frame % every == 0:
            q.append(rounded(data.qpos))
            rates.append(rounded(data.qvel))
        if frame % EACH == 0:
            x, v = placed(model, data, bodies, rest)
            position.append(rounded(x))
            velocity.append(rounded(v))
        if frame < frames:
            data.qfrc_applied[:] = loads[frame // EACH]
            for _ in range(steps):
                mujoco.mj_step(model, data)
    for body in bodies:
        for key in [key for key in body if body[key] is None] + ["start", "rates", "load"]:
            body.pop(key, None)
    recording = dict(
        mujoco=mujoco.__version__, frame=round(FRAME * every, 6), each=EACH // every, gravity=GRAVITY, bodies=bodies, rest=rest.tolist(), mass=mass.tolist(),
        loads=loads.tolist(), q=q, rates=rates, position=position, velocity=velocity,
    )
    with open(name + ".json", "w") as file:
        lines = (f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in recording.items())
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    for seed, (name, bodies) in enumerate(SYSTEMS.items()):
        if len(sys.argv) < 2 or name in sys.argv[1:]:
            record(name, bodies, seed)
            if name in LONG:
                record(name + "_long", bodies, seed, LONG_FRAMES, EACH)
