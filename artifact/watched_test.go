package artifact

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/predict/conformal"
	"gmnc/run"
	goruntime "gmnc/runtime"
	"gmnc/system"
)

// clamped is an untrained run of a model whose forces are limited, and are far above the limit.
func clamped(t *testing.T) *run.Run {
	t.Helper()
	return law(t, 1, func(c *run.Config) {
		c.Model = config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 2, Clamp: config.ComponentClamp}
	})
}

// TestOpenWatched: limits are counted with the predictions of the engine of modules, and by a law of
// its own in others. A model without limits counts none.
func TestOpenWatched(t *testing.T) {
	samples := fixtures.Samples(system.Composition{2}, 3, 1)
	data := &datasets.Data{Train: samples[:1], Valid: samples[1:2], Test: samples[2:]}
	trained := clamped(t)
	m := FromRun(trained)
	for _, name := range []string{"native", "interpreter"} {
		predictor, limits, of, err := m.OpenWatched(data, name)
		require.NoError(t, err, name)
		require.Equal(t, name, of)
		require.Equal(t, name != "native", predictor.(*watched).law != nil, name)
		position, velocity, err := predictor.Predict(samples)
		require.NoError(t, err)
		require.Len(t, position, 18)
		require.Len(t, velocity, 18)
		require.Equal(t, 3, limits.predictions, name)
		require.NoError(t, predictor.Close())
	}
	free := law(t, 1, func(c *run.Config) {
		c.Model = config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 2, Clamp: config.LengthClamp}
	})
	predictor, limits, _, err := FromRun(free).OpenWatched(data, "native")
	require.NoError(t, err)
	require.Nil(t, limits)
	require.NoError(t, predictor.Close())
	_, _, name, err := m.OpenWatched(data, "tensorrt")
	require.ErrorContains(t, err, "there is no runtime")
	require.Equal(t, "tensorrt", name)
	trees := &datasets.Data{Train: fixtures.Samples(system.Composition{2}, 1, 1)}
	trees.Train[0].Objects = system.Objects{system.Tree.Of(0, 1)}
	_, _, _, err = m.OpenWatched(trees, "native")
	require.ErrorContains(t, err, "has trees or rigid bodies")
	bytes := slices.Clone(fileOf(t, trained).Bytes())
	bytes[len(bytes)-1] ^= 1
	changed, err := FromFile(bytes)
	require.NoError(t, err)
	of, err := changed.law(true)
	require.NoError(t, err)
	require.Nil(t, of, "the law of a changed file is not known")
}

// TestRadiusErr: a radius that covers too little is an error, after many steps, too.
func TestRadiusErr(t *testing.T) {
	require.NoError(t, (&TestErrors{}).RadiusErr())
	of := func(radius float32) conformal.Measured {
		errors := conformal.Errors{Position: slices.Repeat([]float64{1, 2}, 50), Sizes: slices.Repeat([]int{1}, 100)}
		radii := slices.Repeat([]float32{radius}, 100)
		measured, err := conformal.Measure(0.9, conformal.Radii{Position: radii, System: radii}, errors)
		require.NoError(t, err)
		return measured
	}
	fits, short := of(3), of(0.5)
	require.ErrorContains(t, short.Err(), "the radius is too small: 0.0 % of the particles' positions lie within, where 90 % are stated")
	require.NoError(t, (&TestErrors{Radius: &fits}).RadiusErr())
	require.EqualError(t, (&TestErrors{Radius: &short}).RadiusErr(), short.Err().Error())
	rolled := []conformal.MeasuredStep{{Step: 3, Measured: short}, {Step: 4, Measured: fits}}
	require.EqualError(t, (&TestErrors{Radius: &fits, Rolled: rolled}).RadiusErr(), "after 3 steps "+short.Err().Error())
	require.NoError(t, (&TestErrors{Rolled: rolled}).RadiusErr(), "without a radius nothing is promised")
}

// TestNothingMeasuredOfRadii: models without a radius, and single runs, have nothing to measure.
func TestNothingMeasuredOfRadii(t *testing.T) {
	measured, err := MeasureRadius(config.Config{}, nil, nil)
	require.NoError(t, err)
	require.Nil(t, measured)
	spread, err := MeasureSpread(config.Config{}, nil, nil)
	require.NoError(t, err)
	require.Nil(t, spread)
	_, err = MeasureRadius(config.Config{Radius: &config.Radius{}}, make([]system.Sample, 1), nil)
	require.ErrorContains(t, err, "0 radii of particles and 0 of systems: expected 0 and 1")
	radius := &config.Radius{Level: 0.9, Steps: make([]config.RadiusStep, 3)}
	require.Zero(t, FromRun(&run.Run{Config: run.Config{Model: config.Config{Radius: radius}}}).RadiusSteps(), "a run does not roll")
	file := fileOf(t, law(t, 1, nil))
	require.Zero(t, file.RadiusSteps())
	steps, err := file.MeasureSteps(goruntime.Engine{}, nil)
	require.NoError(t, err)
	require.Nil(t, steps)
	file.run.Config.Model.Radius = radius
	require.Equal(t, 3, file.RadiusSteps())
}

// TestMeasuredSpread: the spread of runs is compared with their errors.
func TestMeasuredSpread(t *testing.T) {
	samples := fixtures.Samples(system.Composition{1}, 2, 1)
	outputs := map[string][]float32{"position": {0, 0, 0, 0, 0, 0}, graph.PositionSpread: {1, 1}}
	spread, err := MeasureSpread(config.Config{Runs: 2}, samples, outputs)
	require.NoError(t, err)
	require.NotNil(t, spread)
	samples[0].TargetPosition = nil
	_, err = MeasureSpread(config.Config{Runs: 2}, samples, outputs)
	require.ErrorContains(t, err, "sample 0: 6 numbers were predicted of its positions and 0 are the target; expected 3")
}

// TestRobotWithMemory: friction with memory is given and returned with the state, and numbers of
// other columns are refused.
func TestRobotWithMemory(t *testing.T) {
	var given map[string]goruntime.Tensor
	one := goruntime.Floats([]float32{1}, 1, 1)
	r := &Robot{Columns: Columns{Q: []string{"a"}, Rate: []string{"a"}, Torque: []string{"a"}}, Q: []float32{2}, Rate: []float32{3}, Memory: []float32{0.5}}
	r.session = session{run: func(inputs map[string]goruntime.Tensor) (map[string]goruntime.Tensor, error) {
		given = inputs
		return map[string]goruntime.Tensor{"next_q": one, "next_rate": goruntime.Floats([]float32{4}, 1, 1), "next_memory": goruntime.Floats([]float32{0.25}, 1, 1)}, nil
	}}
	require.NoError(t, r.Step([]float32{7}))
	require.Equal(t, []float32{2, 3, 7, 0.5}, []float32{given["q"].Float[0], given["rate"].Float[0], given["torque"].Float[0], given["memory"].Float[0]})
	require.Equal(t, []float32{1, 4, 0.25}, []float32{r.Q[0], r.Rate[0], r.Memory[0]})
	r.Memory = nil
	require.NoError(t, r.Step([]float32{7}))
	require.NotContains(t, given, "memory")
	require.Nil(t, r.Memory)
	r.Memory = []float32{1, 2}
	require.EqualError(t, r.Step([]float32{7}), "memory has 2 numbers: expected 1, of a")
	require.EqualError(t, r.Step(nil), "torque has 0 numbers: expected 1, of a")
	r.Memory, r.Columns.Torque = nil, nil
	require.NoError(t, r.Step(nil))
	require.NotContains(t, given, "torque", "no joint has an axis")
}
