package run_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
	"gmnc/run"
)

// TestPaperOptionsKeepTheirKeys: cells of the paper's tables are kept under a
// digest of this text, so new options are absent from it where they are the paper's.
func TestPaperOptionsKeepTheirKeys(t *testing.T) {
	text, err := json.Marshal(run.PaperOptions())
	require.NoError(t, err)
	require.Equal(t, `{"train_size":0,"epochs":600,"batch":200,"learning_rate":0.0005,"weight_decay":1e-10,"seed":1,"valid_every":5,"level":2}`, string(text))
	require.NoError(t, run.PaperOptions().Validate())
	require.NoError(t, run.DefaultOptions().Validate())
}

// TestValidateAtTheEndsOfRanges: what ends a range is taken, or refused, as the
// message of its refusal says.
func TestValidateAtTheEndsOfRanges(t *testing.T) {
	inf := math.Inf(1)
	for name, option := range map[string]struct {
		set            func(o *run.Options, value float64)
		taken, refused []float64
	}{
		"train_size":    {func(o *run.Options, v float64) { o.TrainSize = int(v) }, []float64{0, 1}, []float64{-1}},
		"batch":         {func(o *run.Options, v float64) { o.Batch = int(v) }, []float64{1}, []float64{0}},
		"beta1":         {func(o *run.Options, v float64) { o.Beta1 = v }, []float64{0, 0.9}, []float64{-1e-9, 1, math.NaN()}},
		"beta2":         {func(o *run.Options, v float64) { o.Beta2 = v }, []float64{0, 0.999}, []float64{-1e-9, 1, math.NaN()}},
		"epochs":        {func(o *run.Options, v float64) { o.Epochs = int(v) }, []float64{1}, []float64{0}},
		"valid_every":   {func(o *run.Options, v float64) { o.ValidEvery = int(v) }, []float64{1}, []float64{0}},
		"warmup":        {func(o *run.Options, v float64) { o.Warmup = int(v) }, []float64{0, 600}, []float64{-1, 601}},
		"clip":          {func(o *run.Options, v float64) { o.Clip = v }, []float64{0, 1e9}, []float64{-1e-9, inf, math.NaN()}},
		"ema":           {func(o *run.Options, v float64) { o.EMA = v }, []float64{0, 0.9999}, []float64{-1e-9, 1, math.NaN()}},
		"unroll":        {func(o *run.Options, v float64) { o.Unroll = int(v) }, []float64{0, 1}, []float64{-1}},
		"noise":         {func(o *run.Options, v float64) { o.Noise = v }, []float64{0}, []float64{-1e-9, inf, math.NaN()}},
		"coarse":        {func(o *run.Options, v float64) { o.Coarse = []int{int(v), 3} }, []float64{1, 3}, []float64{0, 4}},
		"curriculum":    {func(o *run.Options, v float64) { o.Unroll, o.Curriculum = 5, []int{int(v), 3} }, []float64{1, 3}, []float64{0, 4}},
		"starts":        {func(o *run.Options, v float64) { o.Unroll, o.Starts = 5, int(v) }, []float64{0, 1, 1e6}, []float64{-1}},
		"patience":      {func(o *run.Options, v float64) { o.Patience = int(v) }, []float64{0, 1}, []float64{-1}},
		"learning_rate": {func(o *run.Options, v float64) { o.LearningRate = v }, []float64{1e-9}, []float64{0, inf, math.NaN()}},
		"weight_decay":  {func(o *run.Options, v float64) { o.WeightDecay = v }, []float64{0}, []float64{-1e-9, inf, math.NaN()}},
		"velocity":      {func(o *run.Options, v float64) { o.Velocity = v }, []float64{0}, []float64{-1e-9, inf, math.NaN()}},
		"lambda":        {func(o *run.Options, v float64) { o.Lambda = v }, []float64{0}, []float64{-1e-9, inf, math.NaN()}},
	} {
		validate := func(value float64) error {
			options := run.PaperOptions()
			option.set(&options, value)
			return options.Validate()
		}
		for _, value := range option.taken {
			require.NoError(t, validate(value), "%s %g", name, value)
		}
		for _, value := range option.refused {
			require.ErrorContains(t, validate(value), name, "%g", value)
		}
	}
}

// TestKnownNames: schedules, scales and losses are known by their names, and the default has none.
func TestKnownNames(t *testing.T) {
	for name, option := range map[string]struct {
		set     func(o *run.Options, name string)
		known   []string
		refused string
	}{
		"schedule": {func(o *run.Options, name string) { o.Schedule = name }, run.Schedules, "there is no schedule none of these; known: constant, "},
		"scale":    {func(o *run.Options, name string) { o.Scale = name }, run.Scales, "there is no scale none of these; known: none, "},
		"loss":     {func(o *run.Options, name string) { o.Loss = name }, run.Losses, "there is no loss none of these; known: mse, "},
	} {
		validate := func(of string) error {
			options := run.PaperOptions()
			option.set(&options, of)
			return options.Validate()
		}
		require.NotEmpty(t, option.known, name)
		for _, known := range append(option.known, "") {
			require.NoError(t, validate(known), "%s %s", name, known)
		}
		require.ErrorContains(t, validate("none of these"), option.refused)
	}
}

// TestStepsBeforeOthers: fewer numbers than epochs go before the model's own, of steps and of layers.
func TestStepsBeforeOthers(t *testing.T) {
	for epochs, refused := range map[int]bool{1: true, 2: true, 3: false} {
		options := run.PaperOptions()
		options.Epochs, options.Unroll, options.Curriculum = epochs, 5, []int{2, 3}
		require.Equal(t, refused, options.Validate() != nil, "%d", epochs)
		options.Unroll, options.Curriculum, options.Coarse = 0, nil, []int{2, 3}
		require.Equal(t, refused, options.Validate() != nil, "%d", epochs)
	}
	options := run.PaperOptions()
	options.Unroll, options.Curriculum = 5, []int{2, 6}
	require.ErrorContains(t, options.Validate(), "curriculum [2 6] does not go from short to long")
}

// TestStartsOfNothing: without stretches there are none to draw.
func TestStartsOfNothing(t *testing.T) {
	options := run.PaperOptions()
	options.Starts = 1
	require.ErrorContains(t, options.Validate(), "without unroll there are none")
}

// TestDocumentsSayTheWeightsOfTheLoss, which are no options of every training's record.
func TestDocumentsSayTheWeightsOfTheLoss(t *testing.T) {
	for text, page := range map[string]string{
		fmt.Sprintf("%g by default for gmn-ode", run.DefaultVelocity):                "commands/train.md",
		fmt.Sprintf("that networks see (--scale), %g by default", run.DefaultLambda): "commands/train.md",
		fmt.Sprintf("squared up to %g of the typical distance", run.HuberLengths):    "training.md",
	} {
		document, err := os.ReadFile(filepath.Join(testenv.Root(), "docs", page))
		require.NoError(t, err)
		require.Contains(t, string(document), text, page)
	}
}

// TestEndsOfCurricula: a curriculum may begin with one step and end with as many as the training has.
func TestEndsOfCurricula(t *testing.T) {
	for _, c := range []struct {
		curriculum []int
		right      bool
	}{{[]int{1}, true}, {[]int{5}, true}, {[]int{1, 1, 5}, true}, {[]int{0, 1}, false}, {[]int{3, 2}, false}, {[]int{6}, false}} {
		options := run.PaperOptions()
		options.Unroll, options.Curriculum = 5, c.curriculum
		require.Equal(t, c.right, options.Validate() == nil, "%v", c.curriculum)
	}
}
