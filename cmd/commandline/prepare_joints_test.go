package commandline

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/internal/test/bag"
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
	require.Contains(t, made.err, "the array rate is missing, so rates are central differences of angles")
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

// TestPrepareLog: prepare joints reads the logs that identify reads: tables, with rows that are even
// or not, arrays with stamps and currents, goals of servos, and the folder of a bag. The motions that
// come out are the same, but for what smoothing does.
func TestPrepareLog(t *testing.T) {
	folder := t.TempDir()
	robot, data := write(t, "two.urdf", []byte(pendulumOfTwo)), filepath.Join(folder, "data.npz")
	const count = 200
	moves := func(now float64) (angle, rate [2]float64) {
		return [2]float64{math.Sin(now), math.Cos(2 * now)}, [2]float64{math.Cos(now), -2 * math.Sin(2*now)}
	}
	table := func(jitter float64, header string, value func(angle, torque float64) float64) string {
		var text strings.Builder
		text.WriteString(header)
		for i := range count {
			now := 0.01*float64(i) + jitter*math.Sin(float64(3*i))
			angle, rate := moves(now)
			fmt.Fprintf(&text, "%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f\n", now, angle[0], angle[1], rate[0], rate[1], value(angle[0], 4*now), value(angle[1], 2))
		}
		return write(t, "log.csv", []byte(text.String()))
	}
	plain := func(_, torque float64) float64 { return torque }
	var states []bag.State
	for i := range count {
		angle, rate := moves(0.01 * float64(i))
		states = append(states, bag.State{Stamp: 1e18 + int64(i)*1e7, Name: []string{"elbow", "shoulder"}, Position: []float64{angle[1], angle[0]}, Velocity: []float64{rate[1], rate[0]}, Effort: []float64{2, 0.04 * float64(i)}})
	}
	const header = "time,shoulder_pos,elbow_pos,shoulder_vel,elbow_vel,"
	for _, c := range []struct {
		log   string
		flags []string
		late  float64 // by which the torque is later than its row, s
		says  string
	}{
		{table(0, header+"shoulder_tau,elbow_tau\n", plain), nil, 0, ""},
		{table(0.003, header+"shoulder_tau,elbow_tau\n", plain), nil, 0.005, "rows are uneven, and are taken every"},
		{table(0, header+"shoulder_current,elbow_current\n", func(_, torque float64) float64 { return torque / 8 }), []string{"--gain", "8"}, 0, ""},
		{table(0, header+"x0,x1\n", func(_, torque float64) float64 { return torque / 8 }), []string{"--columns", "torque=x{}", "--gear", "8,8"}, 0, ""},
		{table(0, header+"shoulder_goal_pos,elbow_goal_pos\n", func(angle, torque float64) float64 { return angle + torque/50 }), []string{"--servo", "50"}, 0, ""},
		{filepath.Dir(bag.Write(t, "sensor_msgs/msg/JointState", "", states...)), nil, 0, ""},
	} {
		made := gmnc(t, append([]string{"prepare", "joints", robot, c.log, "--gravity", "0,0,0", "--frames", "11", "--force", "-o", data}, c.flags...)...)
		require.Contains(t, made.err, c.says)
		read, err := datasets.Read(data)
		require.NoError(t, err)
		require.Contains(t, []string{"0.01 s", "0.0101 s"}, read.About.Interval, c.flags) // of uneven rows the median
		moments := system.Torque.Of(&read.Train[0])
		require.InDelta(t, 4*c.late, moments[0], 1e-3, c.flags)
		require.InDelta(t, 2, slices.Max(moments), 1e-3, c.flags)
	}
	output := filepath.Join(folder, "other.npz")
	requireFailure(t, "one of [rate torque] may be ignored", "prepare", "joints", robot, table(0, header+"a,b\n", plain), "--ignore", "a", "-q", "-o", output)
	requireFailure(t, "--shift", "prepare", "joints", robot, table(0, header+"a,b\n", plain), "--shift", "torque=1", "-q", "-o", output)
	requireFailure(t, "has no column of times", "prepare", "joints", robot, table(0, "when,"+strings.TrimPrefix(header, "time,")+"a,b\n", plain), "-q", "-o", output)
	require.NoFileExists(t, output)
}

// TestConstantsOfLog: the masses and dampings of an arm are found from the angles, rates and
// torques of its joints.
func TestConstantsOfLog(t *testing.T) {
	mechanics, folder := filepath.Join(testenv.Data(t), "mechanics"), t.TempDir()
	few, data := filepath.Join(folder, "few.npz"), filepath.Join(folder, "data.npz")
	var masses []float64
	var arrays []npz.Array
	require.NoError(t, npz.Open(filepath.Join(mechanics, "arm7.npz"), func(a *npz.Archive) (err error) {
		for split, recordings := range map[string]int{"train": 2, "valid": 1, "test": 1} {
			for _, key := range []string{split + "_angle", split + "_rate", split + "_torque"} {
				values, shape, err := a.Numbers(key)
				require.NoError(t, err)
				shape[0] = recordings
				array := npz.Array{Key: key, Shape: shape}
				for _, value := range values[:shape[0]*shape[1]*shape[2]] {
					array.Floats = append(array.Floats, float32(value))
				}
				arrays = append(arrays, array)
			}
		}
		dt, _, err := a.Numbers("dt")
		require.NoError(t, err)
		arrays = append(arrays, npz.Array{Key: "dt", Floats: []float32{float32(dt[0])}})
		masses, _, err = a.Numbers("mass")
		return err
	}))
	require.NoError(t, npz.Write(few, arrays))
	gmnc(t, "prepare", "joints", filepath.Join(mechanics, "arm7.urdf"), few, "-o", data)
	forget(t, data, system.Mass, system.TurnDamping)
	found := findConstants(t, data, "mass,damping")
	for link, joint := range []string{"j0", "j1", "j2", "j3", "j4", "j5", "j6"} {
		within := 1e-3
		if link == 0 {
			within = 1e-2 // it turns about its own axis
		}
		require.InEpsilon(t, 6*masses[6*link], found["mass of "+joint].Value, within)
		require.InEpsilon(t, 0.5, found["damping of "+joint].Value, 1e-3)
	}
}
