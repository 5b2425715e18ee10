package artifact

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"gmnc/run"
)

// describeTraining says how a run was trained: first what every training has,
// then a line for each other option that it was given, in the order of run.Options.
func describeTraining(w io.Writer, o *run.Options) {
	samples := "all"
	if o.TrainSize > 0 {
		samples = strconv.Itoa(o.TrainSize)
	}
	Line(w, "training", "samples: %s, epochs: %d, batch: %d, learning rate: %g, weight decay: %g, seed: %d",
		samples, o.Epochs, o.Batch, o.LearningRate, o.WeightDecay, o.Seed)
	values := reflect.ValueOf(*o)
	for i := range values.NumField() {
		name, _, _ := strings.Cut(values.Type().Field(i).Tag.Get("json"), ",")
		if values.Field(i).IsZero() || saidElsewhere[name] {
			continue
		}
		title, format := name, "%v"
		if said, ok := inWords[name]; ok {
			title, format = said[0], said[1]
		}
		text := strings.ReplaceAll(format, "%v", fmt.Sprint(values.Field(i)))
		if name == "lambda" {
			text += chosenFrom(o.LambdaFrom)
		}
		Line(w, title, "%s", text)
	}
}

// saidElsewhere are options that another line says, or that change no weight of note.
var saidElsewhere = map[string]bool{
	"train_size": true, "epochs": true, "batch": true, "learning_rate": true, "weight_decay": true, "seed": true, // the first line
	"velocity": true, "lambda_from": true, // the lines of the velocity and of lambda
	"valid_every": true, "level": true,
}

// inWords are titles and texts of options that would not be understood by name and
// value; %v is the value.
var inWords = map[string][2]string{
	"keep_last": {"batches", "the last batch of an epoch may be smaller than the others: no sample is left out"},
	"scale":     {"option", "--scale %v"}, // what it became is the line of the scale
	"warmup":    {"warmup", "%v epochs"},
	"clip":      {"clip", "gradients to the norm %v"},
	"ema":       {"ema", "the weights are their moving average with the decay %v"},
	"reverse":   {"reverse", "every sample backwards in time, too"},
	"unroll":    {"unroll", "on stretches of %v steps of trajectories"},
	"noise":     {"noise", "of the deviation %v on inputs"},
	"perturb":   {"perturb", "%v, in the objects of every training sample, anew each time it is seen"},
	"init":      {"init", "from the weights of %v"},
	"coarse":    {"coarse", "%v layers in the first epochs, as many epochs each as all layers then have"},
	"patience":  {"patience", "%v epochs without a lower validation error"},
	"beta1":     {"beta1", "the mean of gradients decays by %v a step"},
	"beta2":     {"beta2", "the mean of their squares decays by %v a step"},
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
