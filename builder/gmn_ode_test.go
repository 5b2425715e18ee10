package builder_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
)

// TestVerlet: of a single step the displacement by forces is half of that of
// semi-implicit Euler, whose forces act before it for the whole step. The velocity
// has half of the forces at the beginning, and half of those at the end: without
// the second half it would be that of the displacement.
func TestVerlet(t *testing.T) {
	config := builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: 1, Hidden: 6}
	euler := newModel(t, config)
	config.Integrator = builder.Verlet
	verlet := newModel(t, config)
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
