package mechanics_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/moving"
	"gmnc/system"
)

// TestVerlet: of a single step the displacement by forces is half of the displacement
// with semi-implicit Euler, whose forces act before it for the whole step. The velocity
// has half of the forces at the beginning, and half of those at the end: without the
// second half it would be the rate of the displacement.
func TestVerlet(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 6}
	euler := moving.NewModel(t, c)
	c.Integrator = config.Verlet
	verlet := moving.NewModel(t, c)
	require.Equal(t, slices.Sorted(maps.Keys(euler.Weights)), slices.Sorted(maps.Keys(verlet.Weights)), "the same weights")

	free := moving.Composition{Particles: 5}.Draw(rand.New(rand.NewPCG(1, 2)))
	whole, half := euler.Predict(t, free), verlet.Predict(t, free)
	largest := 0.0
	for i, x := range free.X {
		straight := x.Plus(free.V[i])
		byForces := whole.X[i].Minus(straight)
		require.Less(t, half.X[i].Minus(straight).Minus(byForces.Times(0.5)).Norm(), 0.01*byForces.Norm())
		require.Greater(t, half.V[i].Minus(half.X[i].Minus(x)).Norm(), 0.1*byForces.Norm())
		largest = max(largest, byForces.Norm())
	}
	require.Greater(t, largest, 0.1)
}

// TestInverseSquare: of two particles and one step, forces do what they do by default,
// over the cube of the distance.
func TestInverseSquare(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 6}
	byDifference := moving.NewModel(t, c)
	c.Direction = config.InverseSquare
	bySquare := moving.NewModel(t, c)
	free := moving.Composition{Particles: 2}.Draw(rand.New(rand.NewPCG(5, 6)))
	first, second := byDifference.Predict(t, free), bySquare.Predict(t, free)
	distance := free.X[0].Minus(free.X[1]).Norm()
	soft := math.Pow(distance*distance+1e-3, 1.5)
	for i, x := range free.X {
		straight := x.Plus(free.V[i])
		force := second.X[i].Minus(straight).Times(soft)
		require.Less(t, force.Minus(first.X[i].Minus(straight)).Norm(), 1e-3*force.Norm())
	}
}

// TestLawBeyondReach: a step by a law in formulas gets as far from a straight line as its
// force says, farther than the forces of a network may, with every integrator.
func TestLawBeyondReach(t *testing.T) {
	free := moving.Composition{Particles: 2}.Draw(rand.New(rand.NewPCG(5, 6)))
	free.V[1] = free.V[0] // along the line between both the force is the same everywhere
	distance := free.X[0].Minus(free.X[1])
	for integrator, part := range map[string]float64{"": 1, config.Verlet: 0.5, config.Midpoint: 0.5, config.RungeKutta4: 0.5} {
		c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Integrator: integrator, Messages: config.NoMessages}
		c.Law = []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 20, "n": 0}}}
		force := distance.Times(20 / distance.Norm())
		moved := moving.NewModel(t, c).Predict(t, free)
		for i, x := range free.X {
			require.Less(t, moved.X[i].Minus(x.Plus(free.V[i])).Minus(force.Times(part)).Norm(), 1e-9, "%s", integrator)
			require.Less(t, moved.V[i].Minus(free.V[i]).Minus(force).Norm(), 1e-9, "%s", integrator)
			force = force.Times(-1)
		}
	}
}

// TestLawBeyondReachOfObjects: so do the centers of a stick and of a tree, by the mean of
// the forces on their particles.
func TestLawBeyondReachOfObjects(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Messages: config.NoMessages}
	c.Law = []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 20, "n": 0}}}
	built, err := builder.New(fixtures.WithForests(c), true)
	require.NoError(t, err)
	m := moving.ForestModel{Model: built, Weights: fixtures.Weights(built, 6, 1)}
	for name, object := range map[string]system.Object{"stick": system.Stick.Of(1, 2), "tree": system.TreeOf([]int{1, 2, 3}, []int{-1, 0, 1})} {
		s := moving.Composition{Particles: 1 + len(object.Members)}.Draw(rand.New(rand.NewPCG(5, 6)))
		for i := range s.Charge {
			s.Charge[i] = 1
		}
		sample := s.Sample()
		sample.Objects = system.Objects{object}
		moved := moving.Vectors(m.Eval(t, m.Module, m.Inputs(m.Module, []system.Sample{sample}))["position"].Float)
		share := 1 / float64(len(object.Members))
		var byForces, want moving.Vector
		for _, i := range object.Members {
			byForces = byForces.Plus(moved[i].Minus(s.X[i].Plus(s.V[i])).Times(share))
			distance := s.X[i].Minus(s.X[0])
			want = want.Plus(distance.Times(20 * share / distance.Norm()))
		}
		require.Greater(t, want.Norm(), 4.0, "beyond what networks may")
		require.Less(t, byForces.Minus(want).Norm(), 1e-4, name)
	}
}

