"""Makes data sets in every way that gmnc.data has, trains on them and looks at what
comes back: check_data.py, in a new folder, with the packages of requirements.txt."""

import pathlib
import warnings

import numpy as np

import gmnc

rng = np.random.default_rng(1)


def refuses(kind, message, call, *args, **named):
    try:
        call(*args, **named)
    except kind as error:
        assert message in str(error), error
    else:
        raise AssertionError(f"nothing was refused: {message}")


def pairs(samples, moves=0.1):
    x, v = rng.normal(size=(2, samples, 3, 3))
    return {"x0": x, "v0": v, "xT": x + moves * v, "vT": v}


def check_arrays():
    splits = {"train": pairs(40), "valid": pairs(8), "test": pairs(8)}
    mass = {"mass": [1, 2, 3]}
    written = gmnc.data.write("pairs.npz", **splits, shared=mass, length_unit="m", velocity_unit="m/s", interval="0.1 s")
    assert (written.train, written.valid, written.test) == (40, 8, 8), written
    assert "known target" in [finding.check for finding in written.findings], written
    refuses(FileExistsError, "force=True", gmnc.data.write, "pairs.npz", **splits)
    before = pathlib.Path("pairs.npz").read_bytes()
    broken = splits | {"train": splits["train"] | {"x0": np.full((40, 3, 3), np.nan)}}
    refuses(gmnc.ProgramError, "pairs.npz: train_x0: sample 0, particle 0, axis x: NaN", gmnc.data.write, "pairs.npz", **broken, force=True)
    sizes = [{name: values[0, :n] for name, values in pairs(1).items()} | {"bonds": [[0, 1]] * (n - 1)} for n in (2, 3, 2)]
    gmnc.data.write("sizes.npz", train=sizes)
    sizes[1]["bonds"] = [[0, 3]]
    refuses(gmnc.ProgramError, "sample 1", gmnc.data.write, "other.npz", train=sizes)
    refuses(gmnc.ProgramError, "unknown key", gmnc.data.write, "other.npz", **splits, shared={"weight": [1]})
    assert pathlib.Path("pairs.npz").read_bytes() == before and not pathlib.Path("other.npz").exists()


def pendulums(recordings, lengths):
    """Small swings of a pendulum of length 1 that hangs from particle 0."""
    positions, velocities = [], []
    for frames in lengths[:recordings]:
        t, rate = 0.02 * np.arange(frames), np.sqrt(9.81)
        angle, speed = 0.1 * np.cos(rate * t + len(positions)), -0.1 * rate * np.sin(rate * t + len(positions))
        x, v = np.zeros((2, frames, 2, 3))
        x[:, 1] = np.stack([np.sin(angle), 0 * t, -np.cos(angle)], axis=1)
        v[:, 1] = speed[:, None] * np.stack([np.cos(angle), 0 * t, np.sin(angle)], axis=1)
        positions.append(x)
        velocities.append(v)
    return positions, velocities


