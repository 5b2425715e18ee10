package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestMassFractions: fractions of the mass, or equal ones if masses are not known or not finite.
func TestMassFractions(t *testing.T) {
	s := alongX([]float32{0, 1, 2, 3}, []float32{0, 1, 2, 3})
	require.Equal(t, []float64{0.25, 0.25, 0.25, 0.25}, massFractions(&s))
	system.Mass.Set(&s, []float32{1, 2, 3, 2})
	require.Equal(t, []float64{0.125, 0.25, 0.375, 0.25}, massFractions(&s))
	system.Mass.Set(&s, []float32{1, 2, 3, float32(math.Inf(1))})
	require.Equal(t, []float64{0.25, 0.25, 0.25, 0.25}, massFractions(&s))
}

// TestEnergyInSprings: each spring counts once, by how much longer it is than at rest.
func TestEnergyInSprings(t *testing.T) {
	s := alongX([]float32{0, 3, 7}, []float32{0, 5, 7})
	s.Neighbors, s.EdgeFeatures = []int64{1, -1, 0, 2, 1, -1}, []float32{1, 10, 0, 0, 1, 10, 2, 4, 2, 4, 0, 0}
	features := []string{system.RestLengthFeature, system.StiffnessFeature}
	require.Equal(t, 10*4./2+4*4./2, InSprings(&s, features, s.Position))
	require.Equal(t, 10*16./2+0, InSprings(&s, features, s.TargetPosition))
	itself := s
	itself.Neighbors = []int64{1, 0, 0, 2, 1, 2}
	itself.EdgeFeatures = []float32{1, 10, 1, 10, 1, 10, 2, 4, 2, 4, 2, 4}
	require.Equal(t, 10*4./2+4*4./2, InSprings(&itself, features, s.Position), "a particle beside itself has no spring")
	s.EdgeFeatures = []float32{10, 0, 10, 4, 4, 0}
	require.Equal(t, 10*9./2+4*16./2, InSprings(&s, features[1:], s.Position))
	subject := &subject{data: &datasets.Data{EdgeFeatures: features}, train: []system.Sample{s}}
	subject.train[0].EdgeFeatures = []float32{1, 10, 0, 0, 1, 10, 20, 4, 20, 4, 0, 0}
	found := otherSprings(subject)
	require.InDelta(t, 42./14, found.size, 1e-12)
	require.Equal(t, []any{10.5, 3.5}, found.args)
	subject.data.EdgeFeatures = []string{"a", "b"}
	require.Zero(t, otherSprings(subject).size)
}

// TestSizesOfFields: the least and the largest number without its sign, but 0, and the extent of systems of
// several particles.
func TestSizesOfFields(t *testing.T) {
	of := func(values ...float32) (least, most float64) {
		s := alongX(make([]float32, len(values)), make([]float32, len(values)))
		system.Mass.Set(&s, values)
		return sizes([]system.Sample{s}, system.Mass)
	}
	least, most := of(-3, 0, 0.5, float32(math.Inf(1)))
	require.Equal(t, [2]float64{0.5, 3}, [2]float64{least, most})
	least, most = of(0, 0)
	require.Equal(t, [2]float64{0, 0}, [2]float64{least, most})
	one, pair := alongX([]float32{5}, []float32{5}), alongX([]float32{0, 2}, []float32{0, 2})
	require.Zero(t, extent([]system.Sample{one}))
	require.Equal(t, 1.0, extent([]system.Sample{one, pair}))
	stick := func(length float32) system.Sample {
		s := alongX([]float32{0, length}, []float32{0, length})
		s.Objects = system.Objects{system.Stick.Of(0, 1)}
		return s
	}
	require.Equal(t, [][2]int{{0, 1}}, bars(stick(1)))
	train := &subject{train: []system.Sample{stick(1)}}
	require.Equal(t, "the ends of bars are 8 times as far apart as in training", otherLengths(train, []system.Sample{stick(8)}))
	require.Equal(t, "the ends of bars are 0.12 times as far apart as in training", otherLengths(train, []system.Sample{stick(0.12)}))
	require.Empty(t, otherLengths(train, []system.Sample{stick(7.9)}))
	free := func(count int, length float32) (samples []system.Sample) {
		for range count {
			samples = append(samples, alongX([]float32{0, length}, []float32{0, length}))
		}
		return samples
	}
	require.Empty(t, otherLengths(&subject{train: free(19, 1)}, free(20, 99)), "of few samples a hundred times")
	require.NotEmpty(t, otherLengths(&subject{train: free(19, 1)}, free(20, 101)))
	require.Equal(t, "particles of systems are 8 times as far apart as in training", otherLengths(&subject{train: free(20, 1)}, free(20, 8)))
	masses := func(values ...float32) system.Sample {
		s := alongX([]float32{0, 1}, []float32{0, 1})
		system.Mass.Set(&s, values)
		return s
	}
	known := &subject{train: []system.Sample{masses(1, 2)}}
	require.Equal(t, "mass is 16 to 20, and in training 1 to 2, without signs", otherFields(known, []system.Sample{masses(16, 20)}))
	require.Equal(t, "mass is 0.1 to 0.125, and in training 1 to 2, without signs", otherFields(known, []system.Sample{masses(0.1, 0.125)}))
	require.Empty(t, otherFields(known, []system.Sample{masses(15.9, 20)}))
	require.Empty(t, otherFields(known, []system.Sample{masses(0.1, 0.126)}))
}

