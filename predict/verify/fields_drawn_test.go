package verify

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
)

// TestFieldsInTheirRanges: each column of a field is drawn in its own range, the last of which serves
// further columns too, and a vector by its length. Names of fitted models, boxes and fields
// without a range are drawn as usual.
func TestFieldsInTheirRanges(t *testing.T) {
	of := func(f *system.Field, least, most float64) system.FieldRange {
		return system.FieldRange{Field: f.Name, Range: system.Range{Least: least, Most: most}}
	}
	drawn := func(model string, f *system.Field, rows, columns int, ranges ...system.FieldRange) []float32 {
		d := drawing{config: config.Config{Model: model}, ranges: &system.Ranges{Fields: ranges}, source: rand.New(rand.NewPCG(1, 2))}
		return d.field(f, rows, columns)
	}
	between := func(values []float32, least, most float64) bool {
		return !slices.ContainsFunc(values, func(x float32) bool { return float64(x) < least || float64(x) > most })
	}
	mass, features := of(system.Mass, 20, 30), []system.FieldRange{of(system.NodeFeatures, 20.5, 30.5), of(system.Charge, 0, 1), of(system.NodeFeatures, 40.5, 50.5)}
	require.True(t, between(drawn("gmn", system.Mass, 50, 1, of(system.Charge, 0, 1), mass), 20, 30))
	require.False(t, between(drawn("gmn", system.Mass, 50, 1, of(system.Charge, 0, 1)), 20, 30))
	values := drawn("gmn", system.NodeFeatures, 50, 3, features...)
	require.Len(t, values, 150)
	for row := range slices.Chunk(values, 3) {
		require.True(t, between(row[:1], 20.5, 30.5) && between(row[1:], 40.5, 50.5), "%v", row)
	}
	require.False(t, between(drawn("rbf", system.NodeFeatures, 50, 1, features[0]), 20.5, 30.5), "names")
	require.False(t, between(drawn("gmn", system.Box, 50, system.Box.Columns, of(system.Box, 20, 30)), 20, 30))
	gravity := drawn("gmn", system.Gravity, 1, 3, of(system.Gravity, 20, 30))
	require.Len(t, gravity, 3)
	var square float64
	for _, x := range gravity {
		square += float64(x) * float64(x)
	}
	require.InDelta(t, 25, math.Sqrt(square), 5)
	for range 20 {
		pins := drawn("gmn", system.Pinned, 4, 1, of(system.Pinned, 0, 1))
		require.Len(t, pins, 4)
		require.True(t, between(pins, 0, 1))
	}
}

// TestPins: of two systems one has a pinned particle, and a single particle is never pinned.
func TestPins(t *testing.T) {
	d := drawing{source: rand.New(rand.NewPCG(1, 2))}
	counts := map[float32]int{}
	for range 400 {
		var sum float32
		for _, x := range d.pins(3) {
			sum += x
		}
		counts[sum]++
		require.Equal(t, []float32{0}, d.pins(1))
	}
	require.Len(t, counts, 2, "none or one")
	require.InDelta(t, 200, counts[1], 40)
}

// TestWholeNumbers: a name does not exceed its range, a field of whole numbers has whole ones, and no
// value exceeds the bounds of its field.
func TestWholeNumbers(t *testing.T) {
	drawn := func(f *system.Field, region Region, least, most float64) (values []float32) {
		d := drawing{region: region, source: rand.New(rand.NewPCG(1, 2))}
		return d.whole(f, &system.Range{Least: least, Most: most}, 60)
	}
	require.EqualValues(t, 3, slices.Max(drawn(system.NodeFeatures, Beyond, 1, 3)))
	require.EqualValues(t, 7, slices.Max(drawn(system.NodeFeatures, Beyond, 1, 3.5)), "no name")
	require.EqualValues(t, 5, slices.Max(drawn(system.NodeFeatures, Beyond, 0.5, 2.5)))
	require.EqualValues(t, 6, slices.Max(drawn(system.NodeFeatures, Beyond, 0.5, 3)))
	require.EqualValues(t, 6, slices.Max(drawn(system.Mass, Beyond, 1, 3)), "no feature")
	require.Equal(t, make([]float32, 3), drawing{source: rand.New(rand.NewPCG(1, 2))}.whole(system.Mass, nil, 3), "no range")
	for _, x := range drawn(system.Mass, Inside, 1, 3) {
		require.NotEqual(t, math.Round(float64(x)), float64(x), "masses are no whole numbers")
	}
	for _, f := range system.Fields() {
		if f.Whole {
			for _, x := range drawn(f, Inside, 0, 1) {
				require.Contains(t, []float32{0, 1}, x, f.Name)
			}
		}
		if f.Least < f.Most {
			values := drawn(f, Inside, f.Least-1, f.Most+1)
			require.GreaterOrEqual(t, float64(slices.Min(values)), f.Least, f.Name)
			require.LessOrEqual(t, float64(slices.Max(values)), f.Most, f.Name)
		}
	}
}

// TestDrawnLikeATopology: the systems have the structure of one, positions and velocities of their own,
// and charges and fields if the model takes them.
func TestDrawnLikeATopology(t *testing.T) {
	topology := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), NodeFeatures: []float32{1, 2}, Neighbors: []int64{1, 0}}
	for _, c := range []config.Config{{Model: "gmn"}, {Model: "gmn", NoCharge: true}, {Model: "gmn", Fields: []string{system.Mass.Name}, PerFrame: []string{system.Mass.Name}}} {
		samples := drawLike(c, topology)
		require.Len(t, samples, 3)
		for i, s := range samples {
			require.Equal(t, topology.NodeFeatures, s.NodeFeatures)
			require.Equal(t, topology.Neighbors, s.Neighbors)
			require.Len(t, s.Position, 6)
			require.Len(t, s.Velocity, 6)
			require.NotZero(t, s.Position[0])
			if c.NoCharge {
				require.Empty(t, s.Charge)
			} else {
				require.Len(t, s.Charge, 2)
				require.EqualValues(t, 1, s.Charge[0]*s.Charge[0])
			}
			require.Len(t, system.Mass.Of(&s), 2*len(c.Fields))
			if len(c.PerFrame) > 0 {
				require.Equal(t, drawnFrames, s.Trajectory.Frames())
				require.Len(t, s.Trajectory.Given[0].Values, 2*drawnFrames)
				require.Equal(t, system.Mass.Of(&s), s.Trajectory.Given[0].Values[:2])
			}
			if i > 0 {
				require.NotEqual(t, samples[0].Position, s.Position)
			}
		}
	}
	require.Equal(t, make([]float32, 6), topology.Position)
	own := config.Config{Model: "gmn", Fields: []string{system.Mass.Name}, LearnedOn: &config.LearnedOn{Fields: map[string][]float32{system.Mass.Name: {3, 7}}}}
	for _, s := range drawLike(own, topology) {
		require.Equal(t, []float32{3, 7}, system.Mass.Of(&s), "the model's own masses")
	}
}

// TestSpread: particles are spread over a cube of as much more room as they are more, and velocities have a
// standard deviation of 0.3.
func TestSpread(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	deviation := func(values []float32) float64 {
		var square float64
		for _, x := range values {
			square += float64(x) * float64(x)
		}
		return math.Sqrt(square / float64(len(values)))
	}
	for n, want := range map[int]float64{5000: 10.1, 40000: 20.1} {
		var s system.Sample
		move(&s, n, false, source)
		require.InEpsilon(t, want, deviation(s.Position), 0.02)
		require.InEpsilon(t, 0.3, deviation(s.Velocity), 0.02)
	}
}
