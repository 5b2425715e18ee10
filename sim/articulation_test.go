package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestRods: a body of two particles moves as a stick does, by itself and as a
// part of a chain, and one of several in a row keeps them there.
func TestRods(t *testing.T) {
	members, parents := []int{0, 1, 2, 3}, []int{-1, 0, 1, 2}
	for _, pair := range [][2]system.Objects{
		{{system.Stick.Of(0, 1)}, {system.Body.Of(0, 1)}},
		{{system.TreeOf(members, parents)}, {system.TreeOf(members, parents), system.Body.Of(1, 2)}},
		{{system.TreeOf(members, parents)}, {system.TreeOf(members[1:], []int{-1, 1, 2}), system.Body.Of(0, 1)}},
	} {
		var ends [2][][3]float64
		for i, objects := range pair {
			given := Config{System: system.Composition{4}}.testState(2)
			given.Objects = objects
			in, err := newRungeKutta(given.State, unlimited.of(given.State))
			require.NoError(t, err)
			in.(*rungeKutta).constrain(given.Position, given.Velocity, make([]vector, 4))
			advance(in, 500)
			ends[i] = given.Position
		}
		require.Less(t, largestDifference(ends[0], ends[1]), 1e-10, pair[1])
	}

	given := Config{System: system.Composition{6}}.testState(1)
	for i := 2; i < 5; i++ {
		first, along := load(given.Position[0]), load(given.Position[1]).sub(load(given.Position[0]))
		given.Position[i] = first.add(along.scale(0.4 * float64(i))).store()
	}
	given.Objects = system.Objects{system.Body.Of(0, 1, 2, 3, 4)}
	given.constrain()
	lengths := given.lengths()
	drift, _ := energyDrift(mustRungeKutta(t, given, unlimited), given.State, 1000)
	require.Less(t, drift, 1e-7)
	allclose.Within(t, lengths, given.lengths(), keptLength)
}

// TestBodyInATree: what hangs at several particles of a body.
func TestBodyInATree(t *testing.T) {
	for index := range 5 {
		given := Config{System: system.Composition{8}}.testState(index)
		given.Objects = system.Objects{
			system.TreeOf([]int{0, 1}, []int{-1, 0}), system.TreeOf([]int{4, 5, 6}, []int{-1, 4, 4}), system.Body.Of(1, 2, 3, 4),
		}
		in, err := newRungeKutta(given.State, unlimited.of(given.State))
		require.NoError(t, err)
		in.(*rungeKutta).constrain(given.Position, given.Velocity, make([]vector, 8))
		lengths, momentum, speeds := given.lengths(), given.momentum(), given.speedSum()
		advance(in, 500)
		allclose.Within(t, lengths, given.lengths(), keptLength)
		require.Less(t, given.momentum().sub(momentum).norm()/speeds, keptMomentum)
	}
}

func TestObjectsThatCannotMove(t *testing.T) {
	given := Config{System: system.Composition{6}}.testState(0)
	for want, objects := range map[string]system.Objects{
		"state: the bar of particles 2 and 0 closes a ring, expected trees": {
			system.Stick.Of(0, 1), system.Stick.Of(1, 2), system.Stick.Of(2, 0)},
		"state: the bar of particles 3 and 1 closes a ring, expected trees": {
			system.Body.Of(0, 1), system.Stick.Of(0, 3), system.Stick.Of(3, 1)},
		"state: particle 1 is in two bodies, expected one at most": {system.Body.Of(0, 1), system.Body.Of(1, 2)},
	} {
		given.Objects = objects
		_, err := newRungeKutta(given.State, Settings{}.of(given.State))
		require.EqualError(t, err, want)
	}
}

// TestStepThatIsTooLong leaves not-a-number and no wrong lengths.
func TestStepThatIsTooLong(t *testing.T) {
	given := Config{Shapes: []Shape{Star(5)}}.testState(0)
	in := mustRungeKutta(t, given, Settings{TimeStep: 1e4})
	in.Step()
	require.False(t, given.finite())
}

// TestRootsDoNotMatter: a tree moves as the same bars from another root.
func TestRootsDoNotMatter(t *testing.T) {
	var ends [2][][3]float64
	for i, tree := range []system.Object{
		system.TreeOf([]int{0, 1, 2, 3, 4}, []int{-1, 0, 1, 1, 3}),
		system.TreeOf([]int{4, 3, 1, 0, 2}, []int{-1, 4, 3, 1, 1}),
	} {
		given := Config{System: system.Composition{6}}.testState(1)
		given.Objects = system.Objects{tree}
		given.constrain()
		advance(mustRungeKutta(t, given, Settings{}), 500)
		ends[i] = given.Position
	}
	require.Less(t, largestDifference(ends[0], ends[1]), 1e-10)
}

// BenchmarkConstraints finds the accelerations of growing objects without their
// forces, which are between all pairs: its time grows as the particles do.
func BenchmarkConstraints(b *testing.B) {
	for _, shape := range []Shape{Chain(10), Chain(100), Chain(1000), BinaryTree(1000), Body(1000)} {
		b.Run(shape.Name, func(b *testing.B) {
			given := Config{Shapes: []Shape{shape}}.testState(0)
			in := mustRungeKutta(b, given, Settings{})
			near := make([]vector, len(given.Position))
			for b.Loop() {
				in.arrange(given.Position)
				in.nearest(given.Position, in.force, near)
			}
		})
	}
}