def check_training():
    x, v = pendulums(30, [40 + k % 3 for k in range(30)])
    written = gmnc.data.write_trajectories(
        "pendulum.npz", x, v, dt=0.02, frames=5, length_unit="m", time_unit="s",
        parents=[-1, 0], mass=[np.inf, 1.2], gravity=[0, 0, -9.81])
    assert written.train > 100 and written.notes, written
    alone = gmnc.data.write_trajectories("alone.npz", x[0], v[0], dt=0.02, frames=4, parents=[-1, 0])
    assert not any("seed" in note for note in alone.notes), alone
    for kind in (np.float16, np.longdouble):
        gmnc.data.write_trajectories("kind.npz", x[0].astype(kind), dt=0.02, frames=4, parents=[-1, 0], force=True)
    for message, positions, velocities in (
        ("masked values", np.ma.masked_less(x[0], 0), v[0]), ("list of 0 recordings", [], []),
        ("the shapes (40, 2, 3), (41, 1, 3)", [x[0], x[1][:, :1]], None), ("of as many frames", x[:3], [v[0], v[1], v[2][:9]]),
    ):
        refuses(ValueError, message, gmnc.data.write_trajectories, "off.npz", positions, velocities, dt=0.02)
    refuses(gmnc.ProgramError, "dt", gmnc.data.write_trajectories, "off.npz", x, v, dt=0.2, parents=[-1, 0])

    epochs = []
    options = dict(model="gmn-ode", forces="none", learn=["gravity"], layers=2, batch=50, lr=1e-2, valid_every=1)
    trained = gmnc.train("pendulum.npz", "run", epochs=3, callbacks=[epochs.append], **options)
    assert [epoch.epoch for epoch in epochs] == [1, 2, 3] and trained.epochs == epochs, trained
    assert trained.valid_rmse < 1e-2 * trained.baseline_rmse and trained.length_unit == "m", trained
    refuses(gmnc.ProgramError, "force", gmnc.train, "pendulum.npz", "run", epochs=3, **options)
    refuses(ValueError, "several runs", gmnc.train, "pendulum.npz", "runs", sweep="seed=1,2")

    hidden = pathlib.Path("-pendulum.npz")  # a name that begins as a flag does
    hidden.write_bytes(pathlib.Path("pendulum.npz").read_bytes())
    assert gmnc.train(hidden, "hyphen", epochs=1, progress=False, **options).valid_rmse > 0

    def enough(epoch):
        raise StopIteration

    refuses(StopIteration, "", gmnc.train, "pendulum.npz", "ended", epochs=100000, callbacks=[enough], **options)
    resumed = gmnc.train("pendulum.npz", "ended", epochs=30, resume=True, progress=False, **options)
    assert 0 < len(resumed.epochs) < 30, resumed

    model = trained.export("pendulum.onnx")
    given = {"position": x[0][:1], "velocity": v[0][:1], "parents": [[-1, 0]], "bodies": [[-1, -1]], "pinned": [[[1], [0]]],
             "gravity": [[0, 0, -9.81]], "mass": [[[1.2], [1.2]]]}
    assert len(model.examples) == 3 and model.examples[0]["position"].shape == (1, 2, 3), model.examples
    for example in model.examples:
        assert np.isfinite(model.predict(**example).position).all(), example
        assert (example["position"] == np.concatenate(x).astype(np.float32)).all(axis=(1, 2)).any(), "a training input, to the bit"
    rolled = model.rollout(20, **{name: values for name, values in given.items() if name in model.inputs})
    assert np.abs(rolled[:, 0] - x[0][1:21]).max() < 2e-3, np.abs(rolled[:, 0] - x[0][1:21]).max()


def check_markers():
    import pandas

    tables = []
    for x, _ in zip(*pendulums(12, [30] * 12)):
        columns = {f"{name}_{axis}": x[:, k, at] for k, name in enumerate(["pivot", "bob"]) for at, axis in enumerate("xyz")}
        tables.append(pandas.DataFrame(columns, index=0.02 * np.arange(30)))
    written = gmnc.data.write_markers("markers.npz", tables, bars=[("pivot", "bob")], length_unit="m", time_unit="s")
    assert written.train >= 8, written
    holed = tables[:11] + [tables[11].mask(tables[11]["bob_x"] > 0.05)]
    refuses(ValueError, "recording 11, frame", gmnc.data.write_markers, "holed.npz", holed)
    refuses(ValueError, "has the axes", gmnc.data.write_markers, "flat.npz", tables[0].drop(columns="bob_z"))
    refuses(ValueError, "close a loop", gmnc.data.write_markers, "loop.npz", tables, bars=[("pivot", "bob"), ("bob", "pivot")])


ARM = """<mujoco><option timestep="0.001" {option}/><worldbody>
<body><joint axis="0 1 0" damping="0.2" {joint}/><geom type="capsule" fromto="0 0 0 0 0 -.4" size=".03" mass="1" contype="0"/>
<body pos="0 0 -.4"><joint axis="0 1 0" damping="0.2"/><geom type="capsule" fromto="0 0 0 .1 0 -.4" size=".03" mass=".7" contype="0"/></body>
</body></worldbody><actuator><{motor} joint="{name}"/></actuator></mujoco>"""


def arm(option="", joint='name="hip"', motor="motor", name="hip"):
    import mujoco

    return mujoco.MjModel.from_xml_string(ARM.format(option=option, joint=joint, motor=motor, name=name))


