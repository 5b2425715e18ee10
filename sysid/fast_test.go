package sysid_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// swinging is the arm without friction, whose joints swing at most as fast as a rate [rad/s], in
// rows of 0.01 s. Without rates there are angles alone.
func swinging(tree *rigid.Tree, fastest, frequency float64, rates bool) jointlog.Recording {
	const rows, dt = 2000, 0.01
	n := len(tree.Links)
	r := jointlog.Recording{Name: "swinging", Angle: make([][]float64, n), Torque: make([][]float64, n)}
	if rates {
		r.Rate = make([][]float64, n)
	}
	regressor, y := rigid.NewRegressor(tree), make([][]float64, n)
	for j := range y {
		y[j] = make([]float64, n*rigid.Constants)
	}
	for i := range rows {
		now := float64(i) * dt
		q, v, a := make([]float64, n), make([]float64, n), make([]float64, n)
		for j := range n {
			for k, share := range []float64{0.7, 0.3} {
				w := 2 * math.Pi * frequency * (1 + 0.37*float64(j) - 0.61*float64(k))
				phase, size := w*now+float64(j+k), share*fastest/w
				q[j] += size * math.Sin(phase)
				v[j] += size * w * math.Cos(phase)
				a[j] -= size * w * w * math.Sin(phase)
			}
		}
		regressor.Rows(q, v, a, y)
		r.Time = append(r.Time, now)
		for j := range n {
			var torque float64
			for b := j; b < n; b++ {
				for k, c := range rigid.Of(tree.Links[b]) {
					torque += y[j][b*rigid.Constants+k] * c
				}
			}
			r.Angle[j], r.Torque[j] = append(r.Angle[j], q[j]), append(r.Torque[j], torque)
			if rates {
				r.Rate[j] = append(r.Rate[j], v[j])
			}
		}
	}
	return r
}

// TestFast: the width of the filter follows the motion down to a few rows, so that joints that swing
// at 20 rad/s have their moments.
func TestFast(t *testing.T) {
	tree := armTree(t)
	for _, c := range []struct {
		rates     bool
		frequency float64
		within    float64 // of the moment, as a part of it
	}{{true, 1, 0.002}, {true, 4, 0.01}, {false, 1, 0.002}} {
		m, err := sysid.Identify(context.Background(), tree, []jointlog.Recording{swinging(tree, 20, c.frequency, c.rates)}, sysid.Options{Trust: 1, Learn: []string{"inertia", "rotor", "viscous", "coulomb"}})
		require.NoError(t, err)
		require.Less(t, m.Half, 0.05)
		require.InEpsilon(t, 0.15, find(m, "lower", "mass*z").Value, c.within)
		for j := range m.Train.Joints {
			require.Less(t, m.Train.Error[j], 0.03*m.Train.Size[j])
		}
	}
}
