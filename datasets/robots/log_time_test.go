package robots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/arrays"
	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/npz"
	"gmnc/datasets/urdf"
	"gmnc/internal/vector"
	"gmnc/sim/mechanism"
)

// TestTimeOfLog: rates and torques of other moments than angles are told with their lag, and are
// those of the angles once they are shifted; torques that were not recorded are told.
func TestTimeOfLog(t *testing.T) {
	c := job(read(t, urdf.Options{}))
	c.Motor, c.Robot.Gravity, c.Interval, c.Frames = 3, r3.Vec{Z: -9.81}, 0.01, 60
	simulated, _, err := Simulate(t.Context(), c, nil)
	require.NoError(t, err)
	logged := append(logOf(t, c.Robot, simulated), npz.Array{Key: "joints", Text: "rail|turn"})
	// changed is the log with one kind of columns made anew of the angles and the columns of each
	// recording, of two numbers a frame.
	changed := func(name string, made func(angle, own []float32, i int) float32) (all []npz.Array) {
		for i, array := range logged {
			if strings.HasSuffix(array.Key, name) {
				angle := logged[i-slices.Index([]string{"_angle", "_rate", "_torque"}, name)]
				floats, size := slices.Clone(array.Floats), array.Shape[1]*2
				for first := 0; first < len(floats); first += size {
					for k := range size {
						floats[first+k] = made(angle.Floats[first:first+size], array.Floats[first:first+size], k)
					}
				}
				array.Floats = floats
			}
			all = append(all, array)
		}
		return all
	}
	before := func(angle, _ []float32, i int) float32 { return (angle[max(i, 2)] - angle[max(i, 2)-2]) / 0.01 }
	after := func(angle, own []float32, i int) float32 {
		return (angle[min(i+2, len(own)-2+i%2)] - angle[min(i, len(own)-4+i%2)]) / 0.01
	}
	late := func(_, own []float32, i int) float32 { return own[max(i-2, i%2)] }
	for name, of := range map[string]struct {
		column string
		made   func(angle, own []float32, i int) float32
		notes  []string
		shift  map[string]float64
	}{
		"exact":        {"_rate", func(_, own []float32, i int) float32 { return own[i] }, nil, nil},
		"frame before": {"_rate", before, []string{"_rate: the rates are late by 0.50 frames against the angles", "shift them by --shift rate=-0.5, or leave them out (--ignore rate) and train with --unroll 4"}, map[string]float64{"rate": -0.5}},
		"late torques": {"_torque", late, []string{"_torque: the torques are late by ", " frames against the angles, by the motion that they drive; shift them by --shift torque=-1"}, map[string]float64{"torque": -1}},
		"zero torques": {"_torque", func([]float32, []float32, int) float32 { return 0 }, []string{"_torque: the torques are 0 in all frames, but the energy of the system rises"}, nil},
		"late of a joint": {"_rate", func(_, own []float32, i int) float32 {
			if i%2 == 1 {
				return own[i]
			}
			return own[max(i-2, i%2)]
		}, []string{"_rate: the rates of the joint rail are late by ", " frames against its angles"}, nil},
	} {
		_, notes, err := prepared(t, c.Robot, arrays.Options{}, changed(of.column, of.made)...)
		require.NoError(t, err, name)
		all := strings.Join(notes, "\n")
		require.Equal(t, min(1, len(of.notes)), strings.Count(all, "train_"), "%s: a fault is told once of each split: %s", name, all)
		for _, note := range of.notes {
			require.Contains(t, all, note, name)
		}
		if of.shift == nil {
			continue
		}
		data, notes, err := prepared(t, c.Robot, arrays.Options{Shift: of.shift}, changed(of.column, of.made)...)
		require.NoError(t, err, name)
		require.Empty(t, notes, name)
		require.Equal(t, c.Frames-1, data.Train[0].Trajectory.Frames(), "%s: the last frame has none", name)
		if of.column == "_torque" {
			given := data.Train[0].Trajectory.Given[0].Values
			require.Equal(t, simulated.Train[0].Trajectory.Given[0].Values[:len(given)], given, name)
		}
	}
	_, _, err = prepared(t, c.Robot, arrays.Options{}, changed("_rate", after)...)
	require.ErrorContains(t, err, "train_rate is the displacement of each joint to its target, divided by dt: it contains the target; shift it by shift rate=0.5, or leave it out for central differences")
}

