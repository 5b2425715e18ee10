"""Identifies an arm from a log of its motion, exports it and moves it, as a notebook does:
check_identify.py, in a new folder."""

import numpy as np
from golden import refuses

import gmnc

ROBOT = """<robot name="rod"><link name="base"/>
<joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
<link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>"""

# A rod of half the mass that the file says, with the friction 0.3 N m + 0.5 N m s/rad.
t = 0.01 * np.arange(2000)
q = np.sin(t) + 0.6 * np.sin(2.3 * t)
rate = np.cos(t) + 0.6 * 2.3 * np.cos(2.3 * t)
acceleration = -np.sin(t) - 0.6 * 2.3**2 * np.sin(2.3 * t)
torque = 0.35 * acceleration + 0.5 * 9.81 * np.sin(q) + 0.5 * rate + 0.3 * np.tanh(rate / 0.01)
torque += 0.01 * np.random.default_rng(1).normal(size=len(t))
with open("rod.urdf", "w") as file:
    file.write(ROBOT)
np.savetxt("log.csv", np.column_stack([t, q, rate, torque]), delimiter=",", comments="",
           header="time,hinge_position,hinge_velocity,hinge_effort")

rod = gmnc.identify("rod.urdf", "log.csv", run="rod", test=["log.csv"], learn=["inertia", "viscous", "coulomb"])
assert rod.learned == ["inertia", "viscous", "coulomb"] and set(rod.errors) == {"train", "test"}, rod
values = {(constant.of, constant.name): constant for constant in rod.constants}
for of, name, want in (("rod", "mass*z", -0.5), ("hinge", "viscous friction", 0.5), ("hinge", "Coulomb friction", 0.3)):
    assert values[of, name].determined and abs(values[of, name].value - want) < 0.02, values[of, name]
assert "\n  viscous friction of hinge: 0." in repr(rod) and " N m s/rad\n" in repr(rod) and "\n  test: errors of torques 0.00" in repr(rod), rod
robot = rod.export("rod.onnx")
assert repr(robot).splitlines()[0] == "Robot('rod.onnx') of the joints hinge" and "\n  input  q [batch, 1] in rad\n" in repr(robot), robot
assert robot.ranges is not None and abs(robot.ranges["q"][0, 1] - q.max()) < 0.02, robot.ranges
assert robot.names == ["hinge"]
robot.reset(q=[q[300]], rate=[rate[300]])
path = robot.rollout(torque[300:350, None])
assert np.abs(path.q[:, 0, 0] - q[301:351]).max() < 0.02, np.abs(path.q[:, 0, 0] - q[301:351]).max()

alone = gmnc.identify("rod.urdf", "log.csv", smooth=0.05, learn=["inertia", "viscous", "coulomb"])
refuses("no run to export", alone.export, "other.onnx")
refuses("there is no log", gmnc.identify, "rod.urdf")
try:
    gmnc.identify("rod.urdf", "rod.urdf")
except gmnc.ProgramError as error:
    assert "rod.urdf is a robot's file, expected a log" in str(error), error
else:
    raise AssertionError("a robot's file was read as a log")
print(f"identified: {values['hinge', 'viscous friction']}")
