package artifact

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gmnc/run"
)

// describeTraining says how a run was trained: first what every training has,
// then a line for each option that it was given.
func describeTraining(w io.Writer, o *run.Options) {
	samples := "all"
	if o.TrainSize > 0 {
		samples = strconv.Itoa(o.TrainSize)
	}
	Line(w, "training", "samples: %s, epochs: %d, batch: %d, learning rate: %g, weight decay: %g, seed: %d",
		samples, o.Epochs, o.Batch, o.LearningRate, o.WeightDecay, o.Seed)
	for _, option := range []struct {
		given       bool
		title, text string
	}{
		{o.KeepLast, "leftover", "the last batch of an epoch is smaller, no sample is left out"},
		{o.Schedule != "", "schedule", o.Schedule},
		{o.Warmup > 0, "warmup", fmt.Sprintf("%d epochs", o.Warmup)},
		{o.Clip > 0, "clip", fmt.Sprintf("gradients to the norm %g", o.Clip)},
		{o.EMA > 0, "ema", fmt.Sprintf("the weights are their moving average with the decay %g", o.EMA)},
		{o.Loss != "", "loss", o.Loss},
		{o.Reverse, "reverse", "every sample backwards in time, too"},
		{o.Unroll > 0, "unroll", fmt.Sprintf("on stretches of %d steps of trajectories", o.Unroll)},
		{o.Noise > 0, "noise", fmt.Sprintf("of the deviation %g on inputs", o.Noise)},
		{o.Perturb != "", "perturb", fmt.Sprintf("%s, in the objects of every training sample, anew each time it is seen", o.Perturb)},
		{o.Init != "", "init", "from the weights of " + o.Init},
		{o.Patience > 0, "patience", fmt.Sprintf("%d epochs without a lower validation error", o.Patience)},
		{o.Lambda > 0, "lambda", fmt.Sprintf("%g%s", o.Lambda, chosenFrom(o.LambdaFrom))},
	} {
		if option.given {
			Line(w, option.title, "%s", option.text)
		}
	}
}

func chosenFrom(lambdas []float64) string {
	if len(lambdas) == 0 {
		return ""
	}
	var texts []string
	for _, lambda := range lambdas {
		texts = append(texts, strconv.FormatFloat(lambda, 'g', -1, 64))
	}
	return ", chosen from " + strings.Join(texts, ", ")
}
