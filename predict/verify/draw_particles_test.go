package verify

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
)

// TestOfParticles: systems of certain particles are drawn without objects, in sticks and in hinges, and, of two particles and more, in a tree and
// in a body of all if the model takes these.
func TestOfParticles(t *testing.T) {
	names := func(c config.Config, n int) (names []string) {
		for _, group := range ofParticles(c, n) {
			require.True(t, group.Fixed)
			require.Len(t, group.Samples, perComposition)
			for i := range group.Samples {
				require.Equal(t, n, group.Samples[i].Particles())
			}
			names = append(names, group.Name)
		}
		return names
	}
	c := config.Config{Depth: 2, Bodies: true}
	require.Equal(t, []string{"(1,0,0)", "(1,0,0)", "(1,0,0)"}, names(c, 1))
	require.Len(t, names(c, 2), 5)
	require.Len(t, names(config.Config{}, 2), 3)
	require.Len(t, names(config.Config{Depth: 1}, 2), 4)
	require.Len(t, names(config.Config{Bodies: true}, 2), 4)
	groups := ofParticles(c, 7)
	for i, want := range []string{"(7,0,0)", "(1,3,0)", "(1,0,2)", "(a tree of rigid bars)", "(a rigid body)"} {
		require.Equal(t, want, groups[i].Name)
	}
	for i := range perComposition {
		tree := groups[3].Samples[i].Objects
		require.Equal(t, 2, tree.Depth())
		members := 0
		for _, object := range tree {
			require.Equal(t, system.Tree, object.Kind)
			members += len(object.Members)
		}
		require.Greater(t, members, 4)
		body := groups[4].Samples[i].Objects
		require.Len(t, body, 1)
		require.Equal(t, system.Body, body[0].Kind)
		require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6}, body[0].Members)
	}
}

// TestNotDeeper: a branch with more bars than a model takes begins a new tree.
func TestNotDeeper(t *testing.T) {
	for most, want := range map[int][]int{1: {-1, 0, -1, 2, -1}, 2: {-1, 0, 1, -1, 3}, 3: {-1, 0, 1, 2, -1}, 9: {-1, 0, 1, 2, 3}} {
		require.Equal(t, want, notDeeper([]int{-1, 0, 1, 2, 3}, most), most)
	}
	require.Equal(t, []int64{-1, 0, 0, 1}, notDeeper([]int64{-1, 0, 0, 1}, 2))
}

// TestBodiesOfParticles: the members of a drawn body are not all at one point, with and without known lengths of bars.
func TestBodiesOfParticles(t *testing.T) {
	for _, bar := range []*system.Range{nil, {}, {Least: 2, Most: 2}} {
		d := drawing{ranges: &system.Ranges{Bar: bar, Speed: &system.Range{Least: 1, Most: 1}}, source: rand.New(rand.NewPCG(1, 2))}
		x, v := make([][3]float64, 4), make([][3]float64, 4)
		d.placeBody([]int{1, 3, 2}, x, v)
		require.Equal(t, [3]float64{}, x[1])
		require.NotEqual(t, [3]float64{}, x[2], "the last member")
		require.Equal(t, bar != nil && bar.Most > 0, x[3] != [3]float64{})
		require.Equal(t, [3]float64{}, x[0])
	}
}

// TestFramedFields: fields that change from frame to frame have other values in each of eight frames, and others are not in the trajectory.
func TestFramedFields(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
	give(&s, config.Config{Fields: []string{system.Mass.Name}}, rand.New(rand.NewPCG(1, 2)))
	require.Nil(t, s.Trajectory)
	give(&s, config.Config{Fields: []string{system.Mass.Name, system.Force.Name}, PerFrame: []string{system.Force.Name}}, rand.New(rand.NewPCG(1, 2)))
	require.Len(t, s.Trajectory.Given, 1)
	values := s.Trajectory.Given[0].Values
	require.Len(t, values, 8*6)
	require.Equal(t, system.Force.Of(&s), values[:6])
	for frame := 1; frame < 8; frame++ {
		require.NotEqual(t, values[:6], values[6*frame:6*frame+6])
	}
	require.Equal(t, 8, s.Trajectory.Frames())
}

