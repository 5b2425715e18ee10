package artifact

import (
	"errors"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// fixed predicts the same outputs for any samples.
type fixed struct {
	outputs map[string][]float32
	err     error
}

func (f fixed) Outputs([]system.Sample) (map[string][]float32, error) {
	return maps.Clone(f.outputs), f.err
}

func (f fixed) Predict([]system.Sample) (position, velocity []float32, err error) {
	return f.outputs["position"], f.outputs["velocity"], f.err
}

func (f fixed) Close() error { return f.err }

// TestWatched: a limit counts once for a system in which it acts on any particle, by the outputs of the
// predictor or of a law of its own.
func TestWatched(t *testing.T) {
	first, second := graph.Limits[0], graph.Limits[1]
	samples := []system.Sample{{Position: make([]float32, 6)}, {Position: make([]float32, 3)}, {Position: make([]float32, 6)}}
	acting := map[string][]float32{
		"limit_" + string(first): {0, 1, 0, 2, 0}, "limit_" + string(second): {0, 0, 0, 0, 0.5},
	}
	plain := map[string][]float32{"position": {1}}
	for _, w := range []*watched{{Predictor: fixed{acting, nil}}, {Predictor: fixed{outputs: plain}, law: fixed{acting, nil}}} {
		w.limits = &Limits{acted: map[graph.Limit]int{}}
		require.Empty(t, w.limits.String())
		for range 2 {
			_, err := w.Outputs(samples)
			require.NoError(t, err)
		}
		require.Equal(t, 6, w.limits.predictions)
		require.Equal(t, map[graph.Limit]int{first: 4, second: 2}, w.limits.acted)
		require.Equal(t, "a limit acted in 4 of 6 predictions, where "+first.Doc()+"; in 2 of 6 predictions, where "+second.Doc(), w.limits.String())
		require.NoError(t, w.Close())
	}
	failed := errors.New("failed")
	for _, w := range []*watched{{Predictor: fixed{err: failed}}, {Predictor: fixed{outputs: plain}, law: fixed{err: failed}}} {
		_, err := w.Outputs(samples)
		require.ErrorIs(t, err, failed)
		require.ErrorIs(t, w.Close(), failed)
	}
	require.Empty(t, (*Limits)(nil).String())
}

// TestCommonTraining: runs have training in common if only their seeds and the length of Cauchy's loss
// differ.
func TestCommonTraining(t *testing.T) {
	of := func(options *run.Options) *run.Run { return &run.Run{Config: run.Config{Training: options}} }
	first := run.PaperOptions()
	seed, other := first, first
	seed.Seed, seed.CauchyLength = first.Seed+1, 2
	other.Epochs++
	require.Same(t, &first, commonTraining([]*run.Run{of(&first), of(&seed)}))
	require.Nil(t, commonTraining([]*run.Run{of(&first), of(&seed), of(&other)}))
	require.Nil(t, commonTraining([]*run.Run{of(&first), of(nil)}))
	require.Nil(t, commonTraining([]*run.Run{of(nil), of(&first)}))
}

// TestSameWeights: every weight is compared, by name and by number.
func TestSameWeights(t *testing.T) {
	of := func(names ...string) *run.Run {
		weights := map[string]runtime.Tensor{}
		for i, name := range names {
			weights[name] = runtime.Tensor{Float: []float32{1, float32(i)}}
		}
		return &run.Run{Weights: weights}
	}
	require.True(t, sameWeights(of("a", "b"), of("a", "b")))
	require.False(t, sameWeights(of("a", "b"), of("b", "a")))
	require.False(t, sameWeights(of("a", "b"), of("a")))
	require.False(t, sameWeights(of("a"), of("a", "b")))
}

// TestFactor: a unit is converted by its powers of lengths and of the time, which is the ratio of lengths
// to velocities; columns of planes have units of their own.
func TestFactor(t *testing.T) {
	c := Conversion{What: "differs", Position: 2, Velocity: 8} // times are a quarter
	for f, want := range map[*system.Field]float64{
		system.Position: 2, system.Velocity: 8, system.Gravity: 32, system.TurnDamping: 16, system.StopTime: 0.25, system.Mass: 1, system.RotorInertia: 4,
	} {
		require.InDelta(t, want, c.factor(f.Unit), 1e-12, f.Name)
	}
	require.Equal(t, []float32{3, 6}, c.field(system.TurnAxis, []float32{3, 6}))
	require.Equal(t, []float32{6, 12}, c.field(system.Rest, []float32{3, 6}))
	planes := make([]float32, system.Planes.Columns)
	copy(planes, []float32{0, 0, 1, 3, 1, 0, 0, 4})
	want := append([]float32{0, 0, 1, 6, 1, 0, 0, 8}, make([]float32, len(planes)-8)...)
	require.Equal(t, want, c.field(system.Planes, planes))
}

// TestConvertedSamples: inputs are converted in all frames, targets are not.
func TestConvertedSamples(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3}, Velocity: []float32{1, 1, 1}, TargetPosition: []float32{5, 5, 5}}
	system.Gravity.Set(&s, []float32{0, 0, 1})
	s.Trajectory = &system.Trajectory{Particles: 1, Given: system.Given{{Field: system.Gravity, Values: []float32{0, 0, 1, 0, 0, 2}}}}
	c := Conversion{What: "differs", Position: 2, Velocity: 8}
	got := c.Samples([]system.Sample{s})[0]
	require.Equal(t, []float32{2, 4, 6}, got.Position)
	require.Equal(t, []float32{8, 8, 8}, got.Velocity)
	require.Equal(t, []float32{5, 5, 5}, got.TargetPosition)
	require.Equal(t, []float32{0, 0, 32}, system.Gravity.Of(&got))
	require.Equal(t, []float32{0, 0, 32, 0, 0, 64}, got.Trajectory.Given[0].Values)
	require.Equal(t, []float32{0, 0, 1, 0, 0, 2}, s.Trajectory.Given[0].Values, "the user's own stay")
	require.Equal(t, []float32{1, 2, 3}, s.Position)
	same := Conversion{}.Samples([]system.Sample{s})[0]
	require.Equal(t, []float32{1, 2, 3}, same.Position)
}

