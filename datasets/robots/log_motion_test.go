package robots

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/arrays"
	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/npz"
	"gmnc/datasets/urdf"
	"gmnc/internal/test/allclose"
	"gmnc/sim/mechanism"
)

// cartLog returns a reader of arrays of the cart, whose columns are in the order of its joints.
func cartLog(t *testing.T, all ...npz.Array) *log {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, npz.Encode(&file, all))
	archive, err := npz.New("log.npz", bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	l := &log{Reader: keys.New(archive, nil), robot: cart(t, mechanism.Prismatic(r3.Vec{X: 1})), columns: []int{0, 1}, width: 2, time: 0.1, breaks: map[string][]int{}}
	l.robot.Gravity = r3.Vec{Z: -10}
	return l
}

// TestShapesOfAngles: angles have axes of frames and joints, possibly after one of recordings, and every number is finite.
func TestShapesOfAngles(t *testing.T) {
	dt := npz.Array{Key: "dt", Floats: []float32{0.1}}
	for _, c := range []struct {
		shape []int
		last  float32
		want  string
	}{
		{[]int{2}, 0, "log.npz: angle has shape [2], expected [recordings, frames, 2 joints], or without the axis of recordings"},
		{[]int{1, 3, 4, 2}, 0, "log.npz: angle has shape [1 3 4 2], expected"},
		{[]int{0, 2}, 0, "log.npz: angle has shape [0 2], expected"},
		{[]int{12, 1}, 0, "log.npz: angle has shape [12 1], expected"},
		{[]int{12, 2}, float32(math.Inf(-1)), "log.npz: angle has -Inf in row 11, column 1, expected a finite float32"},
		{[]int{12, 2}, math.MaxFloat32, ""},
	} {
		size := 1
		for _, n := range c.shape {
			size *= n
		}
		angle := npz.Array{Key: "angle", Shape: c.shape, Floats: make([]float32, size)}
		if size > 0 {
			angle.Floats[size-1] = c.last
		}
		l := cartLog(t, dt, angle)
		l.width = 2
		if _, _, err := l.readColumnsOf("angle", nil); c.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.want)
		}
	}
	l := cartLog(t, npz.Array{Key: "rate", Shape: []int{6, 2}, Floats: []float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}})
	_, _, err := l.readColumnsOf("rate", []int{2, 3})
	require.ErrorContains(t, err, "rate has shape [6 2], and angles have [2 3 2]: expected the same")
	l.columns = []int{1, 0}
	columns, before, err := l.readColumnsOf("rate", []int{6})
	require.NoError(t, err)
	require.Equal(t, []float64{1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10}, columns)
	require.Equal(t, []int{6}, before)
}

// TestMostFrames: a million frames may be read, and no more.
func TestMostFrames(t *testing.T) {
	for frames, want := range map[int]string{mostSamples: "", mostSamples + 1: "angle has 1000001 frames, expected 1000000 at most"} {
		l := cartLog(t, npz.Array{Key: "angle", Shape: []int{frames, 1}, Floats: make([]float32, frames)})
		l.columns, l.width = []int{0}, 1
		if _, _, err := l.readColumnsOf("angle", nil); want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want)
		}
	}
}

// TestStartsRead: recordings begin at increasing frames within the file, or one after the other by the axis of recordings.
func TestStartsRead(t *testing.T) {
	starts := npz.Array{Key: "train_start", Shape: []int{6}, Ints: []int64{0, -1, 5, 5, 11, 12}}
	for _, c := range []struct {
		axes []int
		all  []npz.Array
		want []int
	}{
		{[]int{12}, nil, []int{0, 12}},
		{[]int{12}, []npz.Array{starts}, []int{0, 5, 11, 12}},
		{[]int{3, 4}, nil, []int{0, 4, 8, 12}},
		{[]int{3, 4}, []npz.Array{{Key: "train_start", Shape: []int{1}, Ints: []int64{2}}}, []int{0, 4, 8, 12}},
	} {
		l := cartLog(t, c.all...)
		r := &recording{axes: c.axes, angle: make([]float64, 24)}
		require.NoError(t, l.readStarts("train", r))
		require.Equal(t, c.want, r.starts)
		require.Len(t, l.arrays, len(c.all))
		for i, array := range l.arrays {
			require.Equal(t, c.all[i], array, "arrays.From reads it again")
		}
	}
}

