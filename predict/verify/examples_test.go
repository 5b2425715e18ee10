package verify

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
)

// TestPerturbed systems are near their input, by a tenth of the distance of particles at most,
// and some keep its velocities, its plane or its rest.
func TestPerturbed(t *testing.T) {
	input := system.Sample{Position: []float32{0, 0, 2, 4, 0, 2, 0, 4, 2, 4, 4, 2}, Velocity: []float32{1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}}
	system.Pinned.Set(&input, []float32{0, 0, 1, 0})
	inputs := Examples(config.Config{}, []system.Example{{Sample: input}}, false)
	require.Equal(t, "training input 0", inputs[0].Name)
	require.True(t, inputs[0].Own)
	groups := Perturbed(config.Config{}, nil, inputs, 200, rand.New(rand.NewPCG(1, 2)))
	require.Equal(t, "perturbed training input 0", groups[0].Name)
	require.False(t, groups[0].Own)
	require.Len(t, groups[0].Samples, 200)
	apart := input.Extent() / math.Cbrt(4)
	var planar, sameVelocity, nearest, farthest float64
	nearest = math.Inf(1)
	for _, s := range groups[0].Samples {
		if equalAlong(s.Position, 2) {
			planar++
		}
		same := true
		for i := range s.Velocity {
			same = same && s.Velocity[i] == input.Velocity[i]
		}
		if same {
			sameVelocity++
		}
		require.Equal(t, []float32{0, 0, 0}, s.Velocity[6:9], "a pinned particle rests")
		moved := 0.0
		for i := range s.Position {
			moved = max(moved, math.Abs(float64(s.Position[i]-input.Position[i])))
		}
		nearest, farthest = min(nearest, moved/apart), max(farthest, moved/apart)
	}
	require.InDelta(t, 100, planar, 25)
	require.InDelta(t, 100, sameVelocity, 25)
	require.Less(t, nearest, 5e-3)
	require.Greater(t, farthest, 0.1)
	require.Less(t, farthest, 0.4)
	require.Equal(t, []float32{0, 0, 2}, input.Position[:3], "the input stays")

	still := input
	still.Velocity = make([]float32, 12)
	for _, s := range Perturbed(config.Config{}, nil, Examples(config.Config{}, []system.Example{{Sample: still}}, false), 20, rand.New(rand.NewPCG(1, 2)))[0].Samples {
		require.Equal(t, still.Velocity, s.Velocity, "what rests stays at rest")
	}
	shaped := config.Config{Fields: []string{system.Planes.Name}}
	for _, s := range Perturbed(shaped, nil, Examples(shaped, []system.Example{{Sample: input}}, false), 20, rand.New(rand.NewPCG(1, 2)))[0].Samples {
		require.Equal(t, input.Position, s.Position)
		require.Zero(t, s.Velocity[1], "faster or slower as a whole")
	}
}

// TestAmbiguousNeighbors: only listed neighbors count, the first particle too, and empty slots do not.
func TestAmbiguousNeighbors(t *testing.T) {
	s := system.Sample{Position: []float32{0, 0, 0, 2, 0, 0, 1, 0, 0}, Velocity: make([]float32, 9)}
	require.False(t, ambiguous(&s), "no cell")
	for k, f := range sides {
		v := make([]float32, 3)
		v[k] = 4
		f.Set(&s, v)
	}
	require.True(t, ambiguous(&s), "all are neighbors")
	for want, lists := range map[bool][][]int64{true: {{-1, 0, -1}, {1, -1, -1}}, false: {{-1, -1, -1}, {2, 2, 0}, {-1, 2, 1}}} {
		for _, s.Neighbors = range lists {
			require.Equal(t, want, ambiguous(&s), "%v", s.Neighbors)
		}
	}
}

// TestExamplesInGroups: a topology inside keeps numbers, a robot inside its place, and a system
// in whose cell images are equally near is left out.
func TestExamplesInGroups(t *testing.T) {
	celled := func(distance float32) system.Example {
		s := system.Sample{Position: []float32{0, 0, 0, distance, 0, 0}, Velocity: make([]float32, 6)}
		for k, f := range sides {
			v := make([]float32, 3)
			v[k] = 4
			f.Set(&s, v)
		}
		return system.Example{Sample: s}
	}
	groups := Examples(config.Config{}, []system.Example{celled(2), celled(1)}, false)
	require.Len(t, groups, 1)
	require.Equal(t, "training input 1", groups[0].Name)
	require.False(t, groups[0].Fixed || groups[0].Still)
	require.True(t, Examples(config.Config{}, []system.Example{celled(1)}, true)[0].Fixed)
	jointed := config.Config{Fields: []string{system.TurnAxis.Name}}
	require.Equal(t, jointed.Jointed(), Examples(jointed, []system.Example{celled(1)}, true)[0].Still)
	require.True(t, jointed.Jointed())
	for _, s := range Perturbed(config.Config{}, nil, Examples(config.Config{}, []system.Example{celled(1.99)}, false), 50, rand.New(rand.NewPCG(1, 2)))[0].Samples {
		require.False(t, ambiguous(&s))
	}
}

// TestRootMeanSquare: the mean is over all numbers, of one too, and is 0 of none.
func TestRootMeanSquare(t *testing.T) {
	require.Zero(t, rootMeanSquare(nil))
	require.InDelta(t, 3, rootMeanSquare([]float32{-3}), 1e-12)
	require.InDelta(t, 5, rootMeanSquare([]float32{1, -7}), 1e-12)
}
