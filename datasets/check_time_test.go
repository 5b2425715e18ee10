package datasets_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// straight holds motions of a particle along straight lines for a time of 1, in this number of frames after the first.
func straight(frames int) *datasets.Data {
	data := &datasets.Data{}
	for k := range 20 {
		start := system.Sample{Position: []float32{float32(k), 0, 0}, Velocity: []float32{1 + 0.1*float32(k), -0.5, 0.25}}
		along := &system.Trajectory{Particles: 1}
		for frame := range frames + 1 {
			for axis, x := range start.Position {
				v := float64(start.Velocity[axis])
				along.Positions = append(along.Positions, float64(x)+v*float64(frame)/float64(frames))
				along.Velocities = append(along.Velocities, v)
			}
		}
		if start = start.Along(along); frames == 1 {
			start.Trajectory = nil
		}
		data.Train = append(data.Train, start)
	}
	return data
}

// TestCheckTime: an interval is converted to the time of the velocities, or refused
// with what to write.
func TestCheckTime(t *testing.T) {
	data := straight(1)
	require.NoError(t, datasets.CheckTime(data))
	for _, c := range []struct {
		interval, length, velocity string
		time                       float64
		message                    string // of the refusal
	}{
		{"1 s", "m", "m/s", 1, ""},
		{"1000 ms", "m", "m/s", 1, ""},
		{"1 s", "m", "cm/s", 0.01, `is 0.01 in these units, and straight lines reach the targets best in 1: write interval "100 s", if that is right, or mend velocity_unit`},
		{"1 h", "km", "km/h", 1, ""},
		{"1", "m", "m/s", 1, ""},
		{"1 fs", "angstrom", "angstrom/fs", 1, ""},
		{"100 fs", "nm", "nm/ps", 0.1, `an interval of "100 fs" beside velocities in "nm/ps" is 0.1 in these units`},
		{"30 frames of 0.03 s", "m", "m/s", 0.9, ""},
		{"1 frame", "ASF unit of length 0.45 (5.644 cm)", "ASF unit a frame", 1, ""},
		{"100 frames", "m", "m/s", 0, `an interval of "100 frames" does not convert to the time in velocities of "m/s": how many s are one of frames is not known: write interval "1 s", if that is right`},
		{"1 s", "m", "parsnip/s", 0, `velocities of "parsnip/s" are none of positions in "m": how many m are one of parsnip is not known`},
		{"1 s", "half_width", "half_width/s", 1, ""},
		{"1 s", "m", "kg/s", 0, `velocities of "kg/s" are none of positions in "m"`},
		{"0 s", "m", "m/s", 0, `an interval of "0 s" leads to no later time: expected one above 0: write interval "1 s", if that is right`},
		{"-1", "m", "", 0, `an interval of "-1" leads to no later time`},
		{"20", "", "", 20, `straight lines reach the targets best in 1`},
	} {
		data.About = datasets.About{LengthUnit: c.length, VelocityUnit: c.velocity, Interval: c.interval}
		time, _, _ := data.About.Time()
		require.InDelta(t, c.time, time, 1e-12, c.interval)
		if c.message == "" {
			require.NoError(t, datasets.CheckTime(data), c.interval)
			require.InDelta(t, c.time, datasets.Time(data), 1e-12)
		} else {
			require.ErrorContains(t, datasets.CheckTime(data), c.message, c.interval+" "+c.velocity)
		}
	}
}

// TestCheckTimeThresholds: an interval may be three times the time of straight lines, or a third of it, if lines leave less than three quarters of the squares.
func TestCheckTimeThresholds(t *testing.T) {
	data := straight(1)
	for interval, failed := range map[string]bool{"2.95": false, "3.05": true, "0.34": false, "0.325": true} {
		data.About.Interval = interval
		require.Equal(t, failed, datasets.CheckTime(data) != nil, interval)
	}
	for across, is := range map[float32]bool{1.7: true, 1.76: false} { // the roots of 2.89 and 3.1
		var samples []system.Sample
		for _, sign := range []float32{1, -1} {
			samples = append(samples, system.Sample{Position: []float32{0, 0, 0}, Velocity: []float32{1, 0, 0}, TargetPosition: []float32{1, sign * across, 0}})
		}
		time, straight := datasets.LineTime(samples)
		require.Equal(t, is, straight)
		require.InDelta(t, 1, time, 1e-6)
	}
	still := &datasets.Data{About: datasets.About{Interval: "0 s", VelocityUnit: "m/s"}, Train: []system.Sample{{Position: make([]float32, 3), Velocity: make([]float32, 3), TargetPosition: make([]float32, 3)}}}
	require.EqualError(t, datasets.CheckTime(still), `an interval of "0 s" leads to no later time: expected one above 0: write both in one unit of time, and positions and velocities in one of length`)
}