// TestMoved: particles of a frame are where its angles place them, with the velocities of its rates.
func TestMoved(t *testing.T) {
	l := cartLog(t)
	l.move("valid", &recording{axes: []int{1, 2}, angle: []float64{0.5, 0, 1, math.Pi / 2}, rate: []float64{3, 2, -1, 0}})
	require.Len(t, l.arrays, 2)
	require.Equal(t, []string{"valid_positions", "valid_velocities"}, []string{l.arrays[0].Key, l.arrays[1].Key})
	for _, array := range l.arrays {
		require.Equal(t, []int{1, 2, 4, 3}, array.Shape)
	}
	allclose.Within(t, []float32{
		0.5, 1, 0, 1.5, -1, 0, 0.5, 0, 1, 1, 0, 1,
		1, 1, 0, 2, -1, 0, 2, 0, 0, 2, 0, -0.5,
	}, l.arrays[0].Floats, 1e-6)
	allclose.Within(t, []float32{
		3, 0, 0, 3, 0, 0, 5, 0, 0, 5, 0, -1,
		-1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0,
	}, l.arrays[1].Floats, 1e-6)
}

// TestLoadsOfLog: the load of a joint that turns is a torque, and that of one that slides is a thrust. What no joint has is left out.
func TestLoadsOfLog(t *testing.T) {
	torque := []float64{1, 2, 3, 4}
	for _, c := range []struct {
		hold []string
		want []npz.Array
	}{
		{nil, []npz.Array{
			{Key: "test_torque", Shape: []int{2, 2}, Floats: []float32{0, 2, 0, 4}},
			{Key: "test_thrust", Shape: []int{2, 2}, Floats: []float32{1, 0, 3, 0}},
		}},
		{[]string{"rail"}, []npz.Array{{Key: "test_torque", Shape: []int{4, 1}, Floats: []float32{1, 2, 3, 4}}}},
		{[]string{"turn"}, []npz.Array{{Key: "test_thrust", Shape: []int{4, 1}, Floats: []float32{1, 2, 3, 4}}}},
	} {
		l := &log{robot: read(t, urdf.Options{Hold: c.hold})}
		l.columns = []int{0, 1}[:len(l.robot.Bodies)]
		l.load("test", &recording{axes: []int{4 / len(l.columns)}, torque: torque})
		require.Equal(t, c.want, l.arrays)
	}
}

// TestRangesOfEnergies: the kinetic energy is the largest of a frame by differences of angles, and the ranges of potential energies of links add up.
func TestRangesOfEnergies(t *testing.T) {
	l := cartLog(t)
	l.robot = cart(t, mechanism.Prismatic(r3.Vec{Z: 1}))
	l.robot.Gravity = r3.Vec{Z: -10}
	r := &recording{starts: []int{0, 3}, angle: []float64{0, 0, 0.1, 0, 0.2, 0}, rate: make([]float64, 6)}
	kinetic, potential := l.ranges(r)
	require.InDelta(t, 2, kinetic, 1e-9)
	require.InDelta(t, 8, potential, 1e-9)
}

// TestTimeOfFrames: the time from frame to frame is at most a thousand seconds.
func TestTimeOfFrames(t *testing.T) {
	angle := npz.Array{Key: "angle", Shape: []int{4, 3, 2}}
	for i := range 24 {
		angle.Floats = append(angle.Floats, float32(math.Sin(float64(i))))
	}
	_, _, err := prepared(t, cartLog(t).robot, arrays.Options{Dt: 1000}, angle)
	require.NoError(t, err)
	_, _, err = prepared(t, cartLog(t).robot, arrays.Options{Dt: 1001}, angle)
	require.ErrorContains(t, err, "dt is 1001, expected the time in s from frame to frame, above 0 and up to 1000: give it, or dt")
}