// TestShiftsOfLog: recordings one after the other are each trimmed, and what cannot be shifted is
// refused.
func TestShiftsOfLog(t *testing.T) {
	m := read(t, urdf.Options{Hold: []string{"rail"}})
	angle, rate := npz.Array{Key: "angle", Shape: []int{15, 1}}, npz.Array{Key: "rate", Shape: []int{15, 1}}
	for frame := range 15 {
		angle.Floats, rate.Floats = append(angle.Floats, float32(frame*frame)/100), append(rate.Floats, float32(2*frame-1)/100)
	}
	starts := npz.Array{Key: "start", Shape: []int{3}, Ints: []int64{0, 5, 10}}
	with := func(shift map[string]float64, all ...npz.Array) error {
		data, _, err := prepared(t, m, arrays.Options{Dt: 1, Shift: shift}, append(all, angle)...)
		if err == nil {
			require.Equal(t, 4, data.Train[0].Trajectory.Frames(), "of the shortest, without its last")
		}
		return err
	}
	require.NoError(t, with(map[string]float64{"rate": -0.5}, rate, starts))
	torque := npz.Array{Key: "torque", Shape: []int{15, 1}, Floats: angle.Floats}
	data, _, err := prepared(t, m, arrays.Options{Dt: 1, Shift: map[string]float64{"rate": -0.5, "torque": 1}}, rate, starts, torque, angle)
	require.NoError(t, err)
	require.Equal(t, 3, data.Train[0].Trajectory.Frames(), "without its first and its last")
	require.NoError(t, shifted(t, m, 3, angle, rate))
	require.ErrorContains(t, shifted(t, m, 4, angle, rate), "a recording has 5 frames, too few to shift columns by: 4 are left out, and two or more are needed")
	require.ErrorContains(t, with(map[string]float64{"torque": 1}, rate, starts), `shift names "torque", expected one of the columns that the file has besides angle`)
	require.ErrorContains(t, with(map[string]float64{"angle": 1}, rate, starts), `shift names "angle"`)
	require.ErrorContains(t, with(map[string]float64{"rate": 4}, rate, starts), "a recording has 5 frames, too few to shift columns by: 4 are left out")
	require.ErrorContains(t, with(map[string]float64{"rate": 1e4}, rate, starts), "shift rate=10000: it is a number of frames, -1000 to 1000")
}

// shifted shifts rates of recordings of five frames by a number of frames.
func shifted(t *testing.T, m *mechanism.Mechanism, by float64, angle, rate npz.Array) error {
	t.Helper()
	l := &log{robot: m, columns: []int{0}, time: 1, Reader: keys.New(&npz.Archive{Path: "log.npz"}, nil)}
	l.options.Shift = map[string]float64{"rate": by}
	r := &recording{axes: []int{3, 5}, starts: []int{0, 5, 10, 15}, angle: vector.Widened(angle.Floats), rate: vector.Widened(rate.Floats)}
	if err := l.shift("", r); err != nil {
		return err
	}
	left := 5 - int(by)
	require.Equal(t, []int{3, left}, r.axes)
	require.Equal(t, []int{0, left, 2 * left, 3 * left}, r.starts)
	require.Len(t, r.angle, 3*left)
	require.Equal(t, vector.Widened(rate.Floats[:left]), r.rate[:left])
	require.Equal(t, vector.Widened(angle.Floats[int(by):5]), r.angle[:left])
	return nil
}

// TestWhereAnglesJump: an error on too few recordings says where the angles of the file jump.
func TestWhereAnglesJump(t *testing.T) {
	var angle []float32
	for frame := range 12 {
		way := 0.01*float32(frame%6) + 2*float32(frame/6)
		angle = append(angle, way, way/2)
	}
	_, _, err := prepared(t, read(t, urdf.Options{}), arrays.Options{Dt: 0.01}, npz.Array{Key: "angle", Shape: []int{12, 2}, Floats: angle})
	require.ErrorContains(t, err, "a split needs 3 recordings or, by time,")
	require.ErrorContains(t, err, "jumps by")
	_, _, err = prepared(t, read(t, urdf.Options{}), arrays.Options{Dt: 0.01}, npz.Array{Key: "angle", Shape: []int{4, 2}, Floats: angle[:8]})
	require.ErrorContains(t, err, "a split needs 3 recordings or, by time,")
	require.NotContains(t, err.Error(), "()", "no joint turns far")
}

// TestNotesOfOneJoint: a note has the order of several joints, and what is ignored must be in the file.
func TestNotesOfOneJoint(t *testing.T) {
	angle := npz.Array{Key: "angle", Shape: []int{3, 5, 1}}
	for i := range 15 {
		angle.Floats = append(angle.Floats, float32(math.Sin(float64(i))))
	}
	robot := read(t, urdf.Options{Hold: []string{"rail"}})
	_, notes, err := prepared(t, robot, arrays.Options{Dt: 0.1}, angle)
	require.NoError(t, err)
	require.NotContains(t, strings.Join(notes, "\n"), "in this order")
	_, _, err = prepared(t, robot, arrays.Options{Dt: 0.1, Ignore: []string{"positions"}}, angle)
	require.ErrorContains(t, err, `has no "positions", which ignore names: it has angle`)
}

