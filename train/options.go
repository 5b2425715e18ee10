package train

import (
	"strings"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/run"
	"gmnc/system"
)

// checkModel reports a model that does not go with the options.
func checkModel(o run.Options, name string) error {
	takes := builder.Describe(name).ConstraintTerm
	switch {
	case takes && o.Lambda == 0:
		return fields.Errorf("{lambda} 0 does not go with {model} %s, which trains with the constraint term: {lambda} is a number above 0", name)
	case !takes && o.Lambda != 0:
		return fields.Errorf("{lambda} %g does not go with {model} %s, which trains without the constraint term: %s train with it",
			o.Lambda, name, strings.Join(constrained(), ", "))
	}
	return nil
}

// constrained are the models that train with the constraint term.
func constrained() (names []string) {
	for _, name := range builder.Models() {
		if builder.Describe(name).ConstraintTerm {
			names = append(names, name)
		}
	}
	return names
}

// trainingSamples are the samples to train on, with targets.
func trainingSamples(o run.Options, data *datasets.Data) ([]system.Sample, error) {
	samples, err := data.Split("train")
	if err != nil {
		return nil, err
	}
	if o.TrainSize > len(samples) {
		return nil, fields.Errorf("{train_size} asks for %d samples; the training split has %d", o.TrainSize, len(samples))
	}
	if o.TrainSize > 0 {
		samples = samples[:o.TrainSize]
	}
	if o.Perturb != "" {
		if err := o.Perturb.Check(samples); err != nil {
			return nil, err
		}
	}
	if o.Reverse {
		if samples, err = withReversed(samples); err != nil {
			return nil, err
		}
	}
	_, err = Batches(len(samples), o.Batch)
	return samples, err
}
