package train

import (
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/run"
	"gmnc/system"
)

// CheckModel reports an error if the named model does not go with the options.
func CheckModel(o run.Options, name string) error {
	takes := config.Describe(name).ConstraintTerm
	switch {
	case takes && o.Lambda == 0:
		return fields.Errorf("{lambda} 0 does not go with {model} %s, which trains with the constraint term: {lambda} is a number above 0", name)
	case !takes && o.Lambda != 0:
		return fields.Errorf("{lambda} %g does not go with {model} %s, which trains without the constraint term: %s train with it",
			o.Lambda, name, strings.Join(constrained(), ", "))
	}
	return nil
}

// DefaultVelocity returns the weight of the velocity's error if the user chooses none. It is
// run.DefaultVelocity for a model that knows the time of a prediction, if all training samples
// have a target velocity, and otherwise 0.
func DefaultVelocity(model string, data *datasets.Data) float64 {
	if config.Describe(model).Scaled && system.WithoutTargetVelocity(data.Train) < 0 {
		return run.DefaultVelocity
	}
	return 0
}

// constrained returns the names of the models that train with the constraint term.
func constrained() (names []string) {
	for _, name := range config.Models() {
		if config.Describe(name).ConstraintTerm {
			names = append(names, name)
		}
	}
	return names
}

// trainingSamples returns the samples to train on, with targets. If Options.Unroll is above 0,
// they are stretches of unroll steps.
func trainingSamples(o run.Options, data *datasets.Data, unroll int) ([]system.Sample, error) {
	samples, err := data.Split("train")
	if err != nil {
		return nil, err
	}
	if without := system.WithoutTargetVelocity(samples); o.Velocity > 0 && without >= 0 {
		return nil, fields.Errorf("{velocity} %g needs the target velocities of all training samples (vT), in the unit of the velocities; sample %d has none: train with {velocity} 0, or with other data", o.Velocity, without)
	}
	if o.Unroll > 0 {
		if err := checkUnroll(samples, "training", o); err != nil {
			return nil, err
		}
	}
	if o.Perturb != "" {
		if err := o.Perturb.Check(samples); err != nil {
			return nil, err
		}
	}
	if o.Reverse {
		if err := Reversible(samples); err != nil {
			return nil, err
		}
	}
	switch {
	case o.Unroll > 0:
		samples = stretches(samples, unroll, o.Reverse)
	case o.Reverse:
		samples = withReversed(samples)
	default:
		samples = slices.Clone(samples)
	}
	if o.Unroll == 0 {
		for i := range samples {
			samples[i].Trajectory = nil // which is not trained on
		}
	}
	return samples, nil
}