// TestCheckTimeOfFrames: the frames of a trajectory are an interval apart.
func TestCheckTimeOfFrames(t *testing.T) {
	data := straight(10)
	data.About.Interval = "0.1"
	require.NoError(t, datasets.CheckTime(data))
	for i := range data.Train {
		s := &data.Train[i]
		for k := range s.TargetPosition {
			s.TargetPosition[k] = s.Position[k] + s.Velocity[k]
		}
	}
	data.About.Interval = "1 time unit"
	wrong, is := errors.AsType[*datasets.IntervalError](datasets.CheckTime(data))
	require.True(t, is)
	require.Contains(t, wrong.Found, "straight lines reach the next frame best in 0.1")
	require.Equal(t, "write all frames that far apart, or an interval and targets of one frame", wrong.Remedy)
}

// TestCheckTimeOfManyFrames: of many trajectories frames from all over are looked at, and not the
// first of each, which may be a rest pose.
func TestCheckTimeOfManyFrames(t *testing.T) {
	rests := system.Sample{}.Along(&system.Trajectory{
		Particles:  1,
		Positions:  []float64{0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0},
		Velocities: []float64{0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0},
	})
	data := &datasets.Data{About: datasets.About{Interval: "1"}, Train: slices.Repeat([]system.Sample{rests}, 1000)}
	require.NoError(t, datasets.CheckTime(data))
	data.About.Interval = "10"
	require.ErrorContains(t, datasets.CheckTime(data), "straight lines reach the next frame best in 1")
}

// TestCheckTimeToAndFro: velocities that lead to the next frame exactly fit their interval, though their means over frames do not.
func TestCheckTimeToAndFro(t *testing.T) {
	along := &system.Trajectory{Particles: 1}
	for frame := range 9 {
		odd := float64(frame % 2)
		along.Positions, along.Velocities = append(along.Positions, odd, 0, 0), append(along.Velocities, 1-2*odd, 0, 0)
	}
	data := &datasets.Data{About: datasets.About{Interval: "1"}, Train: []system.Sample{system.Sample{}.Along(along)}}
	require.NoError(t, datasets.CheckTime(data))
	data.About.Interval = "4"
	require.ErrorContains(t, datasets.CheckTime(data), "straight lines reach the targets best in 1")
	time, known := datasets.LineTime(nil)
	require.Zero(t, time)
	require.False(t, known)
}

// TestCheckTimeFromRest: a motion that begins nearly at rest is far from straight lines by the
// velocities at inputs, and near those by the means of both ends. A wrong interval is far from both.
func TestCheckTimeFromRest(t *testing.T) {
	data := &datasets.Data{About: datasets.About{Interval: "1"}}
	for k := range 10 {
		v := 0.1 + 0.01*float32(k)
		data.Train = append(data.Train, system.Sample{
			Position: []float32{0, 0, 0}, Velocity: []float32{v, 0, 0},
			TargetPosition: []float32{v + 0.5, 0, 0}, TargetVelocity: []float32{v + 1, 0, 0},
		})
	}
	require.NoError(t, datasets.CheckTime(data))
	data.About.Interval = "30"
	require.ErrorContains(t, datasets.CheckTime(data), "straight lines reach the targets best in")
	data.About.Interval = "1"
	for k := range data.Train {
		data.Train[k].TargetVelocity = nil
	}
	require.ErrorContains(t, datasets.CheckTime(data), "straight lines reach the targets best in", "without velocities at targets")
}
