package robots_test

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/datasets/robots"
	"gmnc/datasets/urdf"
	"gmnc/system"
)

// twoArms lists an arm of two joints, and then a second arm.
var twoArms = func() string {
	text := `<robot name="r"><link name="world"/>`
	for _, joint := range [][2]string{{"world", "left"}, {"left", "elbow"}, {"world", "right"}} {
		text += `<link name="` + joint[1] + `"><inertial><origin xyz="0.3 0 0"/><mass value="1"/><inertia ixx="0.01" iyy="0.03" izz="0.03" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="` + joint[1] + `" type="continuous"><parent link="` + joint[0] + `"/><child link="` + joint[1] + `"/><axis xyz="0 1 0"/></joint>`
	}
	return text + `</robot>`
}()

// TestGivenNotes: of a robot that branches the order of its joints is told, which is not its
// file's; of recordings, that later angles are not taken.
func TestGivenNotes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "given.npz")
	for text, c := range map[string]struct {
		joints int
		notes  string
	}{
		twoArms:      {3, path + ": joints are taken in this order: left, right, elbow"},
		limitedRobot: {1, ""},
	} {
		robot, _, err := urdf.ParseMechanism("r.urdf", strings.NewReader(text), urdf.Options{})
		require.NoError(t, err)
		require.NoError(t, npz.Write(path, []npz.Array{{Key: "test_angle", Shape: []int{1, c.joints}, Floats: make([]float32, c.joints)}}))
		_, notes, err := robots.ReadGiven(path, robot, 3)
		require.NoError(t, err)
		require.Equal(t, c.notes, strings.Join(notes, "\n"))
		require.NoError(t, npz.Write(path, []npz.Array{{Key: "test_angle", Shape: []int{1, 4, c.joints}, Floats: make([]float32, 4*c.joints)}}))
		_, notes, err = robots.ReadGiven(path, robot, 3)
		require.NoError(t, err)
		require.Equal(t, path+": test_angle has 4 frames, of which the first alone is taken: motions are simulated from there", notes[0])
	}
}

// TestShapesGiven: starts and loads have a row for each recording and a column for each joint.
func TestShapesGiven(t *testing.T) {
	robot, _, err := urdf.ParseMechanism("r.urdf", strings.NewReader(twoArms), urdf.Options{})
	require.NoError(t, err)
	array := func(key string, shape ...int) npz.Array {
		size := 1
		for _, n := range shape {
			size *= n
		}
		return npz.Array{Key: key, Shape: shape, Floats: make([]float32, size)}
	}
	path := filepath.Join(t.TempDir(), "given.npz")
	angle := array("valid_angle", 2, 3)
	for _, c := range []struct {
		want string
		all  []npz.Array
	}{
		{"", []npz.Array{angle}},
		{"", []npz.Array{angle, array("valid_rate", 2, 3), array("valid_torque", 2, 4, 3)}},
		{"", []npz.Array{angle, array("valid_rate", 2, 1, 3), array("valid_torque", 2, 5, 3)}},
		{"not read: other, valid_mass", []npz.Array{angle, array("valid_mass", 2), array("other", 1)}},
		{"valid_torque has 6 frames, of which the first 4 act", []npz.Array{angle, array("valid_torque", 2, 6, 3)}},
		{"valid_rate has 2 frames, of which the first alone is taken", []npz.Array{angle, array("valid_rate", 2, 2, 3)}},
		{"!has no angles of joints: expected {train,valid,test}_angle [recordings, joints]", []npz.Array{array("angle", 2, 3)}},
		{"!valid_angle has shape [3], expected [recordings, joints] or [recordings, frames, joints] of 3 joints", []npz.Array{array("valid_angle", 3)}},
		{"!valid_angle has shape [2 1 1 3], expected", []npz.Array{array("valid_angle", 2, 1, 1, 3)}},
		{"!valid_angle has shape [3 2], expected", []npz.Array{array("valid_angle", 3, 2)}},
		{"!valid_angle has shape [0 3], expected", []npz.Array{array("valid_angle", 0, 3)}},
		{"!valid_rate has shape [2 4], expected", []npz.Array{angle, array("valid_rate", 2, 4)}},
		{"!valid_rate has 1 recordings and valid_angle has 2: expected equal numbers", []npz.Array{angle, array("valid_rate", 1, 3)}},
		{"!valid_torque has shape [2 3], expected [2 recordings, 4 frames or more, 3 joints]", []npz.Array{angle, array("valid_torque", 2, 3)}},
		{"!valid_torque has shape [2 4], expected", []npz.Array{angle, array("valid_torque", 2, 4)}},
		{"!valid_torque has shape [1 4 3], expected", []npz.Array{angle, array("valid_torque", 1, 4, 3)}},
		{"!valid_torque has shape [2 3 3], expected", []npz.Array{angle, array("valid_torque", 2, 3, 3)}},
		{"!valid_torque has shape [2 4 2], expected", []npz.Array{angle, array("valid_torque", 2, 4, 2)}},
	} {
		require.NoError(t, npz.Write(path, c.all))
		_, notes, err := robots.ReadGiven(path, robot, 5)
		if want, failed := strings.CutPrefix(c.want, "!"); failed {
			require.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err)
		require.Contains(t, strings.Join(notes, "\n"), c.want)
		notes = slices.DeleteFunc(notes, func(note string) bool { return strings.Contains(note, "in this order") })
		require.Len(t, notes, min(1, len(c.want)))
	}
}

