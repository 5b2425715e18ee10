package arrays

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestLabels: a whole number of each recording is named, once and in order; other arrays are errors.
func TestLabels(t *testing.T) {
	labels := func(key string, values ...int64) npz.Array {
		return npz.Array{Key: key, Shape: []int{len(values)}, Ints: values}
	}
	_, notes, err := prepared(t, usual, append(pendulum(3, 4), labels("subject", 1, 2, 3), labels("day", 4, 5, 6))...)
	require.NoError(t, err)
	require.Contains(t, notes, "day, subject: a whole number of each recording, which data sets do not keep")
	_, notes, err = prepared(t, usual, pendulum(3, 4)...)
	require.NoError(t, err)
	require.NotContains(t, strings.Join(notes, "\n"), "whole number")
	for _, wrong := range []npz.Array{labels("subject", 1, 2), list("subject", 1.5, 2, 3), labels("train_subject", 1, 2, 3), {Key: "subject", Shape: []int{0}, Ints: []int64{}}} {
		_, _, err = prepared(t, usual, append(pendulum(3, 4), wrong)...)
		require.ErrorContains(t, err, "which nothing here reads")
	}
}

// TestPiecesOfRecordings: origins name the recording and the frame of each piece, and its span.
func TestPiecesOfRecordings(t *testing.T) {
	o := Options{Interval: 2, Frames: 3}
	data, notes, err := prepared(t, o, pendulum(3, 11)...)
	require.NoError(t, err)
	require.Contains(t, notes, "positions: 3 recordings are cut into 6 pieces of 3 frames; 6 frames at their ends are left out")
	for _, split := range datasets.SplitNames {
		origin := data.Origins[split]
		require.Equal(t, []int64{0, 4}, origin.Starts)
		require.Len(t, origin.Cases, 2)
		require.EqualValues(t, 4, origin.Span)
	}
	_, notes, err = prepared(t, o, pendulum(3, 9)...)
	require.NoError(t, err)
	require.Contains(t, notes, "positions: 3 recordings are cut into 6 pieces of 3 frames")
	data, _, err = prepared(t, Options{Interval: 1, Frames: 2}, pendulum(1, 9)...)
	require.NoError(t, err)
	require.Nil(t, data.Origins["train"].Cases, "there is one recording")
	require.EqualValues(t, 1, data.Origins["train"].Span)
	_, notes, err = prepared(t, usual, append(swinging("train_", 2, 4), append(swinging("test_", 1, 4), number("dt", 0.1))...)...)
	require.NoError(t, err)
	require.Contains(t, notes, "gmnc train needs train_positions and valid_positions; without names of splits the recordings are split here")
	_, notes, err = prepared(t, usual, append(swinging("train_", 2, 4), append(swinging("valid_", 1, 4), number("dt", 0.1))...)...)
	require.NoError(t, err)
	require.NotContains(t, strings.Join(notes, "\n"), "gmnc train needs")
	data, notes, err = prepared(t, usual, append(swinging("train_", 1, 4), append(swinging("valid_", 1, 4), number("dt", 0.1))...)...)
	require.NoError(t, err)
	require.NotContains(t, strings.Join(notes, "\n"), "gmnc train needs")
	require.Equal(t, "in.npz, split as given", data.About.Source)
	_, notes, err = prepared(t, usual, append(swinging("valid_", 1, 4), append(swinging("test_", 1, 4), number("dt", 0.1))...)...)
	require.NoError(t, err)
	require.Contains(t, strings.Join(notes, "\n"), "gmnc train needs train_positions and valid_positions")
	_, notes, err = prepared(t, Options{Interval: 2}, append(swinging("train_", 1, 4), number("dt", 0.1))...)
	require.NoError(t, err)
	require.Contains(t, notes, "train_positions: 1 recordings are cut into 1 pieces of 2 frames; 1 frames at their ends are left out")
}

// TestStretchedBars: the bar that changes most is named from a thousandth on.
func TestStretchedBars(t *testing.T) {
	of := func(second, third float64) []string {
		s := system.Sample{Objects: system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})}}
		s.Trajectory = &system.Trajectory{Particles: 3, Positions: []float64{0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, second, 0, 0, second + third, 0, 0}}
		return new(source).stretched(&datasets.Data{Test: []system.Sample{s}})
	}
	require.Nil(t, of(1, 1))
	require.Nil(t, of(1.0009, 1))
	require.Equal(t, []string{"bars are not rigid in these data: the distance of particles 0 and 1 changes by 0.0011 of itself"}, of(1.0011, 1))
	require.Equal(t, []string{"bars are not rigid in these data: the distance of particles 1 and 2 changes by 0.5 of itself"}, of(1.1, 0.5))
	long := system.Sample{Objects: system.Objects{system.Stick.Of(0, 1)}}
	long.Trajectory = &system.Trajectory{Particles: 2, Positions: []float64{0, 0, 0, 4, 0, 0, 0, 0, 0, 4, 3, 0}}
	require.Equal(t, []string{"bars are not rigid in these data: the distance of particles 0 and 1 changes by 0.25 of itself"}, new(source).stretched(&datasets.Data{Train: []system.Sample{long}}))
}

// TestShiftedEnds: the frames at the ends that lack an array are left out, and enough must be left.
func TestShiftedEnds(t *testing.T) {
	s := sourceOf(t)
	s.particles, s.o.Shift = 1, map[string]float64{"velocities": 1}
	group := func(frames int) *recordings.Group {
		g := &recordings.Group{Starts: []int{0, frames}}
		for frame := range frames {
			g.Positions, g.Velocities = append(g.Positions, float64(frame), 0, 0), append(g.Velocities, float64(10+frame), 0, 0)
		}
		return g
	}
	g := group(4)
	require.NoError(t, s.shift(g))
	require.Equal(t, []float64{1, 0, 0, 2, 0, 0, 3, 0, 0}, g.Positions)
	require.Equal(t, []float64{10, 0, 0, 11, 0, 0, 12, 0, 0}, g.Velocities)
	require.Equal(t, []int{0, 3}, g.Starts)
	require.NoError(t, s.shift(group(3)))
	require.EqualError(t, s.shift(group(2)), "in.npz: positions: a recording has 2 frames, too few to shift arrays by: 1 are left out, and more than the interval of 1 are needed")
	s.o.Shift = map[string]float64{"force": 1}
	require.EqualError(t, s.shift(group(4)), `in.npz: shift names "force", expected an array that the file has of each frame, such as velocities; positions stay`)
	s.o.Shift = nil
	g = group(4)
	require.NoError(t, s.shift(g))
	require.Equal(t, group(4), g)
}
