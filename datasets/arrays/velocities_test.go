package arrays

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestVelocitiesWithTheTarget are refused; a straight flight is none.
func TestVelocitiesWithTheTarget(t *testing.T) {
	given := drifting(5, nil)
	x, v := given[0].Floats, given[1].Floats
	for i := range v {
		if next := i + 12; next/480 == i/480 {
			v[i] = (x[next] - x[i]) / 0.05
		}
	}
	_, _, err := prepared(t, usual, given...)
	require.ErrorContains(t, err, "velocities at the frames in which samples begin are the displacements to targets over the time, as of numpy.gradient, so they contain the target")
	straight := drifting(5, func(r, frame int, x, v []float32) {
		for i := range x {
			x[i], v[i] = float32(3*(i%4)*(i%3)+i)+0.05*float32(frame), 1
		}
	})
	_, notes, err := prepared(t, usual, straight...)
	require.NoError(t, err)
	require.Empty(t, notes)
}

// TestVelocitiesOfOtherMoments: notes say by how many frames velocities are late, and shifted ones
// are those of the positions.
func TestVelocitiesOfOtherMoments(t *testing.T) {
	for _, c := range []struct {
		from, to int // of the differences
		what     string
		shift    float64
	}{
		{-1, 0, "velocities: the velocities are late by 0.50 frames against the positions, by how these change from frame to frame; shift them by --shift velocities=-0.5, or leave them out", -0.5},
		{-2, 0, " frames against the positions, by how these change from frame to frame; shift them by --shift velocities=-1, or", -1},
		{0, 2, " frames against the positions, by how these change from frame to frame; shift them by --shift velocities=1, or", 1},
		{-1, 1, "", 0},
	} {
		const size, frames = 12, 40
		given := drifting(5, nil)
		x, v := given[0].Floats, given[1].Floats
		for i := range v {
			frame := i / size % frames
			if frame+c.from >= 0 && frame+c.to < frames {
				v[i] = (x[i+c.to*size] - x[i+c.from*size]) / float32(c.to-c.from) / 0.05
			}
		}
		_, notes, err := prepared(t, usual, given...)
		require.NoError(t, err)
		if c.what == "" {
			require.Empty(t, notes)
			continue
		}
		require.Len(t, notes, 1)
		require.Contains(t, notes[0], c.what)
		moved := usual
		moved.Shift = map[string]float64{"velocities": c.shift}
		data, notes, err := prepared(t, moved, given...)
		require.NoError(t, err)
		require.Empty(t, notes)
		require.Equal(t, frames-1, data.Train[0].Trajectory.Frames())
	}
}

// TestShiftOfArrays: forces of each frame are moved in time, and what is not there is refused.
func TestShiftOfArrays(t *testing.T) {
	given := drifting(5, nil)
	force := npz.Array{Key: "force", Shape: given[0].Shape}
	for i := range given[0].Floats {
		force.Floats = append(force.Floats, float32(i/12%40))
	}
	moved := usual
	moved.Shift = map[string]float64{"force": -1}
	data, _, err := prepared(t, moved, append(given, force)...)
	require.NoError(t, err)
	require.InDelta(t, 1, data.Train[0].Trajectory.Given[0].Values[0], 0, "of the frame after")
	require.Equal(t, 39, data.Train[0].Trajectory.Frames())
	_, _, err = prepared(t, moved, given...)
	require.ErrorContains(t, err, `shift names "force", expected an array that the file has of each frame, such as velocities`)
	moved.Shift = map[string]float64{"velocities": 38.5}
	_, _, err = prepared(t, moved, given...)
	require.ErrorContains(t, err, "a recording has 40 frames, too few to shift arrays by: 39 are left out, and more than the interval of ")
}

