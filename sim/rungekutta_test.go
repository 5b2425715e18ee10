package sim

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sbinet/npyio/npz"
	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

const (
	// The least displacements leave of a length the rounding of positions of a
	// few units.
	keptLength = 1e-11
	// Relative to the sum of the initial speeds: rounding of every step adds up.
	keptMomentum = 1e-11
	// Relative to the initial kinetic energy: less says nothing of a method.
	energyRounding = 1e-11
)

// forests are systems of every kind of objects. A body of two particles is a
// rod, which has no inertia about its line.
var forests = []Config{
	{Shapes: []Shape{Chain(4)}},
	{System: system.Composition{1}, Shapes: []Shape{Body(4)}},
	{Shapes: []Shape{Body(2), Chain(3)}},
	{System: system.Composition{2}, Shapes: []Shape{Chain(4), Star(4), Body(4)}},
	{System: system.Composition{2}, Shapes: []Shape{BinaryTree(8)}},
	{System: system.Composition{1, 1, 1}, Shapes: []Shape{Body(3)}},
	{System: system.Composition{0, 2, 2}},
	{System: system.Composition{1}, Shapes: []Shape{Chain(3).withBody(4), Star(3).withBody(2)}},
}

func (c Config) testState(index int) state {
	return state{newState(c, stream(3, 4, uint64(index), 0))}
}

func mustRungeKutta(t testing.TB, given state, settings Settings) *rungeKutta {
	t.Helper()
	settings.Method = RungeKutta
	in, err := NewIntegrator(given.State, settings)
	require.NoError(t, err)
	return in.(*rungeKutta)
}

// clamped reports whether a force of the last stage reached the limit.
func (in *rungeKutta) clamped() bool {
	coulomb(in.position, in.state.Charge, in.ForceLimit, in.force)
	return atLimit(in.force, in.ForceLimit)
}

// TestForestsOverAWholeTrajectory: lengths and momentum, through close
// encounters. Without a limit forces cancel in pairs, however large they are.
func TestForestsOverAWholeTrajectory(t *testing.T) {
	for index, forest := range forests {
		given := forest.testState(index)
		lengths, momentum, speeds := given.lengths(), given.momentum(), given.speedSum()
		in := mustRungeKutta(t, given, unlimited)
		var stretch, push float64
		for range wholeTrajectory / frameSteps {
			advance(in, frameSteps)
			for i, length := range given.lengths() {
				stretch = max(stretch, math.Abs(length-lengths[i]))
			}
			push = max(push, given.momentum().sub(momentum).norm()/speeds)
		}
		t.Logf("(%s): lengths %.1e, momentum %.1e", Describe(forest.System, forest.Shapes), stretch, push)
		require.Less(t, stretch, keptLength)
		require.Less(t, push, keptMomentum)
	}
}

var unlimited = Settings{ForceLimit: math.Inf(1)}

// TestRandomForests: lengths and momentum of trees of any form and bodies of
// any size.
func TestRandomForests(t *testing.T) {
	for index := range 30 {
		given := randomForest(index).testState(index)
		lengths, momentum, speeds := given.lengths(), given.momentum(), given.speedSum()
		advance(mustRungeKutta(t, given, unlimited), 300)
		allclose.Within(t, lengths, given.lengths(), keptLength)
		require.Less(t, given.momentum().sub(momentum).norm()/speeds, keptMomentum)
	}
}

// randomForest is up to four particles, trees and bodies.
func randomForest(index int) Config {
	random := stream(5, 6, uint64(index), 0)
	c := Config{System: system.Composition{1 + random.IntN(4)}}
	for range 1 + random.IntN(3) {
		size := 2 + random.IntN(7)
		shape := Body(size)
		if random.IntN(3) > 0 {
			shape = treeOf("tree", size, func(i int) int { return random.IntN(max(1, i)) })
		}
		c.Shapes = append(c.Shapes, shape)
	}
	return c
}

// TestForestsEnergyDrift falls as the fourth power of the step; a wrong term
// would leave one that does not vanish.
func TestForestsEnergyDrift(t *testing.T) {
	const step, steps = 0.02, 40
	for _, forest := range forests {
		var ratios []float64
		for index := range 12 {
			drift := func(refined int) (float64, bool) {
				in := mustRungeKutta(t, forest.testState(index), Settings{TimeStep: step / float64(refined)})
				return energyDrift(in, in.state, steps*refined)
			}
			coarse, one := drift(1)
			fine, other := drift(2)
			if one && other && coarse > energyRounding {
				ratios = append(ratios, coarse/fine)
				require.Greater(t, coarse/fine, 2.0)
			}
		}
		require.GreaterOrEqual(t, len(ratios), 5, "too few trajectories to compare")
		t.Logf("(%s): %.1f", Describe(forest.System, forest.Shapes), ratios)
		require.Greater(t, median(ratios), 10.0)
	}
}

// TestIntegratorsAgree: the paper's integrator approaches the other one as its
// step shrinks, to first order.
func TestIntegratorsAgree(t *testing.T) {
	const time = 0.05
	var ratios []float64
	for index := range 20 {
		fine := newTestState(system.Composition{3, 2, 1}, index)
		advance(mustRungeKutta(t, fine, Settings{}), time/TimeStep)
		difference := func(steps int) float64 {
			coarse := newTestState(system.Composition{3, 2, 1}, index)
			advance(mustEuler(t, coarse, time/float64(steps)), steps)
			return largestDifference(fine.Position, coarse.Position)
		}
		ratios = append(ratios, difference(100)/difference(1000))
	}
	require.InDelta(t, 10, median(ratios), 0.1)
}

// TestReproducesMuJoCo: chains, stars, binary trees and isolated particles of
// an independent engine, with ball joints in coordinates of their own.
func TestReproducesMuJoCo(t *testing.T) {
	const (
		systems           = 8
		firstFrame, tenth = 1e-8, 1e-6 // median over systems
	)
	file, err := npz.Open(filepath.Join(testenv.Data(t), "trees", "trajectories_trees.npz"))
	require.NoError(t, err)
	defer file.Close()
	var early, late []float64
	for k := range systems {
		var x, v, charge []float64
		var parents []int64
		for key, into := range map[string]any{"x": &x, "v": &v, "charge": &charge, "parents": &parents} {
			require.NoError(t, file.Read(fmt.Sprintf("s%d_%s.npy", k, key), into))
		}
		n := len(charge)
		frame := func(values []float64, frame int) (vectors [][3]float64) {
			for vector := range slices.Chunk(values[3*n*frame:3*n*(frame+1)], 3) {
				vectors = append(vectors, [3]float64(vector))
			}
			return vectors
		}
		given := state{&system.State{Position: frame(x, 0), Velocity: frame(v, 0), Charge: charge}}
		given.Objects, err = system.Tree.Numbered(parents, nil)
		require.NoError(t, err)
		in := mustRungeKutta(t, given, Settings{})
		advance(in, frameSteps)
		early = append(early, largestDifference(given.Position, frame(x, 1)))
		advance(in, 9*frameSteps)
		late = append(late, largestDifference(given.Position, frame(x, 10)))
	}
	t.Logf("median difference %.1e at t = 0.1, %.1e at t = 1", median(early), median(late))
	require.Less(t, median(early), firstFrame)
	require.Less(t, median(late), tenth)
}

func BenchmarkStep(b *testing.B) {
	given := Config{System: system.Composition{2}, Shapes: []Shape{Chain(4), Star(4)}}.testState(0)
	in := mustRungeKutta(b, given, Settings{})
	for b.Loop() {
		in.Step()
	}
}
