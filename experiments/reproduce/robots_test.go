package reproduce

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/datasets/urdf"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/test/testenv"
	"gmnc/internal/uncertainty"
	"gmnc/run"
	"gmnc/sysid"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// TestRobotTruth: true constants are in the file's order, and combinations of known ones are
// held against the truth.
func TestRobotTruth(t *testing.T) {
	path := filepath.Join(t.TempDir(), "twin.npz")
	inertial := make([]float32, rigid.Constants)
	for i := range inertial {
		inertial[i] = float32(i)
	}
	arrays := []npz.Array{{Key: "true_parameters", Shape: []int{1, rigid.Constants}, Floats: inertial}}
	for i, key := range []string{"true_rotor", "true_viscous", "true_coulomb"} {
		arrays = append(arrays, npz.Array{Key: key, Shape: []int{1}, Floats: []float32{float32(20 + i)}})
	}
	arrays = append(arrays, npz.Array{Key: "dt", Floats: []float32{0.5}})
	require.NoError(t, npz.Write(path, arrays))
	tree := &rigid.Tree{Links: []urdf.Link{{Joint: "elbow", Links: []string{"arm"}}}}
	truth, err := robotTruth(path, tree)
	require.NoError(t, err)
	for i, name := range []string{"mass", "mass*x", "mass*y", "mass*z", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"} {
		require.Equal(t, float64(i), truth[name+" of arm"], name)
	}
	for i, name := range []string{"rotor inertia", "viscous friction", "Coulomb friction"} {
		require.Equal(t, float64(20+i), truth[name+" of elbow"], name)
	}
	require.Equal(t, 0.25, truth["delay of the motion of elbow"], "half a row")
	_, err = robotTruth(path, &rigid.Tree{Links: make([]urdf.Link, 2)})
	require.ErrorContains(t, err, "expected 10 numbers of each of 2 links, and it has 10 in all")
	require.NoError(t, npz.Write(path, arrays[1:]))
	none, err := robotTruth(path, tree)
	require.NoError(t, err)
	require.Nil(t, none)

	model := &sysid.Model{
		Constants: []sysid.Constant{{Name: "mass", Of: "arm", Value: 1, Error: 2, Determined: true}, {Name: "Ixx", Of: "arm", Error: 2}},
		Combinations: []sysid.Combination{
			{Words: "a", Value: 5, Error: 3, Terms: []sysid.Term{{Name: "Ixx", Of: "arm", Factor: 1}, {Name: "Izz", Of: "arm", Factor: -2}}},
			{Words: "b", Value: 5, Error: 3, Terms: []sysid.Term{{Name: "Ixx", Of: "arm", Factor: 1}, {Name: "offset", Of: "elbow", Factor: 1}}},
		},
	}
	require.Equal(t, []run.FoundConstant{{Name: "mass", Of: "arm", Value: 1, Error: uncertainty.Error{StandardError: 2}}, {Name: "`a`", Value: 5, Error: uncertainty.Error{StandardError: 3}}}, foundOfRobot(model, truth))
	require.Equal(t, 4-2*9.0, truth["`a`"])
}

// TestRobotPart: a log without splits is all of it.
func TestRobotPart(t *testing.T) {
	train, test := []jointlog.Recording{{Name: "train"}}, []jointlog.Recording{{Name: "test"}}
	split := &jointlog.Log{Splits: map[string][]jointlog.Recording{"train": train, "test": test}}
	require.Equal(t, test, part(split, "test"))
	require.Equal(t, train, part(&jointlog.Log{Splits: map[string][]jointlog.Recording{"": train}}, "test"))
}

// TestRobotCells: constants of one log are measured on another, once for all seeds.
func TestRobotCells(t *testing.T) {
	tables, err := protocol.Select(protocol.Tables, []string{protocol.BasicFriction}, []string{"UR10e test"})
	require.NoError(t, err)
	job := smallJob(t, tables...)
	job.Seeds, job.Source = []uint64{1, 2}, testenv.Data(t)
	places := reproduced(t, job).Tables[0].Comparisons
	require.Len(t, places, 1)
	require.Len(t, places[0].Measured, 1)
	result := places[0].Measured[0].Result
	require.Contains(t, result.Note, "found inertia, rotor, viscous, coulomb; smoothed within 0.075 s")
	require.Greater(t, result.Seconds, 0.0)
	var share float64
	for j := range protocol.RobotJoints {
		one := result.Errors.Torque[j] / result.Errors.Size[j]
		share += one * one / protocol.RobotJoints
		require.Greater(t, result.Errors.Noise[j], 0.1)
		require.Greater(t, result.Errors.Raw[j], result.Errors.Torque[j])
		require.Equal(t, &result.Errors.Raw[j], result.Errors.More()[protocol.TorqueNames()[4*j+1]])
		require.InEpsilon(t, pages.Parse(pages.TorqueFigures()[1][2+j]), result.Errors.Torque[j], 0.12) // the peer's, which has no prior
	}
	require.InDelta(t, share, result.Errors.Mean, 1e-12)
	require.Equal(t, `{"robot":{"learn":["inertia","rotor","viscous","coulomb"],"half":0.075}}`, result.Describe())
}

// TestTruthThatDoesNotFit: numbers that are not those of the robot's joints are refused, and a log without the time of a row has no delay.
func TestTruthThatDoesNotFit(t *testing.T) {
	one := func(key string, count int) npz.Array {
		return npz.Array{Key: key, Shape: []int{count}, Floats: make([]float32, count)}
	}
	inertial := npz.Array{Key: "true_parameters", Shape: []int{1, rigid.Constants}, Floats: make([]float32, rigid.Constants)}
	tree := &rigid.Tree{Links: []urdf.Link{{Joint: "elbow", Links: []string{"arm"}}}}
	read := func(arrays ...npz.Array) (map[string]float64, error) {
		path := filepath.Join(t.TempDir(), "twin.npz")
		require.NoError(t, npz.Write(path, arrays))
		return robotTruth(path, tree)
	}
	truth, err := read(inertial, one("true_rotor", 1), one("true_viscous", 1), one("true_coulomb", 1))
	require.NoError(t, err)
	require.Len(t, truth, rigid.Constants+3)
	for text, arrays := range map[string][]npz.Array{
		"expected a number of each of 1 joints, and it has 2": {inertial, one("true_rotor", 2), one("true_viscous", 2), one("true_coulomb", 2)},
		"true_":                             {inertial},
		"expected one number, and it has 2": {inertial, one("true_rotor", 1), one("true_viscous", 1), one("true_coulomb", 1), one("dt", 2)},
	} {
		_, err := read(arrays...)
		require.ErrorContains(t, err, text)
	}
	tree.Links = append(tree.Links, urdf.Link{Joint: "wrist", Links: []string{"hand"}})
	both := npz.Array{Key: "true_parameters", Shape: []int{2, rigid.Constants}, Floats: make([]float32, 2*rigid.Constants)}
	both.Floats[rigid.Constants] = 7
	truth, err = read(both, one("true_rotor", 2), one("true_viscous", 2), one("true_coulomb", 2))
	require.NoError(t, err)
	require.Equal(t, []float64{0, 7}, []float64{truth["mass of arm"], truth["mass of hand"]})
	_, err = robotTruth(filepath.Join(t.TempDir(), "absent.npz"), tree)
	require.ErrorIs(t, err, os.ErrNotExist)
}
