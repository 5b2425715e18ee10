package sysid_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/sysid"
	"gmnc/sysid/jointlog"
)

// TestStretches: recordings are cut into parts in even steps, whose torques are those between
// frames, without the offset.
func TestStretches(t *testing.T) {
	tree := armTree(t)
	shifted := usual
	shifted.offset = 0.5
	r := shifted.record(tree, 1)
	m, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{r}, sysid.Options{Trust: 1, Half: 0.045, Learn: []string{"inertia", "rotor", "viscous", "coulomb", "root", "offset"}})
	require.NoError(t, err)
	require.True(t, m.Has("root"))
	require.False(t, m.Has("load"))
	require.Equal(t, []float64{0, 0}, m.Delays())
	allclose.Within(t, []float64{0.5, 0.5}, m.Offsets(), 0.05)

	parts := m.Stretches(&r, 0.01, 101)
	require.Len(t, parts, 29) // of 30 s less a row, each of 1 s
	for k, part := range parts[1:] {
		require.Len(t, part.Angle, 101)
		for i := range part.Angle {
			row := 200*(k+1) + 2*i
			for j := range 2 {
				require.InDelta(t, r.Angle[j][row], part.Angle[i][j], 1e-3)
				require.InDelta(t, r.Rate[j][row], part.Rate[i][j], 0.02)
			}
		}
		require.InDelta(t, (r.Torque[0][200*(k+1)]+r.Torque[0][200*(k+1)+2])/2-0.5, part.Torque[0][0], 0.8) // friction turns at once, and smoothed torques do not
	}
	require.InDelta(t, parts[0].Angle[100][0], parts[1].Angle[0][0], 1e-9)
	r.Rate = nil
	require.InDelta(t, parts[3].Rate[7][1], m.Stretches(&r, 0.01, 101)[3].Rate[7][1], 0.02)
}

// TestStretchesDelay: torques of stretches are moved by the delay that was found, so that they
// are those that act on the motion of their frames.
func TestStretchesDelay(t *testing.T) {
	tree := armTree(t)
	late := usual
	late.coulomb, late.delay, late.seconds = 0, 0.02, 10 // four rows
	r := late.record(tree, 1)
	m, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{r}, sysid.Options{Trust: 1, Half: 0.045, Learn: []string{"inertia", "rotor", "viscous", "delay"}})
	require.NoError(t, err)
	part := m.Stretches(&r, 0.01, 801)[0]
	off := map[int]float64{} // by how many rows torques are taken earlier
	for i := 100; i < 700; i++ {
		for _, earlier := range []int{-4, 0, 4} {
			d := part.Torque[i][0] - r.Torque[0][2*i+1-earlier]
			off[earlier] += d * d / 600
		}
	}
	require.Less(t, math.Sqrt(off[4]), 0.06) // the noise is 0.05
	require.Greater(t, math.Sqrt(off[0]), 0.1)
	require.Greater(t, math.Sqrt(off[-4]), 0.1)
}
