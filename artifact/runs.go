package artifact

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/internal/fields"
	"gmnc/run"
	"gmnc/runtime"
)

// Together combines runs of one model on one data set into one model that predicts their mean.
// The names identify the runs in errors. Their trainings may differ. It is an error if models
// or data differ, or if two runs have the same weights.
func Together(runs []*run.Run, names []string) (*run.Run, error) {
	if len(runs) == 1 {
		return runs[0], nil
	}
	if err := alike(runs, names); err != nil {
		return nil, err
	}
	joined := runs[0].Config
	joined.Model.Runs, joined.Training = len(runs), commonTraining(runs)
	weights := map[string]runtime.Tensor{}
	for i, other := range runs {
		for earlier := range i {
			if sameWeights(runs[earlier], other) {
				return nil, fmt.Errorf("%s and %s have the same weights, and no spread: give runs of different seeds, each once", names[earlier], names[i])
			}
		}
		for name, weight := range other.Weights {
			weights[config.RunParam(i+1, name)] = weight
		}
		for _, kernels := range other.Config.Kernels {
			if !slices.Contains(joined.Kernels, kernels) {
				joined.Kernels = append(slices.Clip(joined.Kernels), kernels)
			}
		}
	}
	together, err := run.New(joined, weights)
	if err != nil {
		return nil, err
	}
	together.TakeErrors(runs)
	return together, nil
}

// alike returns an error that says how the model or the data of a run differ from those of the
// first.
func alike(runs []*run.Run, names []string) error {
	first, err := FromRun(runs[0]).recorded()
	if err != nil {
		return err
	}
	for i := 1; i < len(runs); i++ {
		other, err := FromRun(runs[i]).recorded()
		if err != nil {
			return err
		}
		for _, different := range differing(first, other) {
			of, what, _ := strings.Cut(different.What, ".")
			switch {
			case of == "model":
				return fields.Errorf("%s and %s are different models: %s is %q in one and %q in the other; train them with the same options except for {seed}", names[0], names[i], what, different.A, different.B)
			case of == "data" && what != "file":
				return fmt.Errorf("%s and %s are trained on different data: %s is %q in one and %q in the other; train them on the same", names[0], names[i], what, different.A, different.B)
			}
		}
	}
	return nil
}

// sameWeights reports whether all weights of two runs of one model are the same.
func sameWeights(a, b *run.Run) bool {
	return maps.EqualFunc(a.Weights, b.Weights, func(x, y runtime.Tensor) bool { return slices.Equal(x.Float, y.Float) })
}

// commonTraining returns the options of the first run if the options of all runs differ only in
// what unseeded leaves out. Otherwise it returns nil.
func commonTraining(runs []*run.Run) *run.Options {
	first := runs[0].Config.Training
	for _, other := range runs[1:] {
		options := other.Config.Training
		if first == nil || options == nil {
			return nil
		}
		if unseeded(*first) != unseeded(*options) {
			return nil
		}
	}
	return first
}

// unseeded returns options as text, without their seed and without the length of Cauchy's loss,
// which depends on the initial weights.
func unseeded(options run.Options) string {
	options.Seed, options.CauchyLength = 0, 0
	return fmt.Sprintf("%+v", options)
}
