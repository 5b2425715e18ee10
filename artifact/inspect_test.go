package artifact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// inspected returns what is said of a run of a small model.
func inspected(t *testing.T, change func(c *run.Config)) string {
	t.Helper()
	c := run.Config{Version: "test", Model: config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 2}}
	change(&c)
	model, err := builder.New(c.Model, false)
	require.NoError(t, err)
	var text strings.Builder
	require.NoError(t, artifact.FromRun(&run.Run{Config: c, Model: model, Weights: run.WithShapes(model, model.Draw(1))}).Inspect(&text, "run", false))
	return text.String()
}

// TestDescribedData: a run says on which data it was trained, in which units, and the ranges of their inputs.
func TestDescribedData(t *testing.T) {
	samples := fixtures.Samples(system.Composition{3}, 20, 1)
	data := &run.DataInfo{File: "d.npz", SHA256: "0123456789abcdef", LengthUnit: "m", VelocityUnit: "m/s", Interval: "3 frames of 0.5 s", Ranges: system.MeasureRanges(samples, nil)}
	text := inspected(t, func(c *run.Config) { c.Data, c.Source = data, "w.pt" })
	for _, line := range []string{
		"  data      d.npz (SHA-256 0123456789ab)\n", "  units     length: m, velocity: m/s, prediction interval: 1.5 s (3 frames of 0.5 s)\n",
		"  ranges    of the training inputs in these units, as minimum to maximum (without 1 % of the samples at either end, one at least)", "  imported  from w.pt\n",
	} {
		require.Contains(t, text, line)
	}
	require.NotRegexp(t, `range +\n`, text)
	for _, of := range data.Ranges.Of(config.Config{Model: "gmn"}.Takes).Lines() {
		require.Contains(t, text, "  range     "+of+"\n")
	}
	if none := data.Ranges.None(); none != "" {
		require.Contains(t, text, "  range     "+none+"\n")
	}
	text = inspected(t, func(c *run.Config) { c.Data = &run.DataInfo{File: "d.npz", VelocityUnit: "m/s"} })
	require.Contains(t, text, "  units     velocity: m/s\n")
	require.NotContains(t, text, "range")
	text = inspected(t, func(c *run.Config) { c.Data = &run.DataInfo{File: "d.npz"} })
	require.NotContains(t, text, "  units")
	require.NotContains(t, inspected(t, func(*run.Config) {}), "  data")
}

// TestDescribedTrainings: options of a training are said in words, or by their names.
func TestDescribedTrainings(t *testing.T) {
	text := inspected(t, func(c *run.Config) {
		c.Training = &run.Options{Epochs: 3, Batch: 4, LearningRate: 0.5, WeightDecay: 0.25, Seed: 7, KeepLast: true, Schedule: "cosine", Clip: 0.5, Lambda: 2, LambdaFrom: []float64{0.1, 2}}
	})
	for _, line := range []string{
		"  training  samples: all, epochs: 3, batch size: 4, learning rate: 0.5, weight decay: 0.25, seed: 7\n",
		"  batches   the last batch of an epoch may be smaller: no sample is left out\n", "  schedule  of the learning rate: cosine\n",
		"  clip      gradients are shortened to the norm 0.5\n", "  lambda    2, chosen from 0.1, 2\n",
	} {
		require.Contains(t, text, line)
	}
	text = inspected(t, func(c *run.Config) { c.Training = &run.Options{TrainSize: 9, Velocity: 0.5, Lambda: 2} })
	require.Contains(t, text, "samples: 9, ")
	require.Contains(t, text, ", seed: 0, weight of the velocity's error in the loss: 0.5\n")
	require.Contains(t, text, "  lambda    2\n")
}

// TestDescribedBars: bars whose lengths are the same in inputs and targets are rigid.
func TestDescribedBars(t *testing.T) {
	for target, want := range map[float32]string{2: "at most 0: rigid\n", 3: "at most 1: not rigid\n"} {
		s := system.Sample{Position: []float32{0, 0, 0, 2, 0, 0}, Velocity: make([]float32, 6), TargetPosition: []float32{0, 0, 0, target, 0, 0}, Objects: system.Objects{system.Stick.Of(0, 1)}}
		var text strings.Builder
		require.NoError(t, artifact.InspectData(&text, "d.npz", &datasets.Data{Train: []system.Sample{s}}))
		require.Contains(t, text.String(), "  stick     (0, 1) length 2 +- 0 (2 to 2), change to the target ")
		require.Contains(t, text.String(), want)
		require.Contains(t, text.String(), "  graph     all pairs interact\n")
	}
}
