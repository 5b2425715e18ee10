package train

import (
	"fmt"
	"math"
	"strings"

	"gmnc/builder"
	"gmnc/datasets"
)

// Options say how a model is trained. The defaults are the paper's.
type Options struct {
	TrainSize    int     `json:"train_size"`    // samples used of the training split; 0 for all
	Epochs       int     `json:"epochs"`        // passes over the training samples
	Batch        int     `json:"batch"`         // systems in a batch
	LearningRate float64 `json:"learning_rate"` // of Adam
	WeightDecay  float64 `json:"weight_decay"`  // L2 term in the gradient
	Seed         uint64  `json:"seed"`          // of the first weights and of the shuffling
	ValidEvery   int     `json:"valid_every"`   // epochs from one validation to the next
	Level        int     `json:"level"`         // optimisation level, 0 to 2
	// Patience is the number of epochs after that of the lowest validation
	// error at which training ends; 0 for none.
	Patience int `json:"patience,omitempty"`
	// Lambda is the weight of the constraint term in the loss of a model
	// that trains with it, and 0 of all others.
	Lambda float64 `json:"lambda,omitempty"`
	// LambdaFrom are the weights from which Lambda was chosen by validation.
	LambdaFrom []float64 `json:"lambda_from,omitempty"`
	// Perturb is what is done to the objects of every training sample each
	// time it is seen; "" for nothing.
	Perturb datasets.Perturbation `json:"perturb,omitempty"`
}

// DefaultLambda is the published weight of the constraint term.
const DefaultLambda = 0.1

// DefaultOptions are those of the paper's experiments on simulated data.
func DefaultOptions() Options {
	return Options{Epochs: 600, Batch: 200, LearningRate: 5e-4, WeightDecay: 1e-10, Seed: 1, ValidEvery: 5, Level: 2}
}

// Validate reports options that no training can follow.
func (o Options) Validate() error {
	switch {
	case o.TrainSize < 0:
		return fmt.Errorf("a training set of %d samples is impossible: --train-size is 0 for all, or more", o.TrainSize)
	case o.Epochs < 1:
		return fmt.Errorf("%d epochs train nothing: --epochs is 1 or more", o.Epochs)
	case o.ValidEvery < 1:
		return fmt.Errorf("validation every %d epochs is impossible: --valid-every is 1 or more", o.ValidEvery)
	case o.Patience < 0:
		return fmt.Errorf("a patience of %d epochs is impossible: --patience is 0 for all epochs, or more", o.Patience)
	case !(o.LearningRate > 0) || math.IsInf(o.LearningRate, 1):
		return fmt.Errorf("a learning rate of %g does not learn: --lr is a number above 0", o.LearningRate)
	case !(o.WeightDecay >= 0) || math.IsInf(o.WeightDecay, 1):
		return fmt.Errorf("a weight decay of %g is impossible: --weight-decay is a number, 0 or more", o.WeightDecay)
	case !(o.Lambda >= 0) || math.IsInf(o.Lambda, 1):
		return fmt.Errorf("a weight %g of the constraint term is impossible: --lambda is a number above 0", o.Lambda)
	}
	return nil
}

// checkModel reports a model that does not go with the options.
func (o Options) checkModel(name string) error {
	takes := builder.Describe(name).ConstraintTerm
	switch {
	case takes && o.Lambda == 0:
		return fmt.Errorf("--lambda 0 does not go with --model %s, which trains with the constraint term: --lambda is a number above 0", name)
	case !takes && o.Lambda != 0:
		return fmt.Errorf("--lambda %g does not go with --model %s, which trains without the constraint term: %s train with it",
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
func (o Options) trainingSamples(data *datasets.Data) ([]datasets.Sample, error) {
	samples, err := data.Split("train")
	if err != nil {
		return nil, err
	}
	if o.TrainSize > len(samples) {
		return nil, fmt.Errorf("--train-size asks for %d samples; the training split has %d", o.TrainSize, len(samples))
	}
	if o.TrainSize > 0 {
		samples = samples[:o.TrainSize]
	}
	if o.Perturb != "" {
		if err := o.Perturb.Check(samples); err != nil {
			return nil, err
		}
	}
	_, err = datasets.Batches(len(samples), o.Batch)
	return samples, err
}