// TestSlidesInMillimeters: a slide ten times its range outside of it is in another unit than meters.
func TestSlidesInMillimeters(t *testing.T) {
	limited := strings.Replace(twoLinks, `xyz="0 1 0"/>`, `xyz="0 1 0"/><limit lower="-0.2" upper="0.4"/>`, 1)
	robot, _, err := urdf.ParseMechanism("two.urdf", strings.NewReader(limited), urdf.Options{})
	require.NoError(t, err)
	for rail, want := range map[float32]string{6.3: "", 6.5: "log.npz: angle of the joint rail reaches 6.5, and the robot's file allows -0.2 to 0.4 m: give positions and rates in meters, in columns by the names of joints"} {
		angle := npz.Array{Key: "angle", Shape: []int{3, 5, 2}}
		for i := range 15 {
			angle.Floats = append(angle.Floats, rail-0.01*float32(i%5), float32(math.Sin(float64(i))))
		}
		if _, _, err = prepared(t, robot, arrays.Options{Dt: 0.1}, angle); want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want)
		}
	}
}

// TestShortestShifted: the shortest recording must have two frames more than are left out at both ends.
func TestShortestShifted(t *testing.T) {
	l := &log{robot: read(t, urdf.Options{Hold: []string{"rail"}}), columns: []int{0}, time: 1, Reader: keys.New(&npz.Archive{Path: "log.npz"}, nil)}
	l.options.Shift = map[string]float64{"rate": 2, "torque": -1}
	of := func(starts ...int) error {
		frames := starts[len(starts)-1]
		return l.shift("", &recording{axes: []int{frames}, starts: starts, angle: make([]float64, frames), rate: make([]float64, frames), torque: make([]float64, frames)})
	}
	require.NoError(t, of(0, 6, 11))
	require.ErrorContains(t, of(0, 6, 10), "angle: a recording has 4 frames, too few to shift columns by: 3 are left out, and two or more are needed")
	require.ErrorContains(t, of(0, 4, 10), "angle: a recording has 4 frames")
}

// TestJoinedLogs: the seam of two recordings is noted with and without rates, and no sample crosses
// it; rates do not follow from angles of which each is there three times, which is told in place of
// a ratio; those that run backwards have the wrong sign.
func TestJoinedLogs(t *testing.T) {
	const frames, seam, dt = 20, 9, 0.01
	log := func(missing, sign float64) []npz.Array {
		angle, rate := npz.Array{Key: "angle", Shape: []int{4, frames, 2}}, npz.Array{Key: "rate", Shape: []int{4, frames, 2}}
		for range 4 {
			for frame := range frames {
				time := float64(frame)
				if frame > seam {
					time += missing
				}
				for joint := range 2 {
					w := 0.04 * float64(1+joint)
					angle.Floats = append(angle.Floats, float32(math.Sin(w*time)))
					rate.Floats = append(rate.Floats, float32(sign*w*math.Cos(w*time)/dt))
				}
			}
		}
		return []npz.Array{{Key: "dt", Floats: []float32{dt}}, {Key: "joints", Text: "rail|turn"}, angle, rate}
	}
	m := read(t, urdf.Options{})
	_, _, err := prepared(t, m, arrays.Options{}, log(0, 1)...)
	require.NoError(t, err)
	joined := log(40, 1)
	for _, all := range [][]npz.Array{joined, joined[:3]} {
		data, notes, err := prepared(t, m, arrays.Options{}, all...)
		require.NoError(t, err)
		require.Contains(t, strings.Join(notes, "\n"), "angle: recording 0, frame 9: the joint turn jumps by")
		require.Contains(t, strings.Join(notes, "\n"), "the seam of two recordings that were joined, begin a recording after it (start)")
		require.Equal(t, seam+1, data.Train[0].Trajectory.Frames())
	}
	thrice := log(0, 1)
	for _, array := range thrice[2:] {
		all := slices.Clone(array.Floats)
		for i := range all {
			recording, frame := i/(2*frames), i/2%frames
			array.Floats[i] = all[2*(frames*recording+frame/3)+i%2]
		}
	}
	_, _, err = prepared(t, m, arrays.Options{}, thrice...)
	require.ErrorContains(t, err, "rate does not follow from the angles, which break off or repeat: angle: recording 0, frame 1: this frame is the same as frame 0")
	_, _, err = prepared(t, m, arrays.Options{}, log(0, -1)...)
	require.ErrorContains(t, err, "rate has the wrong sign: it is -1 of the differences of angles")
	require.ErrorContains(t, err, "leave rates out for central differences (with ignore rate)")
}
