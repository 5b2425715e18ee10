package mechanism_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/sim/mechanism"
)

// TestPose: whatever joints move from one pose to the next, particles are where and as fast as those of an integrator
// at that state, to the last bit, also if the origin is on a later body. Bodies before the first one that moves stay.
func TestPose(t *testing.T) {
	joints := []mechanism.Joint{mechanism.Revolute(r3.Vec{Z: 1}), mechanism.Prismatic(r3.Vec{X: 1}), mechanism.Revolute(r3.Vec{X: 1, Y: 1}), mechanism.Revolute(r3.Vec{Y: 1})}
	for _, origin := range []int{0, 2} { // the body of the first particle
		m := random(t, joints, 7)
		bodies := slices.Clone(m.Bodies)
		bodies[0].Members, bodies[origin].Members = bodies[origin].Members, bodies[0].Members
		m, err := mechanism.New(mechanism.Mechanism{Bodies: bodies, Rest: m.Rest, Mass: m.Mass, Gravity: m.Gravity})
		require.NoError(t, err)
		pose := m.NewPose()
		x, v := pose.Particles()
		angles, rates := []float64{0.3, -0.2, 0, 1}, []float64{1, 0, -2, 0.5}
		for _, c := range []struct {
			angles, rates map[int]float64
			first         int
		}{
			{nil, nil, 0}, {nil, nil, 4}, {map[int]float64{3: 2}, nil, 3}, {map[int]float64{3: 1}, map[int]float64{1: -1}, 1},
			{map[int]float64{2: 0.1}, map[int]float64{3: 1}, min(2, 2-origin)}, {nil, map[int]float64{2: 0}, 2}, {map[int]float64{0: 0}, map[int]float64{3: 2}, 0},
		} {
			for joint, angle := range c.angles {
				angles[joint] = angle
			}
			for joint, rate := range c.rates {
				rates[joint] = rate
			}
			require.Equal(t, c.first, pose.Set(angles, rates), "%+v", c)
			state := m.AtRest()
			for joint, angle := range angles {
				m.SetAngle(state, joint, angle)
			}
			copy(state.Rates, rates)
			position, velocity := make([]r3.Vec, len(x)), make([]r3.Vec, len(x))
			m.NewIntegrator(state).Particles(position, velocity)
			require.Equal(t, [][]r3.Vec{position, velocity}, [][]r3.Vec{x, v}, "%+v", c)
		}
	}
}
