package corpus

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/periodic"
	"gmnc/internal/test/allclose"
	"gmnc/internal/vector"
)

// TestAtoms: 125 atoms begin near a lattice, at rest as a whole, at the wanted speed.
func TestAtoms(t *testing.T) {
	a, err := newAtoms(1)
	require.NoError(t, err)
	require.Len(t, a.position, 125)
	require.Equal(t, [2]int{125, 43}, func() [2]int { n, k := argonExtent(DataSet{}); return [2]int{n, k} }())
	for i, x := range a.position {
		for k, step := range [3]int{i % 5, i / 5 % 5, i / 25} {
			require.InDelta(t, argonApart*float64(step), x[k], 0.5)
		}
	}
	for _, v := range a.velocity {
		require.Less(t, vector.Norm(v), 5*argonSpeed, "speeds are those of a gas")
	}
	a.velocity[3] = [3]float64{100, 100, 100}
	a.heat()
	var mean [3]float64
	square := 0.
	for _, v := range a.velocity {
		mean = vector.Plus(mean, 1, v)
		square += vector.Dot(v, v)
	}
	require.InDelta(t, 0, vector.Norm(mean), 1e-9)
	require.InDelta(t, argonSpeed, math.Sqrt(square/(3*125)), 1e-9)
}

// TestForceOfAtoms: it is 0 at the minimum of the potential, and repels nearer and attracts farther, up to
// the cutoff, by the nearest image.
func TestForceOfAtoms(t *testing.T) {
	const width = 100
	cell, err := periodic.New([3][3]float64{{width}, {0, width}, {0, 0, width}}, [3]bool{true, true, true})
	require.NoError(t, err)
	minimum := math.Pow(2, 1./6) * ArgonSigma
	force := func(r float64) float64 {
		a := &atoms{cell: cell, position: [][3]float64{{0, 0, 0}, {width - r, 0, 0}}, velocity: make([][3]float64, 2), force: make([][3]float64, 2)}
		a.act()
		require.Equal(t, a.force[0], vector.Plus([3]float64{}, -1, a.force[1]))
		return a.force[0][0] // away from the image of the other
	}
	require.InDelta(t, 0, force(minimum), 1e-9)
	for _, r := range []float64{0.95 * minimum, 1.2 * minimum, argonReach - 0.01} {
		sixth := math.Pow(ArgonSigma/r, 6)
		require.InEpsilon(t, 24*ArgonEpsilon*sixth*(2*sixth-1)/r, force(r), 1e-9)
	}
	require.Positive(t, force(0.95*minimum))
	require.Negative(t, force(argonReach-0.01))
	require.Zero(t, force(argonReach+0.01))
}

// TestStepOfAtoms: velocity Verlet keeps the energy of a pair, and a free atom moves along.
func TestStepOfAtoms(t *testing.T) {
	cell, err := periodic.New([3][3]float64{{100}, {0, 100}, {0, 0, 100}}, [3]bool{true, true, true})
	require.NoError(t, err)
	a := &atoms{cell: cell, position: [][3]float64{{0, 0, 0}, {1.3 * ArgonSigma, 0, 0}, {50, 50, 50}}, velocity: [][3]float64{{}, {}, {1, 2, 3}}, force: make([][3]float64, 3)}
	a.act()
	energy := func() float64 {
		r := vector.Distance(a.position[0], a.position[1])
		sixth := math.Pow(ArgonSigma/r, 6)
		return 4*ArgonEpsilon*sixth*(sixth-1) + (vector.Dot(a.velocity[0], a.velocity[0])+vector.Dot(a.velocity[1], a.velocity[1]))/2
	}
	before := energy()
	for range 100 {
		a.step()
	}
	require.Less(t, vector.Distance(a.position[0], a.position[1]), 1.29*ArgonSigma)
	require.InEpsilon(t, before, energy(), 1e-3)
	allclose.Within(t, []float64{50 + 100*argonStep, 50 + 200*argonStep, 50 + 300*argonStep}, a.position[2][:], 1e-9)
	s := a.sample()
	require.InDelta(t, float64(s.Position[6])+argonWithin*argonStep, s.TargetPosition[6], 1e-4)
	require.InDelta(t, float64(s.Position[6])+argonEvery*argonStep, a.position[2][0], 1e-4)
	require.Equal(t, []int64{1, 0, -1}, s.Neighbors)
}

// TestTrueConstants: the constants with which recordings are simulated.
func TestTrueConstants(t *testing.T) {
	require.Equal(t, map[string]float64{"mass of particle 2": 0.54, "gravity of x": 0, "gravity of y": 0, "gravity of z": -9.81, "damping": 0.04}, TrueConstants(Pendulum))
	require.Equal(t, map[string]float64{"mass of particle 1": 0.54, "mass of particle 2": 1.6, "stiffness": 12, "rest_length": 0.9}, TrueConstants(Springs))
	require.Equal(t, map[string]float64{"A": 0.7, "n": 1.5}, TrueConstants(PowerLaw))
	require.Equal(t, map[string]float64{"A": 0.7, "L": 1.2}, TrueConstants(YukawaLaw))
	require.Equal(t, map[string]float64{"mass of 0": 1.2, "mass of 1": 0.7, "damping of 0": 0.08, "damping of 1": 0.05}, TrueConstants(Arm))
	require.Equal(t, map[string]float64{"friction": tossFriction, "restitution": tossRestitution}, TrueConstants(Toss))
	law := func(kind string) func(float64) float64 {
		w, _ := SimulatedSet{Kind: kind}.worldOf()
		require.Equal(t, []float64{1, 1, 1, 1}, w.mass)
		return w.pair
	}
	require.InDelta(t, 0.7/math.Pow(2, 1.5), law(PowerLaw)(2), 1e-12)
	const h = 1e-6
	potential := func(r float64) float64 { return 0.7 * math.Exp(-r/1.2) / r }
	require.InDelta(t, (potential(2-h)-potential(2+h))/(2*h), law(YukawaLaw)(2), 1e-8)
}
