package mechanics_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/sim"
	"gmnc/system"
)

// TestTreesMoveAsSticksAndHinges: of two particles a tree moves as a stick does;
// of three its bars turn as the bars of a hinge.
func TestTreesMoveAsSticksAndHinges(t *testing.T) {
	m := moving.NewForestModel(t, moving.Newton, 1)
	positions := func(object system.Object) []float64 {
		sample := fixtures.Samples(system.Composition{5}, 1, 3)[0]
		sample.Objects = system.Objects{object}
		inputs := m.Inputs(m.Module, []system.Sample{sample})
		clear(inputs[system.EdgeTypeInput].Float) // kinds of bars differ in their edges
		return m.Eval(t, m.Module, inputs)["position"].Float
	}
	allclose.Within(t, positions(system.Stick.Of(1, 3)), positions(system.TreeOf([]int{3, 1}, []int{-1, 3})), 1e-12)

	hinge, tree := positions(system.Hinge.Of(2, 0, 4)), positions(system.TreeOf([]int{0, 2, 4}, []int{-1, 0, 2}))
	for axis := range 3 {
		for _, end := range []int{0, 4} {
			require.InDelta(t, hinge[3*end+axis]-hinge[6+axis], tree[3*end+axis]-tree[6+axis], 1e-12)
		}
	}
}

// TestTreesMoveFreely: without forces, steps of half the length lead trees
// half as far from where the simulator does. With Verlet the first steps of a
// prediction are a tenth as far, and lose a fifth of the energy at most.
func TestTreesMoveFreely(t *testing.T) {
	for _, f := range []system.Object{
		system.TreeOf([]int{0, 1, 2, 3, 4}, []int{-1, 0, 1, 2, 3}),
		system.TreeOf([]int{2, 0, 4, 3, 1}, []int{-1, 2, 2, 2, 3}),
	} {
		s := swinging(f)
		want := simulated(t, s, f)
		off := func(integrator string, steps int) (most, energy float64) {
			config := moving.Newton
			config.Integrator = integrator
			m := moving.NewForestModel(t, config, steps).WithoutForces()
			sample := s.Sample()
			sample.Objects = system.Objects{f}
			moved := m.Eval(t, m.Module, m.Inputs(m.Module, []system.Sample{sample}))
			for i, x := range moved["position"].Float {
				before, after := float64(sample.Velocity[i]), moved["velocity"].Float[i]
				most, energy = max(most, math.Abs(x-want[i])), energy+(after*after-before*before)/2
			}
			return most, math.Abs(energy)
		}
		coarse, lost := off("", 8)
		fine, less := off("", 16)
		require.Less(t, fine, 0.02)
		require.InEpsilon(t, 2, coarse/fine, 0.2)
		require.InEpsilon(t, 2, lost/less, 0.2)
		verlet, kept := off(config.Verlet, 8)
		require.Less(t, verlet, coarse/10)
		require.Less(t, kept, lost/5)
	}
}

// TestVerletOrders: with half the step the error of every kind of object is a quarter, or
// less of what turns alone, with Verlet and under forces of a network.
func TestVerletOrders(t *testing.T) {
	for name, m := range moving.Machines(t) {
		if slices.Contains(m.Pinned, 1) || m.Objects.Joined() {
			continue // Runge-Kutta's methods move these
		}
		moved := func(steps int) []float64 {
			config := config.Config{Model: "gmn-ode", Integrator: config.Verlet, Messages: config.NoMessages, Deflection: 0.01, Length: 10}
			model := moving.NewForestModel(t, config, steps)
			sample := m.Particles.Sample()
			sample.Objects = m.Objects
			inputs := model.Inputs(model.Module, []system.Sample{sample})
			inputs["position"], inputs["velocity"] = ir.Tensor{Shape: []int{len(m.X), 3}, Float: moving.Rows(m.X)}, ir.Tensor{Shape: []int{len(m.X), 3}, Float: moving.Rows(m.V)}
			after := model.Eval(t, model.Module, inputs)
			return slices.Concat(after["position"].Float, after["velocity"].Float)
		}
		truth := moved(32)
		off := func(steps int) (off float64) {
			for i, x := range moved(steps) {
				off += math.Abs(x - truth[i])
			}
			return off
		}
		require.Greater(t, off(4)/off(8), 3.7, name)
	}
}

// TestOwnWeightsOfSteps: with weights of its own a step has the weights of the law once,
// also with Verlet, which asks the law twice.
func TestOwnWeightsOfSteps(t *testing.T) {
	count := func(weights string, steps int) int {
		config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: steps, Hidden: 4, Depth: 4,
			Integrator: config.Verlet, Dynamics: config.LearnedDynamics, Weights: weights, Messages: config.NoMessages}
		model, err := builder.New(config, false)
		require.NoError(t, err)
		return model.Count()
	}
	require.Equal(t, count("", 2), count(config.OwnWeights, 3)-count(config.OwnWeights, 2))
}

// swinging are particles of a tree, each bar of which turns by itself.
func swinging(tree system.Object) moving.Particles {
	source := rand.New(rand.NewPCG(3, 4))
	s := moving.Particles{X: make([]moving.Vector, len(tree.Members)), V: make([]moving.Vector, len(tree.Members)), Charge: make([]float64, len(tree.Members))}
	for i, member := range tree.Members[1:] {
		parent := tree.Members[tree.Parents[i+1]]
		bar := moving.RandomVector(source, 0.7)
		s.X[member] = s.X[parent].Plus(bar)
		s.V[member] = s.V[parent].Plus(moving.RandomVector(source, 1).Cross(bar))
	}
	return s
}

// simulated are the positions after the time of forest models.
func simulated(t *testing.T, s moving.Particles, object system.Object) []float64 {
	state := system.State{Charge: slices.Clone(s.Charge), Objects: system.Objects{object}}
	for i := range s.X {
		state.Position, state.Velocity = append(state.Position, s.X[i]), append(state.Velocity, s.V[i])
	}
	integrator, err := sim.NewIntegrator(&state, sim.Settings{Method: sim.RungeKutta, TimeStep: 0.002})
	require.NoError(t, err)
	for range 200 {
		integrator.Step()
	}
	var position []float64
	for i := range state.Position {
		position = append(position, state.Position[i][:]...)
	}
	return position
}
