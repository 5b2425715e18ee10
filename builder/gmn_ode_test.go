package builder_test

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
	"gmnc/system"
)

// TestVerlet: of a single step the displacement by forces is half of the displacement
// with semi-implicit Euler, whose forces act before it for the whole step. The velocity
// has half of the forces at the beginning, and half of those at the end: without the
// second half it would be the rate of the displacement.
func TestVerlet(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 6}
	euler := newModel(t, c)
	c.Integrator = config.Verlet
	verlet := newModel(t, c)
	require.Equal(t, slices.Sorted(maps.Keys(euler.weights)), slices.Sorted(maps.Keys(verlet.weights)), "the same weights")

	free := composition{particles: 5}.draw(rand.New(rand.NewPCG(1, 2)))
	whole, half := euler.predict(t, free), verlet.predict(t, free)
	largest := 0.0
	for i, x := range free.x {
		straight := x.plus(free.v[i])
		byForces := whole.x[i].minus(straight)
		require.Less(t, half.x[i].minus(straight).minus(byForces.times(0.5)).norm(), 0.01*byForces.norm())
		require.Greater(t, half.v[i].minus(half.x[i].minus(x)).norm(), 0.1*byForces.norm())
		largest = max(largest, byForces.norm())
	}
	require.Greater(t, largest, 0.1)
}

// TestInverseSquare: of two particles and one step, forces do what they do by default,
// over the cube of the distance.
func TestInverseSquare(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 6}
	byDifference := newModel(t, c)
	c.Direction = config.InverseSquare
	bySquare := newModel(t, c)
	free := composition{particles: 2}.draw(rand.New(rand.NewPCG(5, 6)))
	first, second := byDifference.predict(t, free), bySquare.predict(t, free)
	distance := free.x[0].minus(free.x[1]).norm()
	soft := math.Pow(distance*distance+1e-3, 1.5)
	for i, x := range free.x {
		straight := x.plus(free.v[i])
		force := second.x[i].minus(straight).times(soft)
		require.Less(t, force.minus(first.x[i].minus(straight)).norm(), 1e-3*force.norm())
	}
}

// TestLawBeyondReach: a step by a law in formulas gets as far from a straight line as its
// force says, farther than the forces of a network may, with every integrator.
func TestLawBeyondReach(t *testing.T) {
	free := composition{particles: 2}.draw(rand.New(rand.NewPCG(5, 6)))
	free.v[1] = free.v[0] // along the line between both the force is the same everywhere
	distance := free.x[0].minus(free.x[1])
	for integrator, part := range map[string]float64{"": 1, config.Verlet: 0.5, config.Midpoint: 0.5, config.RungeKutta4: 0.5} {
		c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Integrator: integrator, Messages: config.NoMessages}
		c.Law = []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 20, "n": 0}}}
		force := distance.times(20 / distance.norm())
		moved := newModel(t, c).predict(t, free)
		for i, x := range free.x {
			require.Less(t, moved.x[i].minus(x.plus(free.v[i])).minus(force.times(part)).norm(), 1e-9, "%s", integrator)
			require.Less(t, moved.v[i].minus(free.v[i]).minus(force).norm(), 1e-9, "%s", integrator)
			force = force.times(-1)
		}
	}
}

// TestLawBeyondReachOfObjects: so do the centres of a stick and of a tree, by the mean of
// the forces on their particles.
func TestLawBeyondReachOfObjects(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Messages: config.NoMessages}
	c.Law = []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 20, "n": 0}}}
	built, err := builder.New(fixtures.WithForests(c), true)
	require.NoError(t, err)
	m := forestModel{built, fixtures.Weights(built, 6, 1)}
	for name, object := range map[string]system.Object{"stick": system.Stick.Of(1, 2), "tree": system.TreeOf([]int{1, 2, 3}, []int{-1, 0, 1})} {
		s := composition{particles: 1 + len(object.Members)}.draw(rand.New(rand.NewPCG(5, 6)))
		for i := range s.charge {
			s.charge[i] = 1
		}
		sample := s.sample()
		sample.Objects = system.Objects{object}
		moved := vectors(m.eval(t, m.Module, m.inputs(m.Module, []system.Sample{sample}))["position"].Float)
		share := 1 / float64(len(object.Members))
		var byForces, want vector
		for _, i := range object.Members {
			byForces = byForces.plus(moved[i].minus(s.x[i].plus(s.v[i])).times(share))
			distance := s.x[i].minus(s.x[0])
			want = want.plus(distance.times(20 * share / distance.norm()))
		}
		require.Greater(t, want.norm(), 4.0, "beyond what networks may")
		require.Less(t, byForces.minus(want).norm(), 1e-4, name)
	}
}

// TestNoMessages: forces between pairs keep the momentum of particles in no object,
// whatever the weights, and see no speed, except for what the limit of displacements
// takes.
func TestNoMessages(t *testing.T) {
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 3, Hidden: 6, Integrator: config.Verlet, Messages: config.NoMessages}
	m := newModel(t, config)
	free := composition{particles: 5}.draw(rand.New(rand.NewPCG(3, 4)))
	momentum := func(velocities []vector) (sum vector) {
		for _, v := range velocities {
			sum = sum.plus(v)
		}
		return sum
	}
	moved := m.predict(t, free)
	require.NotEqual(t, free.v, moved.v)
	require.InDelta(t, 0, momentum(moved.v).minus(momentum(free.v)).norm(), 1e-3)

	faster := free
	faster.v = nil
	push := vector{0.4, -0.2, 0.3}
	for _, v := range free.v {
		faster.v = append(faster.v, v.plus(push))
	}
	ahead := m.predict(t, faster)
	for i, x := range moved.x {
		require.InDelta(t, 0, ahead.x[i].minus(x).minus(push).norm(), 1e-3, "all move along, as their forces are the same")
	}
}

// TestCoarse: with fewer layers the same weights are the same law, up to what finer steps
// mend; without regard to the length of a step they are another.
func TestCoarse(t *testing.T) {
	given := composition{particles: 2, sticks: 2, hinges: 1}.draw(rand.New(rand.NewPCG(5, 6)))
	for _, forces := range []string{"", config.MeanForces} {
		c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 32, Hidden: 6, Forces: forces, Messages: config.NoMessages}
		predicted := func(config config.Config) particles {
			m := newModel(t, config)
			for _, param := range m.Params {
				if isGate(param) { // small forces in each of many steps
					for i := range m.weights[param.Name].Float {
						m.weights[param.Name].Float[i] *= 1e-3
					}
				}
			}
			return m.predict(t, given)
		}
		fine := predicted(c)
		change := func(config config.Config) (sum float64) {
			few := predicted(config)
			for i, x := range fine.x {
				sum += x.minus(few.x[i]).norm() / float64(len(given.x))
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
	given := composition{particles: 2, sticks: 2, hinges: 1}.draw(rand.New(rand.NewPCG(5, 6)))
	// change is how far the particles are on average from where they are in half as many steps.
	change := func(deflection float64) float64 {
		config.Deflection = deflection
		var sum float64
		config.Layers = 16
		few := newModel(t, config).predict(t, given)
		config.Layers = 32
		many := newModel(t, config).predict(t, given)
		for i, x := range many.x {
			sum += x.minus(few.x[i]).norm() / float64(len(many.x))
		}
		return sum
	}
	require.Less(t, change(0.01), 0.01)
	require.Greater(t, change(0), 0.1, "forces in units of a step are others")
}