def recordings(model, count, frames=20, reach=1):
    import mujoco

    made = []
    for _ in range(count):
        data, states = mujoco.MjData(model), ([], [], [])
        data.qpos[:] = rng.uniform(-reach, reach, model.nq)
        for _ in range(frames):
            data.ctrl[:] = rng.uniform(-2, 2, model.nu)
            for kept, now in zip(states, (data.qpos, data.qvel, data.ctrl)):
                kept.append(now.copy())
            mujoco.mj_step(model, data, nstep=10)
        made.append(gmnc.data.Recording(*(np.array(kept) for kept in states)))
    return made


def check_mujoco():
    import mujoco

    from gmnc.data.joints import Chain

    model = mujoco.MjModel.from_xml_string("""<mujoco><worldbody><body pos="0 0 1" euler="10 20 30"><freejoint/>
        <geom type="box" size=".3 .2 .1" mass="3"/><body pos=".3 .2 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03" mass=".5"/>
        <body pos="0 0 -.3" euler="0 30 0"><joint type="ball"/><geom type="capsule" fromto="0 0 0 0 0 -.3" size=".02" mass=".3"/></body></body>
        </body></worldbody></mujoco>""")
    data = mujoco.MjData(model)
    data.qvel[:] = rng.normal(size=model.nv)
    mujoco.mj_step(model, data, nstep=100)
    mujoco.mj_forward(model, data)
    mujoco.mj_energyVel(model, data)
    chain = Chain(mujoco, model)
    x, v = chain.particles(data.qpos[None], data.qvel[None])
    mass = chain.arrays()["mass"]
    np.testing.assert_allclose(mass @ (v[0] ** 2).sum(axis=1) / 2, data.energy[1], rtol=1e-12)
    np.testing.assert_allclose(mass @ x[0] / mass.sum(), data.subtree_com[0], rtol=1e-9)

    model = arm()
    written = gmnc.data.write_mujoco("arm.npz", model, recordings(model, 20), dt=0.01)
    trained = gmnc.train("arm.npz", "arm", model="gmn-ode", forces="none", layers=2, epochs=1, progress=False)
    assert written.train == 16 and trained.valid_rmse < 2e-4, trained  # MuJoCo's own step is of first order
    limited = arm(joint='name="hip" armature=".1" limited="true" range="-12 17"')
    written = gmnc.data.write_mujoco("limited.npz", limited, recordings(limited, 20, reach=0.5), dt=0.01)
    with np.load("limited.npz") as arrays:
        np.testing.assert_allclose(arrays["turn_limits"].reshape(-1, 2)[0], np.radians([-12, 17]), rtol=1e-6)
    trained = gmnc.train("limited.npz", "limited", model="gmn-ode", forces="none", layers=5, epochs=1, progress=False)
    assert trained.valid_rmse < 1e-3, trained  # a straight line is 7e-3 off
    rubbing = arm(option='integrator="RK4"', joint='name="hip" frictionloss=".3"')
    recorded, errors = recordings(rubbing, 20), []
    for ignored in ([], ["frictionloss"]):
        gmnc.data.write_mujoco("rubbing.npz", rubbing, recorded, dt=0.01, ignore=ignored, force=True)
        errors.append(gmnc.train("rubbing.npz", "rubbing", model="gmn-ode", forces="none", epochs=1, progress=False, force=True).valid_rmse)
    assert errors[0] < 0.1 * errors[1], errors
    soft = arm(joint='name="hip" limited="true" range="-.001 .001" solreflimit=".02 .5"')
    wide = arm(joint='name="hip" limited="true" range="-.001 400"')  # from an end to the other by more than a turn
    for effect, changed in (
        ("limit", soft), ("limit", wide), ("fluid", arm(option='density="1"')), ("stiffness", arm(joint='name="hip" stiffness="1"')),
        ("stiffness", arm(joint='name="hip" stiffness="0 0 1"')), ("servo", arm(motor="position")), ("servo", arm(motor='damper kv="1" ctrlrange="0 1"')),
        ("damping", arm(motor='motor damping="1"')), ("armature", arm(motor='motor armature=".1"')), ("activation", arm(motor='motor delay=".01" nsample="20"')),
    ):
        refuses(ValueError, f"ignore=['{effect}']", gmnc.data.write_mujoco, "effect.npz", changed, recordings(changed, 2), dt=0.01)
    off = arm(option='><flag damper="disable" limit="disable"/></option><option', joint='name="hip" limited="true" range="-12 17"')
    held = Chain(mujoco, off).arrays()
    assert not np.any(held["damping"]) and "turn_limits" not in held, held
    for radius, warned in ((0.002, 0), (0.0005, 1)):
        rod = mujoco.MjModel.from_xml_string(f'''<mujoco><worldbody><body name="shaft"><joint axis="1 0 0"/>
            <geom type="cylinder" fromto="0 0 0 1 0 0" size="{radius}" mass="1"/></body></worldbody></mujoco>''')
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            shaft = Chain(mujoco, rod).arrays()
        assert [str(w.message).startswith("the body 'shaft' is so thin") for w in said] == [True] * warned, said
        turning = shaft["mass"] @ np.sum(shaft["rest"][:, 1:] ** 2, axis=1)
        assert warned or abs(turning / (radius**2 / 2) - 1) < 1e-9, turning
    hung = mujoco.MjModel.from_xml_string('<mujoco><worldbody><body mocap="true"><body><joint/><geom size=".1"/></body></body></worldbody></mujoco>')
    refuses(ValueError, "ignore=['mocap']", gmnc.data.write_mujoco, "effect.npz", hung, recordings(hung, 2), dt=0.01)
    refuses(ValueError, "has no ctrl", gmnc.data.write_mujoco, "still.npz", model, [gmnc.data.Recording(np.zeros((3, 2)), np.zeros((3, 2)))], dt=0.01)


