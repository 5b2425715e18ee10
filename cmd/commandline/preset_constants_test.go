package commandline

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/system"
)

// findConstants trains on a data set by the preset constants, and returns what it finds, by
// title.
func findConstants(t *testing.T, data, learn string) map[string]run.FoundConstant {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "run")
	trained := gmnc(t, "train", data, "-o", folder, "--preset", "constants", "--learn", learn)
	require.Contains(t, trained.out, "after the fit of constants that follows the epochs: ")
	read, err := run.Read(run.Folder(folder))
	require.NoError(t, err)
	found := map[string]run.FoundConstant{}
	for _, c := range read.Constants() {
		found[c.Title()] = c
	}
	return found
}

// TestConstantsOfCoupledPendulums: from nothing but its structure the preset finds the springs,
// the gravity and the masses of a recorded system, all but the mass that sets the scale.
func TestConstantsOfCoupledPendulums(t *testing.T) {
	recorded := filepath.Join(testenv.Data(t), "mechanics", "coupled3.npz")
	data := filepath.Join(t.TempDir(), "data.npz")
	gmnc(t, "prepare", "arrays", recorded, "--ignore", "stiffness,mass,gravity", "--length-unit", "m", "--time-unit", "s", "-o", data)
	keep(t, data, 6)
	found := findConstants(t, data, "stiffness,rest_length,gravity,mass")
	for title, truth := range map[string]float64{
		"stiffness": 10, "rest_length": 1, "gravity of z": -9.81, "mass of particle 4": 1, "mass of particle 5": 1,
	} {
		require.InEpsilon(t, truth, found[title].Value, 1e-5, title)
		require.Less(t, found[title].StandardError, 1e-4, title)
	}
}

// keep leaves this number of training recordings in a data set, and as many validation samples.
func keep(t *testing.T, path string, count int) {
	t.Helper()
	data, err := datasets.Read(path)
	require.NoError(t, err)
	data.Train, data.Valid = data.Train[:count], data.Valid[:min(count, len(data.Valid))]
	require.NoError(t, datasets.Write(path, data))
}

// forget takes fields out of a data set.
func forget(t *testing.T, path string, all ...*system.Field) {
	t.Helper()
	data, err := datasets.Read(path)
	require.NoError(t, err)
	for _, samples := range data.Splits() {
		for i := range *samples {
			for _, f := range all {
				f.Set(&(*samples)[i], nil)
			}
		}
	}
	require.NoError(t, datasets.Write(path, data))
}

// cart is a pole on a cart that slides.
const cart = `<robot name="cart"><link name="world"/>
<link name="cart"><inertial><mass value="2"/><inertia ixx=".02" iyy=".02" izz=".02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="pole"><inertial><origin xyz="0 0 .4"/><mass value=".3"/><inertia ixx=".016" iyy=".016" izz=".0002" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="rail" type="prismatic"><parent link="world"/><child link="cart"/><axis xyz="1 0 0"/><limit lower="-5" upper="5" effort="50" velocity="5"/><dynamics damping=".7"/></joint>
<joint name="hinge" type="continuous"><parent link="cart"/><child link="pole"/><origin xyz="0 0 .1"/><axis xyz="0 1 0"/><dynamics damping=".02"/></joint></robot>`

// TestConstantsOfCart: constants of joints that slide and turn are found, though gravity along y
// does nothing and stays.
func TestConstantsOfCart(t *testing.T) {
	folder := t.TempDir()
	robot, data := filepath.Join(folder, "cart.urdf"), filepath.Join(folder, "data.npz")
	require.NoError(t, os.WriteFile(robot, []byte(cart), 0o600))
	gmnc(t, "simulate", "--robot", robot, "--motors", "3", "--train", "4", "--valid", "2", "--test", "1", "-o", data)
	forget(t, data, system.Mass, system.TurnDamping, system.SlideDamping)
	found := findConstants(t, data, "mass,damping,gravity")
	for title, truth := range map[string]float64{
		"mass of rail": 2, "mass of hinge": 0.3, "damping of rail": 0.7, "damping of hinge": 0.02, "gravity of z": -9.81,
	} {
		require.InEpsilon(t, truth, found[title].Value, 5e-3, title)
	}
	require.Zero(t, found["gravity of y"].Value)
}

// TestConstantsOfFriction: of joints that slip and stick the friction is found beside the damping.
func TestConstantsOfFriction(t *testing.T) {
	robot, data := write(t, "two.urdf", []byte(pendulumOfTwo)), filepath.Join(t.TempDir(), "data.npz")
	gmnc(t, "simulate", "--robot", robot, "--hold", "elbow", "--motors", "20", "--train", "4", "--valid", "2", "--test", "1", "-o", data)
	forget(t, data, system.Mass, system.TurnDamping, system.TurnFriction)
	found := findConstants(t, data, "mass,damping,friction")
	for title, truth := range map[string]float64{"mass of shoulder": 3, "damping of shoulder": 0.1, "friction of shoulder": 0.2} {
		require.InEpsilon(t, truth, found[title].Value, 2e-2, title)
	}
}