// TestGapsOfPlanes: the least distance of inputs, targets and frames from a plane, in typical lengths.
func TestGapsOfPlanes(t *testing.T) {
	s := alongX([]float32{5, 7}, []float32{4, 7})
	measured := &subject{length: 2, train: []system.Sample{s}}
	require.Zero(t, otherPlanes(measured).size)
	planes := make([]float32, 4*system.MostPlanes)
	copy(planes, []float32{1, 0, 0, 1, 1, 0, 0, 20})
	system.Planes.Set(&measured.train[0], planes)
	require.Equal(t, 1.5, otherPlanes(measured).size)
	require.Equal(t, []any{3.0, 2.0}, otherPlanes(measured).args)
	measured.train[0].Trajectory = &system.Trajectory{Particles: 2, Positions: []float64{5, 0, 0, 7, 0, 0, 4, 0, 0, 7, 0, 0, 3, 0, 0, 7, 0, 0}}
	require.Equal(t, 1.0, otherPlanes(measured).size)
}

// TestChangingBars: the mean change of the bars of a kind, unless the model bends them, and lengths that differ
// from sample to sample by a little.
func TestChangingBars(t *testing.T) {
	sticks := func(lengths ...float32) (samples []system.Sample) {
		for i := 0; i < len(lengths); i += 2 {
			s := alongX([]float32{0, lengths[i]}, []float32{0, lengths[i+1]})
			s.Objects = system.Objects{system.Stick.Of(0, 1)}
			samples = append(samples, s)
		}
		return samples
	}
	s := &subject{train: sticks(1, 1.5, 3, 3)}
	found := barsThatChange(s)
	require.Equal(t, 0.125, found.size)
	require.Equal(t, []any{"sticks", 2.0, 0.25, 0.5}, found.args)
	s.model = &Model{Bends: true}
	require.Zero(t, barsThatChange(s).size)
	differ := func(lengths ...float32) float64 { return lengthsThatDiffer(&subject{train: sticks(lengths...)}).size }
	require.InDelta(t, 0.029, differ(0.971, 0.971, 1.029, 1.029), 1e-6)
	require.Zero(t, differ(0.969, 0.969, 1.031, 1.031), "other bars")
	require.InDelta(t, 0.02, differ(0.98, 0.9817, 1.02, 1.02), 1e-6)
	require.Zero(t, differ(0.98, 0.9823, 1.02, 1.02), "they change")
	require.Zero(t, differ(1, 1))
}