// TestSpread: a system that is not representable has NaN for each of its numbers.
func TestSpread(t *testing.T) {
	samples := []system.Sample{{Position: make([]float32, 3)}, {Position: make([]float32, 6)}, {Position: make([]float32, 3)}}
	isNaN := func(values []float32) (all []bool) {
		for _, v := range values {
			all = append(all, v != v)
		}
		return all
	}
	require.Equal(t, []float32{1, 2, 3, 4}, spread([]float32{1, 2, 3, 4}, samples, []int{0, 1, 2}, 1))
	got := spread([]float32{1, 4}, samples, []int{0, 2}, 1)
	require.Equal(t, []bool{false, true, true, false}, isNaN(got))
	require.Equal(t, []float32{1, 4}, []float32{got[0], got[3]})
	got = spread([]float32{2}, samples, []int{1}, 0)
	require.Equal(t, []bool{true, false, true}, isNaN(got))
	require.Equal(t, []bool{true, true, true}, isNaN(spread(nil, samples, nil, 0)))
}

// TestSameInterval: intervals in different units are the same to a millionth of the time that the model takes, and silence is no difference.
func TestSameInterval(t *testing.T) {
	for _, c := range []struct {
		from, to         string
		length, velocity float64
		same             bool
	}{
		{"0.1 s", "100 ms", 1, 1, true}, {"0.1 s", "0.2 s", 1, 1, false}, {"0.1 s", "0.10000009 s", 1, 1, true}, {"0.1 s", "0.1000002 s", 1, 1, false},
		{"0.1 s", "0.0999998 s", 1, 1, false}, {"soon", "0.1 s", 1, 1, false}, {"0.1 s", "soon", 1, 1, false}, {"0.1 apples", "0.1 s", 1, 1, false}, {"-1 s", "0.1 s", 1, 1, false},
		{"", "0.1 s", 1, 1, true}, {"soon", "", 1, 1, true}, {"soon", "soon", 1, 1, true},
		{"10 s", "0.1 s", 0.01, 1, true}, {"0.1 s", "10 s", 1, 0.01, true}, {"0.1 s", "0.100 s", 0.01, 0.01, true},
	} {
		about := func(interval string) datasets.About { return datasets.About{Interval: interval, VelocityUnit: "m/s"} }
		require.Equal(t, c.same, sameInterval(about(c.from), about(c.to), c.length, c.velocity), "%v", c)
	}
	same, err := FromRun(&run.Run{}).Conversion(&datasets.Data{About: datasets.About{LengthUnit: "cm", Interval: "soon"}})
	require.NoError(t, err)
	require.Equal(t, Conversion{Position: 1, Velocity: 1, returned: 1}, same, "nothing is known of the training")
}

// TestReturnedVelocities: a velocity is returned in the unit of velocities if the model was trained to return one, and else in that of a
// displacement. Units of features are not known, of particles nor of edges.
func TestReturnedVelocities(t *testing.T) {
	of := func(c config.Config) *Model {
		c.Model = "gmn"
		return FromRun(&run.Run{Config: run.Config{Model: c, Data: &run.DataInfo{LengthUnit: "m", VelocityUnit: "m/s"}}})
	}
	data := &datasets.Data{About: datasets.About{LengthUnit: "cm", VelocityUnit: "m/s"}}
	for trueVelocity, want := range map[bool]float64{false: 0.01, true: 1} {
		c, err := of(config.Config{TrueVelocity: trueVelocity}).Conversion(data)
		require.NoError(t, err)
		require.InDelta(t, want, c.returned, 1e-12)
		require.InDelta(t, 0.01, c.Position, 1e-12)
		require.InDelta(t, 1, c.Velocity, 1e-12)
	}
	feature := []string{"height"}
	for _, c := range []config.Config{{NodeFeatures: feature}, {EdgeFeatures: feature}, {NodeFeatures: feature, EdgeFeatures: feature}} {
		require.ErrorContains(t, of(c).convertible(data), "takes features that may have one, too")
	}
}
