package preset

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// TestPresets: the model and the options of each preset, beside the defaults.
func TestPresets(t *testing.T) {
	require.Equal(t, []string{"best", "constants", "contact", "fast", "paper"}, Names())
	for name, want := range map[string]struct {
		layers, hidden int
		forces         string
		integrator     string
		options        func(o *run.Options)
	}{
		"best": {24, 64, "", "", func(o *run.Options) {
			o.Epochs, o.Batch, o.LearningRate, o.Schedule, o.Warmup, o.Clip, o.Reverse, o.Coarse = 90, 25, 0.002, "cosine", 2, 0.1, true, []int{12}
		}},
		"constants": {4, 64, config.NoForces, config.RungeKutta4, func(o *run.Options) { o.Epochs, o.Batch = 1, 50 }},
		"contact": {6, 32, config.NoForces, config.RungeKutta4, func(o *run.Options) {
			o.Epochs, o.Batch, o.LearningRate, o.Schedule, o.ValidEvery = 6, 32, 0.005, "cosine", 1
			o.Clip, o.Loss, o.Velocity, o.Unroll, o.Curriculum = 1, "huber", 0.02, 64, []int{24, 48}
		}},
		"fast": {8, 64, "", "", func(o *run.Options) {
			o.Epochs, o.Batch, o.LearningRate, o.Schedule, o.Reverse = 90, 50, 0.002, "cosine", true
		}},
	} {
		p, err := Named(name)
		require.NoError(t, err)
		options := run.DefaultOptions()
		want.options(&options)
		require.Equal(t, options, p.Options, name)
		require.Equal(t, []any{"gmn-ode", want.layers, want.hidden, want.forces, want.integrator}, []any{p.Model.Model, p.Model.Layers, p.Model.Hidden, p.Model.Forces, p.Model.Integrator}, name)
		require.Equal(t, name == "contact", p.OwnVelocity, name)
	}
	paper, err := Named("paper")
	require.NoError(t, err)
	require.Equal(t, Preset{Name: "paper", Model: config.DefaultConfig(), Options: run.PaperOptions(), OwnVelocity: true}, paper)
	_, err = Named("better")
	require.EqualError(t, err, `there is no preset "better"; known: best, constants, contact, fast, paper`)
}

// TestPresetsForData: a preset without a velocity of its own takes that of the data, and samples without target velocities
// are not reversed.
func TestPresetsForData(t *testing.T) {
	data := &datasets.Data{Train: fixtures.Samples(system.Composition{2}, 2, 1)}
	best, err := Named("best")
	require.NoError(t, err)
	for i := range data.Train {
		data.Train[i].TargetVelocity = data.Train[i].Velocity
	}
	with := best.For(data)
	require.True(t, with.Options.Reverse && with.OwnVelocity)
	require.Positive(t, with.Options.Velocity)
	data.Train[1].TargetVelocity = nil
	without := best.For(data)
	require.False(t, without.Options.Reverse)
	require.True(t, without.OwnVelocity)
	contact, err := Named("contact")
	require.NoError(t, err)
	require.Equal(t, 0.02, contact.For(data).Options.Velocity)
}