// TestElsewhere: velocities are in another order if they go with another displacement much better than with
// their own, each with one of its own, and if those at the other end do not or do so, too.
func TestElsewhere(t *testing.T) {
	cross, own := [][]float64{{0.1, 0.9}, {0.9, 0.1}}, [][]float64{{0.9, 0.1}, {0.1, 0.9}}
	count, from, to := elsewhere(cross, own)
	require.Equal(t, []int{2, 0, 1}, []int{count, from, to})
	count, _, _ = elsewhere(cross, cross)
	require.Equal(t, 2, count)
	count, _, _ = elsewhere(own, own)
	require.Zero(t, count)
	for related, want := range map[float64]int{0.49: 0, 0.51: 2} {
		count, _, _ = elsewhere([][]float64{{-0.2, related}, {related, -0.2}}, own)
		require.Equal(t, want, count)
	}
	for back, want := range map[float64]int{-0.29: 2, -0.31: 0} {
		count, _, _ = elsewhere([][]float64{{back, 0.9}, {0.9, back}}, own)
		require.Equal(t, want, count)
	}
	count, _, _ = elsewhere([][]float64{{0.1, 0.9, 0}, {0, 1, 0}, {0, 0.9, 0.1}}, [][]float64{{0.9, 0, 0}, {0, 0.9, 0}, {0, 0, 0.9}})
	require.Equal(t, 1, count, "another particle has taken it")
	require.True(t, farther(0.79, 0.9))
	require.False(t, farther(0.81, 0.9))
	require.False(t, farther(0.99995, 1))
	require.Equal(t, 2, largest([]float64{1, 2, 5, 3}))
}

// TestStepsOfMotion: the ratio of a step to those beside it, of a pace to the one before, and roughness.
func TestStepsOfMotion(t *testing.T) {
	x := func(positions ...float64) system.Trajectory {
		all := system.Trajectory{Particles: 1}
		for _, x := range positions {
			all.Positions = append(all.Positions, x, 0, 0)
		}
		return all
	}
	times, difference := stepRatio(x(0, 1, 3, 4), 1)
	require.Equal(t, [2]float64{2, 1}, [2]float64{times, difference})
	times, _ = stepRatio(x(0, 1, 3, 4.4), 1)
	require.Equal(t, 1.0, times, "the steps beside it differ")
	times, difference = paceAt(x(0, 1, 2, 5, 8), 2)
	require.Equal(t, [2]float64{3, 2}, [2]float64{times, difference})
	times, _ = paceAt(x(0, 1, 2, 1, 0), 2)
	require.Equal(t, 1.0, times, "back")
	times, _ = paceAt(x(0, 1, 2.5, 5, 8), 2)
	require.Equal(t, 1.0, times, "not smooth before")
	require.Equal(t, 0.0, roughnessAround(x(0, 1, 2, 3, 4, 5), 2, false))
	require.Equal(t, 20.0, roughnessAround(x(0, 1, 3, 2, 4, 5), 2, false))
	require.Equal(t, 0.0, roughnessAround(x(0, 1, 3, 2, 4, 5), 2, true))
	require.Equal(t, [][2]int{{2, 0}, {3, 0}}, Repeated([]uint64{7, 8, 7, 7}))
	turned, moved := secondDifferences([]float64{0, 0, 1, 5, 4, 6}, 2)
	require.Equal(t, [2]float64{20, 18}, [2]float64{turned, moved})
	require.Equal(t, 20./18, Roughness([]float64{0, 0, 1, 5, 4, 6}, 6, 2))
	require.Equal(t, 5./7.5, Roughness([]float64{0, 1, 3, 0, 3, 4}, 3, 1)) // (1 + 4) over (1 + 4 + 9 + 1) / 2, in blocks
	require.Equal(t, 2.0, Roughness([]float64{9, 0, 0, 0}, 4, 1), "a single jump is no disorder at the beginning")
	require.Equal(t, 2.0, Roughness([]float64{0, 0, 9, 9}, 4, 1))
	allclose.Within(t, []float64{1, 2}, nonzero([]float64{0, 1, 0, 2}), 0)
}
