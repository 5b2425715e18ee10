package mechanism_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/articulated"
	"gmnc/sim/mechanism"
)

// TestStopsMakeNoEnergy: joints that run into limits lose energy, and never have more than
// at first; they do not go far beyond, and come to rest within.
func TestStopsMakeNoEnergy(t *testing.T) {
	for _, name := range []string{"revolute", "sliding"} {
		for seed := range uint64(2) {
			m := random(t, mechanisms[name], seed)
			for b := range m.Bodies {
				m.Bodies[b].Rotor = 0.1
				m.Bodies[b].Stop = articulated.Stop{Lower: -0.5, Upper: 0.5}
			}
			m.DefaultStops()
			state := m.AtRest()
			copy(state.Rates, moving(m, seed).Rates)
			in := m.NewIntegrator(state)
			kinetic, _ := in.Energy()
			var most, far float64
			for range 1000 {
				in.Step(0.002, nil)
				now, _ := in.Energy()
				most = max(most, now)
				for b, body := range m.Bodies {
					at := 2 * math.Asin(r3.Norm(r3.Vec{X: in.State.Turns[b].Imag, Y: in.State.Turns[b].Jmag, Z: in.State.Turns[b].Kmag}))
					if len(body.Slides) > 0 {
						at = r3.Norm(in.State.Slides[b])
					}
					far = max(far, at)
				}
			}
			last, _ := in.Energy()
			t.Logf("%s, %d: %.3g of the energy at most, %.2g in the end; %.3g at the farthest", name, seed, most/kinetic, last/kinetic, far)
			require.LessOrEqual(t, most, kinetic*(1+1e-5))
			require.Less(t, last, kinetic*0.75)
			require.Less(t, far, 0.6)
		}
	}
}

// TestStopsBesideFixedJoints: a body that is fixed to the one before goes along where a stop
// holds that.
func TestStopsBesideFixedJoints(t *testing.T) {
	arm := mechanism.Mechanism{
		Bodies: []mechanism.Body{{Joint: mechanism.Revolute(r3.Vec{Z: 1}), Parent: -1, Members: []int{0, 1, 2}}, {Members: []int{3}}},
		Rest:   []r3.Vec{{}, {X: 1}, {Y: 1}, {X: 2}}, Mass: []float64{1, 1, 1, 1},
	}
	arm.Bodies[0].Stop = articulated.Stop{Lower: 0.1, Upper: 0.5, Inertia: 1, Time: 0.1}
	m, err := mechanism.New(arm)
	require.NoError(t, err)
	in := m.NewIntegrator(m.AtRest())
	in.Step(0.01, nil)
	require.Greater(t, in.State.Rates[0], 0.)
}

// TestStops reports stops and rotors that no joint has.
func TestStops(t *testing.T) {
	for want, joint := range map[string]mechanism.Joint{
		"lower one first":       {Turns: []r3.Vec{{X: 1}}, Stop: articulated.Stop{Lower: 1, Upper: -1}},
		"numbers of 0 or more":  {Turns: []r3.Vec{{X: 1}}, Rotor: -1},
		"and 3 axes: want one":  {Turns: mechanism.Ball().Turns, Rotor: 1},
		"and 6 axes: want one":  {Slides: mechanism.Free().Slides, Turns: mechanism.Free().Turns, Stop: articulated.Stop{Upper: 1}},
		"a stop of the inertia": {Turns: []r3.Vec{{X: 1}}, Stop: articulated.Stop{Upper: 1, Time: math.NaN()}},
	} {
		_, err := mechanism.New(mechanism.Mechanism{
			Rest: []r3.Vec{{Y: 1}}, Mass: []float64{1}, Bodies: []mechanism.Body{{Parent: -1, Members: []int{0}, Joint: joint}},
		})
		require.ErrorContains(t, err, want)
	}
}
