package robots

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/sim/mechanism"
	"gmnc/system"
)

// TestLoadsOfTrajectories: the load of a joint with an axis is a torque or a thrust of all particles of its body, in
// each frame. Other joints have none, and a field that no joint has is left out.
func TestLoadsOfTrajectories(t *testing.T) {
	x, y, z := r3.Vec{X: 1}, r3.Vec{Y: 1}, r3.Vec{Z: 1}
	of := func(joints ...mechanism.Joint) Config {
		m := mechanism.Mechanism{}
		for b, joint := range joints {
			body := mechanism.Body{Joint: joint, Parent: b - 1, Anchor: r3.Vec{X: float64(b)}}
			for _, offset := range []r3.Vec{{}, x, y, z} {
				body.Members = append(body.Members, len(m.Rest))
				m.Rest, m.Mass = append(m.Rest, r3.Add(body.Anchor, offset)), append(m.Mass, 1)
			}
			m.Bodies = append(m.Bodies, body)
		}
		robot, err := mechanism.New(m)
		require.NoError(t, err)
		return Config{Robot: robot, Frames: 2}
	}
	turn, slide, ball := mechanism.Joint{Turns: []r3.Vec{z}}, mechanism.Joint{Slides: []r3.Vec{x}}, mechanism.Joint{Turns: []r3.Vec{x, y, z}}
	rows := func(values ...float32) (all []float32) {
		for _, value := range values {
			all = append(all, slices.Repeat([]float32{value}, 4)...)
		}
		return all
	}
	for _, c := range []struct {
		name  string
		of    Config
		loads [][]float64
		given system.Given
	}{
		{"no loads", of(turn), nil, nil},
		{"a turning joint", of(turn), [][]float64{{1}, {2}}, system.Given{{Field: system.Torque, Values: rows(1, 2)}}},
		{"a sliding joint", of(slide), [][]float64{{1}, {2}}, system.Given{{Field: system.Thrust, Values: rows(1, 2)}}},
		{"a ball joint", of(ball), [][]float64{{1, 2, 3}, {4, 5, 6}}, nil},
		{"all", of(turn, ball, slide), [][]float64{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}}, system.Given{
			{Field: system.Torque, Values: rows(1, 0, 0, 6, 0, 0)}, {Field: system.Thrust, Values: rows(0, 0, 5, 0, 0, 10)},
		}},
	} {
		m := &motion{positions: make([]float64, 3), velocities: make([]float64, 6), loads: c.loads}
		got := c.of.trajectory(m)
		require.Equal(t, c.given, got.Given, c.name)
		require.Equal(t, len(c.of.Robot.Rest), got.Particles)
		require.Len(t, got.Positions, 3)
		require.Len(t, got.Velocities, 6)
	}
}

// TestApart: motions differ by the root of the largest mean square of a frame, by mass, relative to the
// largest displacement. Of a motion that rests, the difference itself counts.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{0, 0, 0, 4, 0, 0}, []float64{0, 0, 0, 4, 0, 0}, 0},
		{[]float64{0, 0, 0, 4, 0, 0}, []float64{0, 0, 0, 4, 1, 0}, 0.25},
		{[]float64{0, 0, 0, 4, 0, 0, 2, 0, 0}, []float64{0, 0, 0, 4, 1, 0, 2, 0, 2}, 0.5},
		{[]float64{1, 0, 0, 1, 0, 0}, []float64{1, 0, 0, 1, 0.5, 0}, 1},
	} {
		require.InDelta(t, c.want, apart([]float64{4}, c.a, c.b), 1e-12, "%v %v", c.a, c.b)
	}
	two := make([]float64, 12)
	two[6], two[9] = 3, 1
	other := slices.Clone(two)
	other[10] = 1
	require.InDelta(t, math.Sqrt(3./(9+3)), apart([]float64{1, 3}, two, other), 1e-12)
}