// TestDrawnBoxes: cubes have half an edge of a fifth of the extent, and the second is a tenth of that deep in the first and comes nearer.
func TestDrawnBoxes(t *testing.T) {
	c := config.Config{NoCharge: true, Time: 0.5, Fields: []string{"planes", "box"}}
	speed := &system.Range{Most: 1}
	timeless := c
	timeless.Time = 0
	at := system.Sample{Velocity: boxes(timeless, nil).Samples[0].Velocity[24:27]}
	require.InDelta(t, 0.1*0.5, math.Sqrt(float64(at.Velocity[0]*at.Velocity[0]+at.Velocity[1]*at.Velocity[1]+at.Velocity[2]*at.Velocity[2])), 1e-6)
	for _, k := range []struct {
		ranges *system.Ranges
		half   float64
	}{{nil, 0.5}, {&system.Ranges{}, 0.5}, {&system.Ranges{Extent: &system.Range{}, Speed: speed}, 0.5}, {&system.Ranges{Extent: &system.Range{Most: 50}, Speed: speed}, 10}} {
		group := boxes(c, k.ranges)
		require.Equal(t, "(boxes)", group.Name)
		for _, s := range group.Samples {
			require.Len(t, s.Objects, 2)
			for cube := range 2 {
				require.InDelta(t, 2*k.half*math.Sqrt(3), system.Distance(s.Position, 8*cube, 8*cube+7), 1e-4*k.half)
				require.InDelta(t, 2*k.half, system.Distance(s.Position, 8*cube, 8*cube+1), 1e-4*k.half)
			}
			corners := make([]float64, 8) // of the second cube, from the middle of the first
			for i := range corners {
				var square float64
				for axis := range 3 {
					middle := float64(s.Position[axis]+s.Position[21+axis]) / 2
					square += math.Pow(float64(s.Position[3*(8+i)+axis])-middle, 2)
				}
				corners[i] = math.Sqrt(square)
			}
			nearest := corners[0]
			for _, corner := range corners {
				nearest = min(nearest, corner)
			}
			require.InDelta(t, 0.9*k.half, nearest, 1e-4*k.half)
			for i, want := range []float64{0.1 * k.half / 2 / 0.5, 0.1 * k.half / 0.5} {
				v := s.Velocity[24*i : 24*i+3]
				require.InDelta(t, want, math.Sqrt(float64(v[0]*v[0]+v[1]*v[1]+v[2]*v[2])), 1e-5*k.half)
			}
		}
	}
}

// TestLengthsOfEdges: where the lengths of bars may be 0, the last member of a body is as far away as the longest.
func TestLengthsOfEdges(t *testing.T) {
	d := drawing{ranges: &system.Ranges{Bar: &system.Range{Most: 3}, Speed: &system.Range{Most: 1}}, region: Edges, source: rand.New(rand.NewPCG(1, 2))}
	for range 20 {
		x, v := make([][3]float64, 2), make([][3]float64, 2)
		d.placeBody([]int{0, 1}, x, v)
		require.InDelta(t, 3, math.Sqrt(x[1][0]*x[1][0]+x[1][1]*x[1][1]+x[1][2]*x[1][2]), 1e-12)
	}
}

// TestRangesThatAreNotKnown: no systems are drawn where structures, extents or speeds are not known.
func TestRangesThatAreNotKnown(t *testing.T) {
	some, structures := &system.Range{Least: 1, Most: 2}, []system.Structure{{Particles: 2}}
	for _, c := range []struct {
		ranges *system.Ranges
		groups int
	}{
		{nil, 0}, {&system.Ranges{}, 0}, {&system.Ranges{Extent: some, Speed: some}, 0}, {&system.Ranges{Structures: structures, Speed: some}, 0},
		{&system.Ranges{Structures: structures, Extent: some}, 0}, {&system.Ranges{Structures: structures, Extent: some, Speed: some}, 1},
	} {
		groups, err := InRanges(config.Config{Model: "gmn"}, c.ranges, Inside, 3, rand.New(rand.NewPCG(1, 2)))
		require.NoError(t, err)
		require.Len(t, groups, c.groups)
		if c.groups > 0 {
			require.Len(t, groups[0].Samples, 3)
			require.Equal(t, "within the training ranges", groups[0].Name)
			require.False(t, groups[0].Fixed)
		}
	}
}

// TestLongestChain: a drawn chain has as many bars as the model takes, and twelve at most.
func TestLongestChain(t *testing.T) {
	for depth, bars := range map[int]int{1: 1, 5: 5, 12: 12, 50: 12} {
		chain := forests(config.Config{Depth: depth})[0].Samples[0]
		require.Equal(t, bars, chain.Objects.Depth())
		require.Equal(t, bars+1, chain.Particles())
	}
}

// TestFactors: sizes scale if they differ by a factor of three or more, and not by numbers that are no sizes.
func TestFactors(t *testing.T) {
	for by, want := range map[float64]float64{2.95: 1, 3: 3, 3.05: 3.05, 1 / 2.95: 1, 1 / 3.05: 1 / 3.05, 0: 1, -5: 1, math.Inf(1): math.Inf(1)} {
		require.Equal(t, want, factor(by))
	}
	require.Equal(t, 1., factor(math.NaN()))
	values := []float32{1, -2}
	multiply(values, 2)
	require.Equal(t, []float32{1, -2}, values)
	multiply(values, 4)
	require.Equal(t, []float32{4, -8}, values)
}