// TestNoMessages: forces between pairs keep the momentum of particles in no object,
// whatever the weights, and see no speed, except for what the limit of displacements
// takes.
func TestNoMessages(t *testing.T) {
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 3, Hidden: 6, Integrator: config.Verlet, Messages: config.NoMessages}
	m := moving.NewModel(t, config)
	free := moving.Composition{Particles: 5}.Draw(rand.New(rand.NewPCG(3, 4)))
	momentum := func(velocities []moving.Vector) (sum moving.Vector) {
		for _, v := range velocities {
			sum = sum.Plus(v)
		}
		return sum
	}
	moved := m.Predict(t, free)
	require.NotEqual(t, free.V, moved.V)
	require.InDelta(t, 0, momentum(moved.V).Minus(momentum(free.V)).Norm(), 1e-3)

	faster := free
	faster.V = nil
	push := moving.Vector{0.4, -0.2, 0.3}
	for _, v := range free.V {
		faster.V = append(faster.V, v.Plus(push))
	}
	ahead := m.Predict(t, faster)
	for i, x := range moved.X {
		require.InDelta(t, 0, ahead.X[i].Minus(x).Minus(push).Norm(), 1e-3, "all move along, as their forces are the same")
	}
}

// TestCoarse: with fewer layers the same weights are the same law, up to what finer steps
// mend; without regard to the length of a step they are another.
func TestCoarse(t *testing.T) {
	given := moving.Composition{Particles: 2, Sticks: 2, Hinges: 1}.Draw(rand.New(rand.NewPCG(5, 6)))
	for _, forces := range []string{"", config.MeanForces} {
		c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 32, Hidden: 6, Forces: forces, Messages: config.NoMessages}
		predicted := func(config config.Config) moving.Particles {
			m := moving.NewModel(t, config)
			for _, param := range m.Params {
				if moving.IsGate(param) { // small forces in each of many steps
					for i := range m.Weights[param.Name].Float {
						m.Weights[param.Name].Float[i] *= 1e-3
					}
				}
			}
			return m.Predict(t, given)
		}
		fine := predicted(c)
		change := func(config config.Config) (sum float64) {
			few := predicted(config)
			for i, x := range fine.X {
				sum += x.Minus(few.X[i]).Norm() / float64(len(given.X))
			}
			return sum
		}
		other := c
		other.Layers = 16
		require.Greater(t, change(other), 0.01)
		require.Less(t, change(c.Coarse(16)), 0.2*change(other), forces)
	}
}

// TestForcesInDeflections: the same weights are the same law in any number of steps,
// up to what finer steps mend, where forces are in units of the data's deflection.
func TestForcesInDeflections(t *testing.T) {
	config := config.Config{Model: "gmn-ode", Form: config.Published, Hidden: 6, Integrator: config.Verlet, Messages: config.NoMessages}
	given := moving.Composition{Particles: 2, Sticks: 2, Hinges: 1}.Draw(rand.New(rand.NewPCG(5, 6)))
	// change is how far the particles are on average from where they are in half as many steps.
	change := func(deflection float64) float64 {
		config.Deflection = deflection
		var sum float64
		config.Layers = 16
		few := moving.NewModel(t, config).Predict(t, given)
		config.Layers = 32
		many := moving.NewModel(t, config).Predict(t, given)
		for i, x := range many.X {
			sum += x.Minus(few.X[i]).Norm() / float64(len(many.X))
		}
		return sum
	}
	require.Less(t, change(0.01), 0.01)
	require.Greater(t, change(0), 0.1, "forces in units of a step are others")
}