// TestStartsGiven: each recording begins at its first angles and rates, and its loads act from frame to frame.
func TestStartsGiven(t *testing.T) {
	robot, _, err := urdf.ParseMechanism("r.urdf", strings.NewReader(limitedRobot), urdf.Options{})
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "given.npz")
	require.NoError(t, npz.Write(path, []npz.Array{
		{Key: "valid_angle", Shape: []int{2, 2, 1}, Floats: []float32{0.25, 9, -0.5, 9}},
		{Key: "valid_rate", Shape: []int{2, 1}, Floats: []float32{2, -3}},
		{Key: "valid_torque", Shape: []int{2, 2, 1}, Floats: []float32{1, 2, 3, 4}},
	}))
	c := robots.Config{Robot: robot, Frames: 3, Interval: 1e-3, Workers: 1}
	c.Given, _, err = robots.ReadGiven(path, robot, c.Frames)
	require.NoError(t, err)
	require.Equal(t, 2, c.Count())
	var done []int
	data, report, err := robots.Simulate(t.Context(), c, func(count int) { done = append(done, count) })
	require.NoError(t, err)
	require.Equal(t, []int{1, 2}, done)
	require.Equal(t, 2, report.Trajectories)
	require.NotContains(t, data.About.Source, datasets.Independent)
	require.Equal(t, []int{0, 2, 0}, []int{len(data.Train), len(data.Valid), len(data.Test)})
	for i, angle := range []float64{0.25, -0.5} {
		s := data.Valid[i]
		x, v := s.Position[0], s.Velocity[0]
		z, w := s.Position[2], s.Velocity[2]
		rest := robot.Rest[0]
		require.InDelta(t, rest.X*math.Cos(angle)+rest.Z*math.Sin(angle), x, 1e-6)
		rate := []float64{2, -3}[i]
		require.InDelta(t, rate*float64(z), v, 1e-5)
		require.InDelta(t, -rate*float64(x), w, 1e-5)
		torque := system.Torque.Of(&s)
		require.Equal(t, float32(2*i+1), torque[0])
	}

	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = robots.Simulate(canceled, c, nil)
	require.ErrorIs(t, err, context.Canceled)
	c.Given = nil
	c.Train = 1
	data, _, err = robots.Simulate(t.Context(), c, nil)
	require.NoError(t, err)
	require.Contains(t, data.About.Source, datasets.Independent)
}
