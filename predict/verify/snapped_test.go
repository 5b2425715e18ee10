package verify

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/vector"
	"gmnc/system"
)

// TestSnapped: among snapped systems are some at rest, in planes, with gravity down an axis
// and with equal charges; some have none of these, and the systems that were given stay.
func TestSnapped(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 2, Integrator: config.RungeKutta4, Fields: []string{"gravity"}}
	given := Group{Name: "g"}
	for range 40 {
		given.Samples = append(given.Samples, system.Sample{
			Position: []float32{1, 2, 3, 4, 5, 6}, Velocity: []float32{1, 2, 3, 4, 5, 6}, Charge: []float32{1, -1},
			Given: []system.Values{{Field: system.Gravity, Values: []float32{1, 2, -2}}},
		})
	}
	count := func(config config.Config, is func(s system.Sample) bool) (count int) {
		for _, s := range Snapped(config, []Group{given}, rand.New(rand.NewPCG(1, 2)))[0].Samples {
			if is(s) {
				count++
			}
		}
		return count
	}
	down := func(s system.Sample) bool { return slices.Equal(system.Gravity.Of(&s), []float32{0, 0, -3}) }
	for name, is := range map[string]func(s system.Sample) bool{
		"at rest": func(s system.Sample) bool { return slices.Max(s.Velocity) == 0 },
		"x = 0":   func(s system.Sample) bool { return s.Position[0] == 0 && s.Position[3] == 0 && s.Velocity[0] == 0 },
		"y = 0":   func(s system.Sample) bool { return s.Position[1] == 0 && s.Position[4] == 0 && s.Position[0] != 0 },
		"down":    down,
		"equal":   func(s system.Sample) bool { return s.Charge[1] == 1 },
	} {
		found := count(c, is)
		require.Greater(t, found, 1, name)
		require.Less(t, found, 40, name)
	}
	require.EqualValues(t, []float32{1, 2, 3, 4, 5, 6}, given.Samples[0].Velocity)
	flat := func(s system.Sample) bool {
		return s.Position[0] == 0 || s.Position[1] == 0 || s.Position[2] == 0
	}
	c.Fields = []string{"gravity", "cell_a"}
	require.Zero(t, count(c, flat), "cells keep their shape")
	c.Fields, c.Model = nil, "rbf"
	require.Zero(t, count(c, flat), "a flat body has no frame")
}

// TestOnGround: the first plane becomes z = 0, and particles stay as far ahead of it.
func TestOnGround(t *testing.T) {
	for _, normal := range [][3]float32{{1, 2, 2}, {0, 0, 1}, {2, 0, 0}, {0, 0, 0}} {
		s := system.Sample{Position: []float32{1, -2, 3}, Velocity: []float32{1, 0, 0}}
		planes := make([]float32, system.PlaneColumns*system.MostPlanes)
		copy(planes, []float32{normal[0], normal[1], normal[2], 0.5})
		system.Planes.Set(&s, planes)
		moved := onGround(s)
		length := math.Sqrt(float64(normal[0]*normal[0] + normal[1]*normal[1] + normal[2]*normal[2]))
		if length == 0 {
			require.Equal(t, s, moved)
			continue
		}
		require.Equal(t, []float32{0, 0, float32(length), 0}, system.Planes.Of(&moved)[:4])
		ahead := float64(normal[0]*1+normal[1]*-2+normal[2]*3)/length - 0.5
		require.InDelta(t, ahead, float64(moved.Position[2]), 1e-6, "%v", normal)
	}
}

// TestSnappedShares: each degenerate state is drawn for half of the systems, by itself, and each plane for a third of the flat ones.
func TestSnappedShares(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 2, Integrator: config.RungeKutta4, Fields: []string{"gravity"}}
	const count = 400
	given := Group{Name: "g"}
	for range count {
		given.Samples = append(given.Samples, system.Sample{
			Position: []float32{1, 2, 3, 4, 5, 6}, Velocity: []float32{1, 2, 3, 4, 5, 6}, Charge: []float32{1, -1},
			Given: []system.Values{{Field: system.Gravity, Values: []float32{1, 2, -2}}},
		})
	}
	rests, downs, equals, flats := 0, 0, 0, [3]int{}
	for _, s := range Snapped(c, []Group{given}, rand.New(rand.NewPCG(1, 2)))[0].Samples {
		if slices.Max(s.Velocity) == 0 {
			rests++
		}
		if system.Gravity.Of(&s)[2] == -3 {
			downs++
		}
		if s.Charge[1] == 1 {
			equals++
		}
		for axis := range flats {
			if s.Position[axis] == 0 {
				flats[axis]++
				require.Zero(t, s.Position[3+axis])
				require.Zero(t, s.Velocity[axis])
				require.NotZero(t, s.Position[(axis+1)%3])
			}
		}
	}
	for _, part := range []int{rests, downs, equals, flats[0] + flats[1] + flats[2]} {
		require.InDelta(t, count/2, part, 40)
	}
	for _, part := range flats {
		require.InDelta(t, count/6, part, 30)
	}
}

// TestShaped: positions depend on each other on joints, in boxes and bodies with masses, in cells, above planes and in a body's frame.
func TestShaped(t *testing.T) {
	for field, is := range map[string]bool{"box": true, "gyration": true, "cell_a": true, "planes": true, "mass": false, "gravity": false} {
		require.Equal(t, is, shaped(config.Config{Model: "egnn", Fields: []string{"mass", field}}), field)
	}
	require.True(t, shaped(config.Config{Model: "gmn-ode", Joints: 1, Fields: []string{system.TurnAxis.Name}}))
	require.True(t, shaped(config.Config{Model: "rbf"}))
	require.False(t, shaped(config.Config{Model: "gmn"}))
}

// TestSnappedWithoutFields: a system without gravity gets none, and one without charges gets none.
func TestSnappedWithoutFields(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3}}
	alongAxis(&s, 2)
	equal(&s, system.Charge)
	require.Equal(t, system.Sample{Position: []float32{1, 2, 3}}, s)
	short := system.Sample{Given: []system.Values{{Field: system.Planes, Values: []float32{0, 0}}}}
	require.Equal(t, short, onGround(short))
}

// TestOnGroundIsARotation: distances and senses of rotation stay, and velocities turn with positions.
func TestOnGroundIsARotation(t *testing.T) {
	for _, normal := range [][3]float32{{0.6, 0, 0.8}, {1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {-0.8, 0.6, 0}} {
		s := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3}, Velocity: slices.Repeat(normal[:], 4)}
		planes := make([]float32, system.PlaneColumns*system.MostPlanes)
		copy(planes, []float32{normal[0], normal[1], normal[2], 0.5})
		system.Planes.Set(&s, planes)
		moved := onGround(s)
		var edges [3][3]float64
		for i := range 3 {
			for axis := range 3 {
				edges[i][axis] = float64(moved.Position[3*(i+1)+axis]) - float64(moved.Position[axis])
			}
			require.InDelta(t, i+1, vector.Norm(edges[i]), 1e-6)
		}
		require.InDelta(t, 6, vector.Dot(edges[0], vector.Cross(edges[1], edges[2])), 1e-5)
		require.InDelta(t, -0.5, moved.Position[2], 1e-6)
		require.InDelta(t, 1, moved.Velocity[2], 1e-6)
		require.InDelta(t, 0, moved.Velocity[0], 1e-6)
	}
}
