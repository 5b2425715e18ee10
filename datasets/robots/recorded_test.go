package robots

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/test/allclose"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// cart slides along x and carries a pole that turns about y.
func cart(t *testing.T, first mechanism.Joint) *mechanism.Mechanism {
	t.Helper()
	m, err := mechanism.New(mechanism.Mechanism{
		Bodies: []mechanism.Body{
			{Name: "cart", Parent: -1, Joint: first, Members: []int{0, 1}},
			{Name: "pole", Parent: 0, Joint: mechanism.Revolute(r3.Vec{Y: 1}), Members: []int{2, 3}},
		},
		Rest: []r3.Vec{{Y: 1}, {Y: -1, X: 1}, {Z: 1}, {Z: 1, X: 0.5}}, Mass: []float64{1, 1, 1, 1},
	})
	require.NoError(t, err)
	return m
}

// TestRecorded: recorded angles and rates are places and velocities, loads act from their frame
// on, and each motion is a trajectory of its split.
func TestRecorded(t *testing.T) {
	c := Config{Robot: cart(t, mechanism.Prismatic(r3.Vec{X: 1})), Name: "cart", Interval: 0.1}
	still := Motion{Angle: [][]float64{{0, 0}, {0, 0}}, Rate: [][]float64{{0, 0}, {0, 0}}, Load: [][]float64{{0, 0}, {0, 0}}}
	moves := Motion{Angle: [][]float64{{0, 0}, {0.5, 0}, {1, 0}}, Rate: [][]float64{{5, 1}, {5, 0}, {5, 0}}, Load: [][]float64{{7, 8}, {9, 10}, {11, 12}}}
	data, err := c.Recorded([3][]Motion{{moves, still}, {still}, nil})
	require.NoError(t, err)
	require.Equal(t, []int{2, 1, 0}, []int{len(data.Train), len(data.Valid), len(data.Test)})
	require.Equal(t, "0.1 s", data.About.Interval)
	require.Equal(t, "cart: recorded motions", data.About.Source)
	s := data.Train[0]
	require.Equal(t, 3, s.Trajectory.Frames())
	require.Equal(t, float32(0.5), s.TargetPosition[0])
	allclose.Within(t, []float32{5, 0, 0}, s.Velocity[:3], 1e-6)
	allclose.Within(t, []float32{6, 0, 0}, s.Velocity[6:9], 1e-6, "1 m above the axis")
	require.Equal(t, []float32{7, 7, 0, 0}, system.Thrust.Of(&s))
	require.Equal(t, []float32{0, 0, 8, 8}, system.Torque.Of(&s))

	_, err = c.Recorded([3][]Motion{{moves}, {{Angle: moves.Angle[:1]}}})
	require.ErrorContains(t, err, "valid: motion 0 has 1 frames, expected two or more")
	for _, interval := range []float64{0, 1001} {
		c.Interval = interval
		_, err = c.Recorded([3][]Motion{{moves}})
		require.ErrorContains(t, err, "interval")
	}
	c = Config{Robot: cart(t, mechanism.Free()), Interval: 0.1}
	_, err = c.Recorded([3][]Motion{})
	require.ErrorContains(t, err, "moves by 6 axes")
}