// TestLateForces: forces that come a frame after what they gave are noted, with velocities and without,
// and shifted ones are not.
func TestLateForces(t *testing.T) {
	const size, frames = 12, 40
	given := drifting(5, func(r, frame int, x, v []float32) { // two frequencies: a lag of one is damping
		for i := range x {
			phase := 0.25*float64(frame) + float64(r) + float64(i)
			x[i] += float32(math.Sin(phase) / 5)
			v[i] += float32(math.Cos(phase))
		}
	})
	force := npz.Array{Key: "force", Shape: given[0].Shape}
	for i := range given[0].Floats { // in the frame after the one over which it acted
		load := float32(0)
		if i/size%frames > 0 {
			load = given[1].Floats[i] - given[1].Floats[i-size]
		}
		force.Floats = append(force.Floats, load/0.05)
	}
	const late = "force: the forces are late by 1.0"
	_, notes, err := prepared(t, usual, append(given, force)...)
	require.NoError(t, err)
	require.Len(t, notes, 1)
	require.Contains(t, notes[0], late)
	require.Contains(t, notes[0], "shift them by --shift force=-1, or leave them out (--ignore force)")
	_, notes, err = prepared(t, usual, given[0], given[2], force)
	require.NoError(t, err)
	require.Contains(t, notes[0], late, "without velocities")
	moved := usual
	moved.Shift = map[string]float64{"force": -1}
	_, notes, err = prepared(t, moved, append(given, force)...)
	require.NoError(t, err)
	require.Empty(t, notes)
}

// TestVelocitiesInOtherAxes have about the right size, and are noted.
func TestVelocitiesInOtherAxes(t *testing.T) {
	const size, frames = 12, 40
	given := drifting(5, nil)
	x, v := given[0].Floats, given[1].Floats
	for i := range v {
		if frame := i / size % frames; frame > 0 && frame < frames-1 {
			own := func(axis int) float32 { return (x[axis+size] - x[axis-size]) / 2 / 0.05 }
			next := i - i%3 + (i+1)%3
			v[i] = 0.57*own(i) + 0.8*own(next)
		}
	}
	_, notes, err := prepared(t, usual, given...)
	require.NoError(t, err)
	require.Len(t, notes, 1)
	require.Regexp(t, `^velocities: the velocities explain 0\.[0-4]\d* of the squares of the differences of positions, expected about 1; recordings, frames, particles or axes are in another order`, notes[0])
}

// TestVelocities: central differences agree with the velocities to second order of the
// time between frames, at the ends, too.
func TestVelocities(t *testing.T) {
	in := pendulum(3, 10)
	with, _, err := prepared(t, usual, in...)
	require.NoError(t, err)
	without, notes, err := prepared(t, usual, append(in[:1:1], in[2:]...)...)
	require.NoError(t, err)
	require.Equal(t, []string{"the array velocities is missing, so velocities are central differences of positions"}, notes)
	for i, v := range with.Train[0].Trajectory.Velocities {
		require.InDelta(t, v, without.Train[0].Trajectory.Velocities[i], 0.1*0.1/3*1.05)
	}
}

// TestVelocityUnits: velocities in another unit of length than positions come in that of
// positions.
func TestVelocityUnits(t *testing.T) {
	in := pendulum(10, 4)
	for i := range in[1].Floats {
		in[1].Floats[i] *= 100
	}
	in = append(in, npz.Array{Key: "velocity_unit", Text: "cm/s"})
	data, notes, err := prepared(t, Options{Interval: 1, LengthUnit: "m"}, in...)
	require.NoError(t, err)
	require.Equal(t, []string{"velocities are multiplied by 0.01, to be in m/s"}, notes)
	require.Equal(t, "m/s", data.About.VelocityUnit)
	speed := system.Distance(data.Train[0].Velocity, 0, 1)
	require.InDelta(t, 1, speed, 1e-5)
	data, _, err = prepared(t, Options{Interval: 1, LengthUnit: "m"}, append(in[:1:1], in[2:]...)...)
	require.NoError(t, err)
	require.Equal(t, "m/s", data.About.VelocityUnit, "of differences")
}

// TestNearlyTwiceAsSlow: velocities of nearly half the differences of positions are noted, not refused.
func TestNearlyTwiceAsSlow(t *testing.T) {
	in := pendulum(3, 4)
	in[2] = number("dt", 0.198)
	_, notes, err := prepared(t, usual, in...)
	require.NoError(t, err)
	require.Len(t, notes, 1)
	require.Contains(t, notes[0], "velocities")
}
