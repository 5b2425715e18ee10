package robots

import (
	"bytes"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/checks"
	"gmnc/datasets/npz"
	"gmnc/datasets/urdf"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestLog: from what encoders record of a simulated robot comes the simulated data set, in
// whatever order columns are; from angles alone nearly.
func TestLog(t *testing.T) {
	c := job(read(t, urdf.Options{}))
	c.Motor, c.Robot.Gravity, c.Interval = 3, r3.Vec{Z: -9.81}, 0.01
	simulated, _, err := Simulate(t.Context(), c, nil)
	require.NoError(t, err)
	logged := logOf(t, c.Robot, simulated)
	recorded, notes, err := prepared(t, c.Robot, arrays.Options{}, logged...)
	require.NoError(t, err)
	require.Len(t, notes, 1)
	require.Contains(t, notes[0], "joints are taken in this order: rail, turn; columns in another, such as by the alphabet, need the text joints")
	require.Equal(t, "0.01 s", recorded.About.Interval)
	require.Equal(t, simulated.About.Names, recorded.About.Names)
	wanted := maps.Collect(simulated.Splits())
	for split, samples := range recorded.Splits() {
		require.Len(t, *samples, len(*wanted[split]))
		for i, s := range *samples {
			want := (*wanted[split])[i]
			require.Equal(t, want.Objects, s.Objects)
			allclose.Within(t, want.Trajectory.Positions, s.Trajectory.Positions, 1e-5)
			allclose.Within(t, want.Trajectory.Velocities, s.Trajectory.Velocities, 1e-5)
			for _, f := range system.GivenFields() {
				require.Equal(t, f.Of(&want), f.Of(&s), f.Name)
			}
			for _, given := range want.Trajectory.Given {
				at := slices.IndexFunc(s.Trajectory.Given, func(v system.Values) bool { return v.Field == given.Field })
				require.Equal(t, given.Values, s.Trajectory.Given[at].Values)
			}
		}
	}

	other := []npz.Array{{Key: "joints", Text: "turn | rail"}}
	var angles []npz.Array
	for _, array := range logged {
		if len(array.Shape) == 3 {
			turned := slices.Clone(array.Floats)
			for i := 0; i < len(turned); i += 2 {
				turned[i], turned[i+1] = turned[i+1], turned[i]
			}
			array.Floats = turned
		}
		if other = append(other, array); !strings.HasSuffix(array.Key, "_rate") {
			angles = append(angles, array)
		}
	}
	again, notes, err := prepared(t, c.Robot, arrays.Options{}, other...)
	require.NoError(t, err)
	require.Empty(t, notes)
	require.Equal(t, recorded, again)

	nearly, notes, err := prepared(t, c.Robot, arrays.Options{}, append(angles, other[0])...)
	require.NoError(t, err)
	require.Len(t, notes, 3)
	require.Contains(t, notes[0], "the array train_rate is missing, so rates are central differences of angles")
	require.Equal(t, recorded.Train[0].Position, nearly.Train[0].Position)
	allclose.Within(t, recorded.Train[0].Trajectory.Velocities, nearly.Train[0].Trajectory.Velocities, 0.3)
}

// TestLogTurns: angles between -pi and pi of a joint that goes on turning have the rate of the
// turn, and of another length of a recording in each split of a file without splits.
func TestLogTurns(t *testing.T) {
	m := read(t, urdf.Options{Hold: []string{"rail"}})
	const frames, dt, rate = 30, 0.1, 4.0
	var angle []float32
	for frame := range 3 * frames {
		angle = append(angle, float32(math.Remainder(rate*dt*float64(frame), 2*math.Pi)))
	}
	data, _, err := prepared(t, m, arrays.Options{Dt: dt},
		npz.Array{Key: "angle", Shape: []int{3 * frames, 1}, Floats: angle}, npz.Array{Key: "start", Shape: []int{3}, Ints: []int64{0, frames, 2 * frames}})
	require.NoError(t, err)
	require.Len(t, data.Train, 1)
	require.Equal(t, frames, data.Train[0].Trajectory.Frames())
	speeds := func(frame int) (sum float64) {
		size := 3 * len(m.Rest)
		for _, v := range data.Train[0].Trajectory.Velocities[frame*size:][:size] {
			sum += v * v
		}
		return sum
	}
	for frame := range frames {
		require.InEpsilon(t, speeds(0), speeds(frame), 1e-4)
	}
}

// TestLogRefusals: what cannot be a robot's motion is refused, by file, key and place.
func TestLogRefusals(t *testing.T) {
	m := read(t, urdf.Options{})
	array := func(key string, shape ...int) npz.Array {
		size := 1
		for _, n := range shape {
			size *= n
		}
		floats := make([]float32, size)
		for i := range floats {
			floats[i] = float32(math.Sin(float64(i / 2)))
		}
		return npz.Array{Key: key, Shape: shape, Floats: floats}
	}
	angle, dt := array("angle", 4, 5, 2), npz.Array{Key: "dt", Floats: []float32{0.125}}
	fast := array("rate", 4, 5, 2)
	for i := range fast.Floats {
		fast.Floats[i] = float32(573 * math.Cos(float64(i/2)))
	}
	broken := array("angle", 4, 5, 2)
	broken.Floats[7] = float32(math.NaN())
	for message, all := range map[string][]npz.Array{
		"log.npz has no angles of joints: expected angle or {train,valid,test}_angle":                                                                                              {dt},
		"angle has shape [4 5 3], expected [recordings, frames, 2 joints]":                                                                                                         {dt, array("angle", 4, 5, 3)},
		"angle has NaN in row 3, column 1, expected a finite float32":                                                                                                              {dt, broken},
		"rate has shape [4 4 2], and angles have [4 5 2]: expected the same":                                                                                                       {dt, angle, array("rate", 4, 4, 2)},
		"rate is 65.6 of the differences of angles with a dt of 0.125 s and explains 1 of their squares: expected about 1":                                                         {dt, angle, fast},
		"dt is 0, expected the time in s from frame to frame, above 0":                                                                                                             {angle},
		"log.npz has torques, which nothing here reads: give ignore torques, or a name of docs":                                                                                    {dt, angle, array("torques", 4, 5, 2)},
		"joints has no \"turn\", a joint of the robot: it has rail, wrist, names with | between; hold names joints that do not move, and a follower (<mimic>) needs a column, too": {dt, angle, {Key: "joints", Text: "rail|wrist"}},
		"train_angle is there and angle, too":                                                                                                                                      {dt, angle, array("train_angle", 4, 5, 2)},
		"expected a text: the names of the columns with | between":                                                                                                                 {dt, angle, array("joints", 2)},
		"rate moves joints whose angles stay: expected angles that change as rates say":                                                                                            {dt, {Key: "angle", Shape: []int{4, 5, 2}, Floats: make([]float32, 40)}, array("rate", 4, 5, 2)},
		"rate is 0 in all rows, though angles change: give the rates of the joints, or leave them out for central differences (with ignore rate)":                                  {dt, angle, {Key: "rate", Shape: []int{4, 5, 2}, Floats: make([]float32, 40)}},
		"a recording has 1 frames, too few":                                                                                                                                        {dt, array("angle", 4, 1, 2)},
	} {
		_, _, err := prepared(t, m, arrays.Options{}, all...)
		require.ErrorContains(t, err, message)
	}
	_, _, err := prepared(t, read(t, urdf.Options{Floats: true}), arrays.Options{}, dt, angle)
	require.ErrorContains(t, err, "the robot has to stand on its world; hold a joint that floats with hold")
	_, notes, err := prepared(t, m, arrays.Options{}, dt, angle, npz.Array{Key: "joints", Text: "rail|turn"})
	require.NoError(t, err)
	require.Len(t, notes, 1)
	_, notes, err = prepared(t, m, arrays.Options{Ignore: []string{"note"}}, dt, array("note"), array("angle", 4, 5, 3), npz.Array{Key: "joints", Text: "rail|finger|turn"})
	require.NoError(t, err)
	require.Contains(t, notes[0], "joints: the column 1, finger, is not read: no joint of this name moves")
}

// TestLogLooks: angles that the robot's file does not allow are told, whole turns apart or not,
// and the rates of one joint that do not go as its angles are refused.
func TestLogLooks(t *testing.T) {
	limited := strings.NewReplacer(`xyz="0 1 0"/>`, `xyz="0 1 0"/><limit lower="-0.2" upper="0.4"/>`, `xyz="1 0 1"/>`, `xyz="1 0 1"/><limit lower="1" upper="4"/>`).Replace(twoLinks)
	m, _, err := urdf.ParseMechanism("two.urdf", strings.NewReader(limited), urdf.Options{})
	require.NoError(t, err)
	log := func(rail, turn, spin float64) (notes []string, err error) {
		const frames, dt = 4, 0.01
		var angle, rate []float32
		for frame := range 4 * frames {
			way := dt * float64(frame%frames)
			angle, rate = append(angle, float32(rail+way), float32(turn+0.2*way)), append(rate, 1, float32(spin))
		}
		shape := []int{4, frames, 2}
		_, notes, err = prepared(t, m, arrays.Options{Dt: dt}, npz.Array{Key: "joints", Text: "rail|turn"},
			npz.Array{Key: "angle", Shape: shape, Floats: angle}, npz.Array{Key: "rate", Shape: shape, Floats: rate})
		return notes, err
	}
	for _, c := range []struct{ rail, turn float64 }{{0.39, 2}, {0, 3.9 - 2*math.Pi}} {
		notes, err := log(c.rail, c.turn, 0.2)
		require.NoError(t, err)
		require.Empty(t, notes)
	}
	notes, err := log(0.5, 0.5, 0.2)
	require.NoError(t, err)
	require.Len(t, notes, 1)
	require.Contains(t, notes[0], "angle: outside of the limits of the robot's file: rail at 0.53 (-0.2 to 0.4), turn at 0.5 (1 to 4); positions are in radians or meters, in columns")
	_, err = log(0, 2, -0.2)
	require.ErrorContains(t, err, "rate of the joint turn is -1 of the differences of its angles: expected about 1")

	follows := strings.NewReplacer(`xyz="1 0 1"/>`, `xyz="1 0 1"/><mimic joint="rail" multiplier="0.2" offset="2"/>`).Replace(twoLinks)
	m, _, err = urdf.ParseMechanism("two.urdf", strings.NewReader(follows), urdf.Options{Recorded: true})
	require.NoError(t, err)
	notes, err = log(0, 2, 0.2)
	require.NoError(t, err)
	require.Empty(t, notes)
	notes, err = log(0, 2.1, 0.2)
	require.NoError(t, err)
	require.Len(t, notes, 1)
	require.Contains(t, notes[0], "angle: the joint turn is 0.2 times the joint rail plus 2 by the robot's file (<mimic>), and in the recording it is 0.2 times that plus 2.1 at best: it is 0.1 off")
}

// TestLogJoined: no sample crosses the frame at which angles jump, and no velocity does.
func TestLogJoined(t *testing.T) {
	var angle []float32
	for frame := range 80 {
		way := 0.01*float32(frame%40) + 2*float32(frame/40)
		angle = append(angle, way, way/2)
	}
	data, notes, err := prepared(t, read(t, urdf.Options{}), arrays.Options{Dt: 0.01, Frames: 5}, npz.Array{Key: "angle", Shape: []int{80, 2}, Floats: angle})
	require.NoError(t, err)
	require.Contains(t, strings.Join(notes, " "), "no sample crosses it")
	for _, samples := range data.Splits() {
		for _, sample := range *samples {
			require.Empty(t, checks.Jumps(*sample.Trajectory, 0.5))
			for _, v := range sample.Trajectory.Velocities {
				require.Less(t, math.Abs(v), 5.0)
			}
		}
	}
}

// FuzzLog: whatever a file holds, there is a data set that can be written, or an error.
func FuzzLog(f *testing.F) {
	robot, _, err := urdf.ParseMechanism("two.urdf", strings.NewReader(twoLinks), urdf.Options{})
	require.NoError(f, err)
	for _, all := range [][]npz.Array{
		{{Key: "angle", Shape: []int{3, 3, 2}, Floats: make([]float32, 18)}},
		{{Key: "angle", Shape: []int{6, 2}, Floats: make([]float32, 12)}, {Key: "start", Shape: []int{2}, Ints: []int64{0, 3}}, {Key: "joints", Text: "turn|rail"}},
	} {
		var file bytes.Buffer
		require.NoError(f, npz.Encode(&file, append(all, npz.Array{Key: "dt", Floats: []float32{0.1}})))
		f.Add(file.Bytes())
	}
	path := filepath.Join(f.TempDir(), "log.npz")
	f.Fuzz(func(t *testing.T, content []byte) {
		require.NoError(t, os.WriteFile(path, content, 0o600))
		data, _, err := Prepare(path, robot, "two.urdf", Options{Options: arrays.Options{Interval: 1}})
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		_, err = datasets.Encode(data)
		require.NoError(t, err)
	})
}
