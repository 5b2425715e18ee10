package mechanism_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

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
				m.Bodies[b].Stop = mechanism.Stop{Lower: -0.5, Upper: 0.5}
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
	arm.Bodies[0].Stop = mechanism.Stop{Lower: 0.1, Upper: 0.5, Inertia: 1, Time: 0.1}
	m, err := mechanism.New(arm)
	require.NoError(t, err)
	in := m.NewIntegrator(m.AtRest())
	in.Step(0.01, nil)
	require.Greater(t, in.State.Rates[0], 0.)
}

// TestStops reports stops and rotors that no joint has.
func TestStops(t *testing.T) {
	for want, joint := range map[string]mechanism.Joint{
		"lower one first":          {Turns: []r3.Vec{{X: 1}}, Stop: mechanism.Stop{Lower: 1, Upper: -1}},
		"numbers of 0 or more":     {Turns: []r3.Vec{{X: 1}}, Rotor: -1},
		"and 3 axes: expected one": {Turns: mechanism.Ball().Turns, Rotor: 1},
		"and 6 axes: expected one": {Slides: mechanism.Free().Slides, Turns: mechanism.Free().Turns, Stop: mechanism.Stop{Upper: 1}},
		"a stop of the inertia":    {Turns: []r3.Vec{{X: 1}}, Stop: mechanism.Stop{Upper: 1, Time: math.NaN()}},
	} {
		_, err := mechanism.New(mechanism.Mechanism{
			Rest: []r3.Vec{{Y: 1}}, Mass: []float64{1}, Bodies: []mechanism.Body{{Parent: -1, Members: []int{0}, Joint: joint}},
		})
		require.ErrorContains(t, err, want)
	}
}

// TestStopsBackInTime: a stop that pushes a joint at rest back, and gives it a rate, takes that rate
// from it in a step back in time; beyond either limit, also where the stop's time is less than a step.
func TestStopsBackInTime(t *testing.T) {
	for _, limits := range [][2]float64{{0.1, 0.5}, {-0.5, -0.1}} {
		for _, time := range []float64{0.1, 1e-4} {
			body := mechanism.Body{Joint: mechanism.Revolute(r3.Vec{Z: 1}), Parent: -1, Members: []int{0}}
			body.Stop = mechanism.Stop{Lower: limits[0], Upper: limits[1], Inertia: 1, Time: time}
			m, err := mechanism.New(mechanism.Mechanism{Bodies: []mechanism.Body{body}, Rest: []r3.Vec{{X: 1}}, Mass: []float64{1}})
			require.NoError(t, err)
			rate := func(h float64) float64 {
				in := m.NewIntegrator(m.AtRest())
				in.Step(h, nil)
				return in.State.Rates[0]
			}
			ahead, back := rate(1e-3), rate(-1e-3)
			require.Positive(t, ahead*limits[0])
			require.Less(t, math.Abs(ahead)*1e-3, 0.1, "it does not go past the limit")
			if time > 1e-3 {
				require.InEpsilon(t, -ahead, back, 0.05)
			} else {
				require.Negative(t, back*limits[0])
			}
		}
	}
}