ROBOT = """<robot name="two"><mujoco><compiler fusestatic="true"/></mujoco><link name="world"/>
<link name="upper"><inertial><origin xyz="0 0 -.3"/><mass value="1.5"/><inertia ixx=".03" iyy=".03" izz=".01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="lower"><inertial><origin xyz="0 0 -.2"/><mass value=".8"/><inertia ixx=".02" iyy=".02" izz=".01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="continuous"><parent link="world"/><child link="upper"/><axis xyz="0 1 0"/><dynamics damping=".1"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 0 -.6"/><axis xyz="1 1 0"/></joint>
</robot>"""


def check_joints():
    import mujoco

    model = mujoco.MjModel.from_xml_string(ROBOT)
    model.opt.timestep, model.opt.integrator = 1e-3, mujoco.mjtIntegrator.mjINT_RK4
    angles, rates, torques = [], [], []
    for frames in [30 + k % 3 for k in range(20)]:
        data, torque = mujoco.MjData(model), rng.normal(size=(frames, 2))
        data.qpos[:], states = rng.uniform(-1, 1, 2), []
        for acts in torque:
            states.append((data.qpos.copy(), data.qvel.copy()))
            data.qfrc_applied[:] = acts
            mujoco.mj_step(model, data, nstep=10)
        for kept, values in zip((angles, rates, torques), (*zip(*states), torque)):
            kept.append(np.array(values)[:, ::-1])
    pathlib.Path("two.urdf").write_text(ROBOT)
    written = gmnc.data.write_joints("joints.npz", "two.urdf", angles, rates, torques, dt=0.01, joints=["elbow", "shoulder"], frames=5)
    trained = gmnc.train("joints.npz", "joints", model="gmn-ode", forces="none", layers=2, epochs=1, progress=False)
    assert written.train > 100 and trained.valid_rmse < 1e-6, trained
    refuses(gmnc.ProgramError, "joints has no \"shoulder\"", gmnc.data.write_joints, "off.npz", "two.urdf", angles, dt=0.01, joints=["elbow", "hip"])
    refuses(ValueError, "expected one or more [frames, joints], of the same joints in all", gmnc.data.write_joints, "off.npz", "two.urdf", [angles[0], angles[0][:, :1]], dt=0.01)


