package sysid

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/rotation"
	"gmnc/sysid/jointlog"
)

// TestSticks: friction of a joint that sticks before it turns around does not change the friction that is
// found elsewhere.
func TestSticks(t *testing.T) {
	tree, r := hinge(600)
	tree.Links[0].Links = []string{"rod"}
	tree.Gravity, tree.Links[0].Moment, tree.Links[0].Second = [3]float64{}, [3]float64{}, rotation.Matrix{}
	for i, time := range r.Time {
		rate := math.Cos(time)
		r.Angle[0][i], r.Rate[0][i] = math.Sin(time), rate
		r.Torque[0][i] = 2*rate + math.Copysign(3, rate)
		if math.Abs(rate) < 0.02 {
			r.Torque[0][i] += math.Copysign(7, rate)
		}
	}
	m, err := Identify(context.Background(), tree, []jointlog.Recording{*r}, Options{Trust: 1, Half: 0.05, Learn: []string{"viscous", "coulomb"}})
	require.NoError(t, err)
	require.InDelta(t, 2, m.fit.constants[m.fit.of(0, viscous)], 0.05)
	require.InDelta(t, 3, m.fit.constants[m.fit.of(0, coulomb)], 0.05)
}
