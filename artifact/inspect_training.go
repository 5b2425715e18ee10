package artifact

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"gmnc/run"
)

// describeTraining describes how a run was trained. The first line holds what every training
// has. A line for each other option that was set follows, in the order of run.Options.
func describeTraining(w io.Writer, o *run.Options) {
	samples := "all"
	if o.TrainSize > 0 {
		samples = strconv.Itoa(o.TrainSize)
	}
	ofVelocity := ""
	if o.Velocity > 0 {
		ofVelocity = fmt.Sprintf(", weight of the velocity's error in the loss: %g", o.Velocity)
	}
	Line(w, "training", "samples: %s, epochs: %d, batch size: %d, learning rate: %g, weight decay: %g, seed: %d%s",
		samples, o.Epochs, o.Batch, o.LearningRate, o.WeightDecay, o.Seed, ofVelocity)
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

// saidElsewhere holds the options that another line describes, or that do not change the
// weights noticeably.
var saidElsewhere = map[string]bool{
	"train_size": true, "epochs": true, "batch": true, "learning_rate": true, "weight_decay": true, "seed": true, "velocity": true, // the first line
	"scale": true, "lambda_from": true, // the lines of the scale and of lambda
	"valid_every": true, "level": true,
}

// inWords holds titles and texts for options whose name and value would not be understood. The
// verb %v stands for the value.
var inWords = map[string][2]string{
	"keep_last": {"batches", "the last batch of an epoch may be smaller: no sample is left out"},
	"schedule":  {"schedule", "of the learning rate: %v"},
	"loss":      {"loss", "%v, of the errors of positions"},
	"warmup":    {"warmup", "the learning rate rises over the first epochs: %v"},
	"clip":      {"clip", "gradients are shortened to the norm %v"},
	"ema":       {"ema", "the weights are their moving average with the decay %v"},
	"reverse":   {"reverse", "every sample is trained backwards in time, too: from its target, with negated velocities, to its input"},
	"unroll":    {"unroll", "the loss is of %v predictions in a row along each trajectory"},
	"noise":     {"noise", "Gaussian noise of the standard deviation %v is added to the inputs"},
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
