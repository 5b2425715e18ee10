package arrays

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays/recordings"
	"gmnc/system"
)

// TestShiftsEitherWay: arrays of each frame are moved later or earlier, and frames at both ends are left out.
func TestShiftsEitherWay(t *testing.T) {
	group := func() *recordings.Group {
		g := &recordings.Group{Starts: []int{0, 6}}
		force := recordings.Given{Field: system.Force, Per: recordings.OfFrame}
		for frame := range 6 {
			g.Positions = append(g.Positions, float64(frame), 0, 0)
			force.Values = append(force.Values, float32(10*frame), 0, 0)
		}
		g.Given = []recordings.Given{{Field: system.Mass, Values: []float32{5}}, force}
		return g
	}
	s := sourceOf(t)
	s.particles = 1
	s.o.Shift = map[string]float64{"force": -2}
	g := group()
	require.NoError(t, s.shift(g))
	require.Equal(t, []float64{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0}, g.Positions)
	require.Equal(t, []float32{20, 0, 0, 30, 0, 0, 40, 0, 0, 50, 0, 0}, g.Given[1].Values)
	require.Equal(t, []float32{5}, g.Given[0].Values)
	require.Nil(t, g.Velocities)
	require.Equal(t, []int{0, 4}, g.Starts)
	s.o.Shift["force"] = -4
	require.NoError(t, s.shift(group()))
	s.o.Shift["force"] = -5
	require.ErrorContains(t, s.shift(group()), "a recording has 6 frames, too few to shift arrays by: 5 are left out, and more than the interval of 1 are needed")
	for _, name := range []string{"velocities", "mass", "torque"} {
		s.o.Shift = map[string]float64{name: 1}
		require.ErrorContains(t, s.shift(group()), `shift names "`+name+`", expected an array that the file has of each frame`)
	}

	s.o.Shift = map[string]float64{"force": -1, "velocities": 1}
	both := group()
	both.Velocities = []float64{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0}
	require.NoError(t, s.shift(both))
	require.Equal(t, []float64{1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0}, both.Positions)
	require.Equal(t, []float64{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0}, both.Velocities)
	require.Equal(t, []float32{20, 0, 0, 30, 0, 0, 40, 0, 0, 50, 0, 0}, both.Given[1].Values)
}
