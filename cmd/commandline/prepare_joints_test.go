package commandline

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

// TestPrepareJoints: angles of a robot's joints become a data set, cut and split as others are.
func TestPrepareJoints(t *testing.T) {
	folder := t.TempDir()
	robot, logged, data := write(t, "two.urdf", []byte(pendulumOfTwo)), filepath.Join(folder, "log.npz"), filepath.Join(folder, "data.npz")
	var angle []float32
	for frame := range 200 {
		angle = append(angle, float32(math.Sin(float64(frame)/20)), float32(math.Cos(float64(frame)/30)))
	}
	require.NoError(t, npz.Write(logged, []npz.Array{{Key: "angle", Shape: []int{200, 2}, Floats: angle}, {Key: "joints", Text: "elbow|shoulder"}}))
	made := gmnc(t, "prepare", "joints", robot, logged, "--dt", "0.01", "--frames", "11", "--gravity", "0,0,-1.62", "-o", data)
	require.Contains(t, made.out, "15 training, 1 validation, 1 test samples of 12 particles")
	require.Contains(t, made.err, "rate is missing: rates are central differences of angles")
	read, err := datasets.Read(data)
	require.NoError(t, err)
	require.Equal(t, "0.01 s", read.About.Interval)
	require.Equal(t, "shoulder 1", read.About.ParticleNames()[0])
	require.InDelta(t, 0.2, system.TurnFriction.Of(&read.Train[0])[0], 1e-7)

	output := filepath.Join(folder, "other.npz")
	requireFailure(t, "dt is 0, expected the time in s from frame to frame, above 0 and up to 1000: give it, or --dt", "prepare", "joints", robot, logged, "-q", "-o", output)
	requireFailure(t, "angle has shape [200 2], expected [recordings, frames, 1 joints]", "prepare", "joints", robot, logged, "--hold", "elbow", "--ignore", "joints", "--dt", "1", "-q", "-o", output)
	requireFailure(t, "has no angles of joints: expected angle", "prepare", "joints", robot, emptyArrays(t), "--dt", "1", "-q", "-o", output)
	requireOneLine(t, exitUsage, "--interval 0: it is 1 frame or more", call(context.Background(), "prepare", "joints", robot, logged, "--interval", "0", "-o", output))
	require.NoFileExists(t, output)
}

// TestConstantsOfLog: the masses and dampings of an arm are found from the angles, rates and
// torques of its joints.
func TestConstantsOfLog(t *testing.T) {
	mechanics := filepath.Join(testenv.Data(t), "mechanics")
	data := filepath.Join(t.TempDir(), "data.npz")
	gmnc(t, "prepare", "joints", filepath.Join(mechanics, "arm7.urdf"), filepath.Join(mechanics, "arm7.npz"), "-o", data,
		"--ignore", "positions,velocities,mass,bodies,gravity,joint_parent,joint_anchor,joint_axis,rest,damping")
	var masses []float64
	require.NoError(t, npz.Open(filepath.Join(mechanics, "arm7.npz"), func(a *npz.Archive) (err error) {
		masses, _, err = a.Numbers("mass")
		return err
	}))
	forget(t, data, system.Mass, system.TurnDamping)
	few, err := datasets.Read(data)
	require.NoError(t, err)
	few.Train, few.Valid = few.Train[:6], few.Valid[:3]
	require.NoError(t, datasets.Write(data, few))
	found := findConstants(t, data, "mass,damping")
	for link, joint := range []string{"0", "1", "2", "3", "4", "5", "6"} {
		within := 1e-3
		if link == 0 {
			within = 1e-2 // it turns about its own axis
		}
		require.InEpsilon(t, 6*masses[6*link], found["mass of "+joint].Value, within)
		require.InEpsilon(t, 0.5, found["damping of "+joint].Value, 1e-3)
	}
}