DROP = """<mujoco><worldbody><geom type="plane" size="5 5 .1" pos="0 0 .1" friction=".4"/>
<body pos="0 0 .6" euler="20 30 40"><freejoint/><geom type="{shape}" size=".2 .15 .1" mass="4" friction=".3"/></body>{other}
</worldbody></mujoco>"""


def check_contact():
    import mujoco

    def fallen(other="", shape="box"):
        model = mujoco.MjModel.from_xml_string(DROP.format(shape=shape, other=other))
        return model, recordings(model, 12)

    model = mujoco.MjModel.from_xml_string(DROP.format(shape="box", other=""))
    states = []
    for number in range(12):
        data, qpos, qvel, touched = mujoco.MjData(model), [], [], 0
        data.qvel[3:] = rng.normal(size=3)
        for _ in range(25):
            qpos.append(data.qpos.copy())
            qvel.append(data.qvel.copy())
            mujoco.mj_step(model, data, nstep=10)
            touched += data.ncon
        assert touched, number
        states.append(gmnc.data.Recording(np.array(qpos), np.array(qvel)))
    written = gmnc.data.write_mujoco("drop.npz", model, states, dt=0.02)
    found = np.load("drop.npz")
    assert written.train == 10 and found["train_x0"].shape == (10, 8, 3) and abs(found["friction"] - 0.4) < 1e-7
    np.testing.assert_allclose(found["planes"], [0, 0, 1, 0.1] + [0] * 20, atol=1e-7)
    refuses(ValueError, "is no box", gmnc.data.write_mujoco, "ball.npz", *fallen(shape="sphere"), dt=0.02)
    below = '<body pos="0 0 .5"><freejoint/><geom type="box" size=".2 .2 .2" mass="1" friction=".4"/></body>'
    refuses(ValueError, "bodies touch", gmnc.data.write_mujoco, "two.npz", *fallen(below), dt=0.02)


def butane(frames):
    """A chain of four carbons whose angles swing."""
    t = np.arange(frames)[:, None]
    angle = 0.3 * np.sin(0.01 * t + np.arange(3)) + [0, 1.1, 0]
    steps = 1.53 * np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=2)
    return np.concatenate([np.zeros((frames, 1, 3)), np.cumsum(steps, axis=1)], axis=1)


def check_atoms():
    import ase.constraints
    import MDAnalysis

    x = butane(2000)
    written = gmnc.data.write_ase("ase.npz", (ase.Atoms("C4", positions) for positions in x), span=50)
    assert written.train > 100, written
    both = [ase.Atoms("C4", positions) for positions in x[:400]] + [ase.Atoms("OCC", positions[:3] * 0.95) for positions in x[:400]]
    gmnc.data.write_ase("both.npz", both, span=50, features=["element", "mass"])
    assert set(np.load("both.npz")["train_sizes"]) == {3, 4}
    tied = ase.Atoms("C4", x[0])
    tied.set_constraint(ase.constraints.FixAtoms([0]))
    refuses(ValueError, "FixAtoms", gmnc.data.write_ase, "tied.npz", [tied], span=50)

    universe = MDAnalysis.Universe.empty(4, trajectory=True)
    universe.load_new(x.astype(np.float32))
    refuses(ValueError, "add_TopologyAttr", gmnc.data.write_mdanalysis, "mda.npz", universe, span=50)
    universe.add_TopologyAttr("elements", ["C"] * 4)
    universe.add_TopologyAttr("names", ["C1", "C2", "C3", "C4"])
    for trajectory in ("butane.dcd", "butane.xtc"):
        universe.atoms.write("butane.pdb")
        universe.atoms.write(trajectory, frames="all")
        written = gmnc.data.write_mdanalysis("read.npz", MDAnalysis.Universe("butane.pdb", trajectory), span=50, force=True)
        assert written.train > 100, (trajectory, written)
    gmnc.data.write_mdanalysis("mda.npz", universe, span=50)
    same, other = np.load("ase.npz"), np.load("mda.npz")
    np.testing.assert_allclose(same["train_x0"], other["train_x0"], atol=1e-6)


for check in (check_arrays, check_training, check_markers, check_mujoco, check_joints, check_contact, check_atoms):
    check()
    print(f"{check.__name__}: ok")
