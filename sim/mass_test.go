package sim

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// massive gives a state masses from a tenth to ten, and velocities that keep
// its bars with these.
func massive(given state, random *rand.Rand) state {
	given.Mass = nil
	for range given.Position {
		given.Mass = append(given.Mass, math.Pow(10, 2*random.Float64()-1))
	}
	given.constrain()
	return given
}

// TestMassesOfRandomForests: lengths, momentum and the centre's straight path.
func TestMassesOfRandomForests(t *testing.T) {
	const steps = 300
	for index := range 30 {
		given := massive(randomForest(index).testState(index), stream(7, 8, uint64(index), 0))
		lengths, momentum, center, speeds := given.lengths(), given.momentum(), given.massCenter(), given.speedSum()
		advance(mustRungeKutta(t, given, unlimited), steps)
		allclose.Within(t, lengths, given.lengths(), keptLength)
		require.Less(t, given.momentum().sub(momentum).norm()/speeds, 10*keptMomentum, "masses are up to ten")
		path := momentum.scale(steps * TimeStep / given.totalMass())
		require.Less(t, given.massCenter().sub(center.add(path)).norm(), 10*keptMomentum)
	}
}

func (s state) totalMass() (sum float64) {
	for i := range s.Position {
		sum += s.mass(i)
	}
	return sum
}

func (s state) massCenter() (sum vector) {
	for i, x := range s.Position {
		sum = sum.add(load(x).scale(s.mass(i) / s.totalMass()))
	}
	return sum
}

// TestMassesEnergyDrift falls as the fourth power of the step, as it does with
// masses of 1.
func TestMassesEnergyDrift(t *testing.T) {
	const step, steps = 0.02, 40
	var ratios []float64
	for index := range 30 {
		drift := func(refined int) (float64, bool) {
			given := massive(randomForest(index).testState(index), stream(7, 8, uint64(index), 0))
			in := mustRungeKutta(t, given, Settings{TimeStep: step / float64(refined)})
			return energyDrift(in, in.state, steps*refined)
		}
		coarse, one := drift(1)
		fine, other := drift(2)
		if one && other && coarse > energyRounding {
			ratios = append(ratios, coarse/fine)
		}
	}
	t.Logf("%.1f", ratios)
	require.GreaterOrEqual(t, len(ratios), 10, "too few trajectories to compare")
	require.Greater(t, median(ratios), 10.0)
}

// TestDumbbell: two masses on a bar turn evenly about their center of mass,
// which moves evenly, whatever force is along the bar.
func TestDumbbell(t *testing.T) {
	const steps = 2000
	for _, object := range []system.Object{system.TreeOf([]int{0, 1}, []int{-1, 0}), system.Stick.Of(0, 1), system.Body.Of(1, 0)} {
		given := state{&system.State{
			Position: [][3]float64{{1, 2, 3}, {1.5, 2, 3}},
			Velocity: [][3]float64{{0.25, 0.5, 0}, {0.25, -0.5, 1}}, // nothing along the bar
			Charge:   []float64{1, -1}, Mass: []float64{0.5, 3}, Objects: system.Objects{object},
		}}
		from, speed := given.massCenter(), given.momentum().scale(1/given.totalMass())
		bar := load(given.Position[1]).sub(load(given.Position[0]))
		turning := bar.cross(load(given.Velocity[1]).sub(load(given.Velocity[0]))).scale(1 / bar.dot(bar))
		advance(mustRungeKutta(t, given, Settings{}), steps)

		time := steps * TimeStep
		bar = bar.rotate(turning, time)
		center := from.add(speed.scale(time))
		want := [][3]float64{center.sub(bar.scale(3 / 3.5)).store(), center.add(bar.scale(0.5 / 3.5)).store()}
		require.Less(t, largestDifference(want, given.Position), 1e-10, object.Kind.Name)
	}
}

// TestMassesOfRods: bodies of unequal masses by their bars, in the tree of
// TestRods.
func TestMassesOfRods(t *testing.T) {
	members, parents := []int{0, 1, 2, 3}, []int{-1, 0, 1, 2}
	var ends [2][][3]float64
	for i, objects := range []system.Objects{
		{system.TreeOf(members, parents)}, {system.TreeOf(members, parents), system.Body.Of(1, 2)},
	} {
		given := Config{System: system.Composition{4}}.testState(2)
		given.Objects = objects
		given = massive(given, stream(7, 8, 9, 0))
		in, err := newRungeKutta(given.State, Settings{}.of(given.State))
		require.NoError(t, err)
		advance(in, 500)
		ends[i] = given.Position
	}
	require.Less(t, largestDifference(ends[0], ends[1]), 1e-10)
}

// TestMassesOfOne give the bits of none.
func TestMassesOfOne(t *testing.T) {
	var ends [2]*system.State
	for i, mass := range [][]float64{nil, slices.Repeat([]float64{1}, 14)} {
		given := forests[3].testState(1)
		given.Mass = mass
		advance(mustRungeKutta(t, given, Settings{}), 200)
		ends[i] = given.State
	}
	require.Equal(t, ends[0].Position, ends[1].Position)
	require.Equal(t, ends[0].Velocity, ends[1].Velocity)
}

func TestBadMasses(t *testing.T) {
	given := newTestState(system.Composition{1, 1}, 0)
	for want, mass := range map[string][]float64{
		"state: has 3 positions and 2 masses, expected equal numbers, or no masses for 1 each": {1, 2},
		"state: the mass of particle 1 is 0, expected a positive number":                       {1, 0, 1},
		"state: the mass of particle 2 is NaN, expected a positive number":                     {1, 1, math.NaN()},
		"state: the mass of particle 0 is +Inf, expected a positive number":                    {math.Inf(1), 1, 1},
	} {
		given.Mass = mass
		_, err := NewIntegrator(given.State, Settings{})
		require.EqualError(t, err, want)
	}
	given.Mass = []float64{1, 2, 3}
	_, err := NewIntegrator(given.State, Settings{Method: SemiImplicitEuler})
	require.EqualError(t, err, "integrator semi-implicit-euler moves free particles of mass 1 by charges alone: leave integrator out")
	_, err = NewIntegrator(given.State, Settings{})
	require.NoError(t, err, "the other one takes them")
}
