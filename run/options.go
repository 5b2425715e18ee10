package run

import (
	"math"
	"slices"
	"strings"

	"gmnc/internal/adam"
	"gmnc/internal/fields"
	"gmnc/system"
)

// Options says how a model is trained. Options that are left out are as in the paper. Their
// tags are the flags of gmnc train, whose words "constant", "none" and "mse" stand for "".
type Options struct {
	TrainSize    int     `json:"train_size" help:"Training samples to use; 0 for all." default:"0"`
	Epochs       int     `json:"epochs" help:"Passes over the training samples." default:"600"`
	Batch        int     `json:"batch" help:"Systems in a batch." default:"200"`
	LearningRate float64 `json:"learning_rate" name:"lr" help:"Learning rate of Adam." default:"5e-4"`
	WeightDecay  float64 `json:"weight_decay" help:"L2 term in the gradient." default:"1e-10"`
	Seed         uint64  `json:"seed" help:"Seed of the first weights and of the shuffling." default:"1"`
	ValidEvery   int     `json:"valid_every" help:"Epochs from one validation to the next." default:"5"`
	Level        int     `json:"level" short:"O" help:"Optimization level. 0: stock Gorgonia operators and derivatives, slow, the oracle; 1: our kernels and derivatives, one operator after the other, to find out which is wrong; 2: the same as one operator of Gorgonia's graph, fast." enum:"0,1,2" default:"2"`
	// KeepLast also trains on the samples that are left over at the end of an epoch, as a
	// smaller batch. The paper leaves them out.
	KeepLast bool `json:"keep_last,omitempty" kong:"-"`
	// Schedule names the schedule of the learning rate, one of Schedules. "" is a constant
	// rate, as in the paper.
	Schedule string `json:"schedule,omitempty" help:"Learning rate over the epochs: ${enum}. cosine falls to 0 along half a cosine; step to a tenth after half of the epochs, and a hundredth after three quarters." enum:"constant,cosine,step" default:"constant"`
	// Warmup is the number of epochs in which the learning rate grows, step by step, to the
	// rate of the schedule.
	Warmup int `json:"warmup,omitempty" help:"Epochs of linear warm-up of the learning rate." default:"0"`
	// Clip is the largest norm of the gradient with respect to all weights together, for the
	// loss in the unit that networks see. A longer gradient is scaled to it. 0 disables
	// clipping.
	Clip float64 `json:"clip,omitempty" help:"Shorten gradients to this norm, of all weights together, with the loss in the unit that networks see (--scale); 0 for none." placeholder:"NORM" default:"0"`
	// EMA is the decay of the weights' moving average, which replaces them in validation and in
	// the run. 0 disables it.
	EMA float64 `json:"ema,omitempty" name:"ema" help:"Decay of a moving average of the weights, which is validated and kept in their place; 0 for none." placeholder:"DECAY" default:"0"`
	// Loss is one of Losses, or "" for the squared error.
	Loss string `json:"loss,omitempty" help:"Squared error, or squared for small errors and linear (huber) or logarithmic (cauchy) for large ones: ${enum}." enum:"mse,huber,cauchy" default:"mse"`
	// CauchyLength is the error of a particle above which Cauchy's loss becomes a logarithm, in
	// the unit of positions. It is the median error of the initial weights, and 0 for other
	// losses.
	CauchyLength float64 `json:"cauchy_length,omitempty" kong:"-"`
	// Reverse also trains on every sample backwards in time, from the target and its reversed
	// velocity to the input.
	Reverse bool `json:"reverse,omitempty" help:"Train on every sample backwards in time, too, from the target and its reversed velocity (vT) to the input: right where no friction acts." negatable:""`
	// Velocity is the weight of the velocity's squared error in the loss, in units of the
	// interval. A velocity error counts as the position error to which it leads in the time of
	// a prediction. A model that is trained with it returns a true velocity. 0 leaves the term
	// out.
	Velocity float64 `json:"velocity,omitempty" kong:"-"`
	// Unroll, if not 0, trains on trajectories: on every stretch of this number of steps from
	// one frame to the next, with the model applied to its own predictions. The loss is the
	// mean over the steps, and its gradient is propagated back through all of them.
	Unroll int `json:"unroll,omitempty" help:"Train on trajectories (gmnc simulate --frames): on every stretch of N steps, the model being applied to what it returned before, with the mean loss of all steps; 1 takes every frame and the next. Validation is over N steps, too. 0 trains on inputs and targets alone." placeholder:"N" default:"0"`
	// Curriculum lists the numbers of steps in the first epochs, which grow to Unroll. Each
	// number, and Unroll itself, has an equal share of the epochs.
	Curriculum []int `json:"curriculum,omitempty" help:"Steps of --unroll in the first epochs, from short to long: with 12,24 a third of the epochs has 12, a third 24 and the last third as many as --unroll. None by default." placeholder:"N"`
	// Starts is the maximal number of stretches of Unroll that an epoch trains on, which are
	// drawn anew for each epoch. 0 trains on all of them.
	Starts int `json:"starts,omitempty" help:"Largest number of pieces of --unroll steps that an epoch trains on, drawn anew for each epoch, because neighboring pieces are nearly the same. 0 takes all." placeholder:"N" default:"0"`
	// Noise is the standard deviation of the noise that is added to each coordinate of the
	// training inputs, as system.Noise does it, in the unit of positions. 0 adds none.
	Noise float64 `json:"noise,omitempty" help:"Standard deviation of Gaussian noise on the training inputs, drawn anew each time a sample is used, in the unit of positions; velocities get this number divided by the interval. Bars keep their lengths, and targets move along. 0 for none." placeholder:"DEVIATION" default:"0"`
	// Coarse lists the numbers of layers of the model in the first epochs, which grow to the
	// number of its configuration. Each number, and the last one, has an equal share of the
	// epochs. It is for models whose layers share their weights, as the steps of GMN-ODE do.
	Coarse []int `json:"coarse,omitempty" help:"gmn-ode: layers (steps) of the first epochs, from coarse to fine, best a quarter of --layers or more: with 6,12 a third of the epochs has 6, a third 12 and the last third as many as --layers. None by default." placeholder:"N"`
	// Patience is the number of epochs after the lowest validation error at which training
	// ends. 0 trains for all epochs.
	Patience int `json:"patience,omitempty" help:"End once the last N epochs had no lower validation error; 0 trains for all epochs." placeholder:"N" default:"0"`
	// Lambda is the weight of the constraint term in the loss, in the unit that networks see.
	// It is 0 for models that train without the term.
	Lambda float64 `json:"lambda,omitempty" kong:"-"`
	// LambdaFrom lists the weights from which Lambda was chosen by validation, in runs of
	// builds that took a list.
	LambdaFrom []float64 `json:"lambda_from,omitempty" kong:"-"`
	// Init names the run whose weights are the initial ones, with their digest. It is "" if all
	// weights are drawn.
	Init string `json:"init,omitempty" kong:"-"`
	// Scale names the rule by which the model scales the data, one of Scales, so that units do
	// not matter. "" does not scale, as in the paper. ScaleFor defines the rules.
	Scale string `json:"scale,omitempty" help:"What the model divides positions and velocities by inside, so that no unit matters: ${enum}. data: the data's typical length and time; none: nothing; auto: as none where a published model meets data like the paper's, and as data elsewhere and for gmn-ode." enum:"auto,data,none" default:"auto"`
	// Beta1 and Beta2 are Adam's decays of the mean of gradients and of the mean of their
	// squares. 0 stands for the usual ones, 0.9 and 0.999.
	Beta1 float64 `json:"beta1,omitempty" name:"beta1" help:"Adam's decay of the mean of gradients." default:"0.9"`
	Beta2 float64 `json:"beta2,omitempty" name:"beta2" help:"Adam's decay of the mean of their squares." default:"0.999"`
	// Perturb is the perturbation of the objects of every training sample each time it is seen,
	// or "" for none.
	Perturb system.Perturbation `json:"perturb,omitempty" help:"Error to put into the objects of every training sample, anew each time it is seen (the paper's robustness test). join: two isolated particles become a stick; split: a stick becomes two; join+split: both; length: a stick's length changes by a tenth, normally distributed." enum:"none,join,split,join+split,length" default:"none"`
}

// Decays returns the decays of Adam.
func (o Options) Decays() adam.Decays { return adam.Decays{Beta1: o.Beta1, Beta2: o.Beta2} }

// LayersIn returns the number of layers that a model uses in an epoch, counted from 1.
func (o Options) LayersIn(epoch, layers int) int { return o.grown(epoch, o.Coarse, layers) }

// UnrollIn returns the number of steps that an epoch, counted from 1, trains through.
func (o Options) UnrollIn(epoch int) int { return o.grown(epoch, o.Curriculum, o.Unroll) }

// grown returns the number for an epoch. The numbers of first and then last share the epochs
// equally.
func (o Options) grown(epoch int, first []int, last int) int {
	if part := (epoch - 1) * (len(first) + 1) / o.Epochs; part < len(first) {
		return first[part]
	}
	return last
}

// These are the values of Options.Schedule besides "".
const (
	Cosine    = "cosine" // falls to 0 along half a cosine
	StepDecay = "step"   // falls to a tenth after half of the epochs, and a hundredth after three quarters
)

// Schedules lists the values of Options.Schedule besides "".
var Schedules = []string{Cosine, StepDecay}

// Huber is the value of Options.Loss for an error that is squared if it is small and grows
// linearly from HuberLengths on.
const Huber = "huber"

// HuberLengths is the error of a particle above which Huber's loss becomes linear, in typical
// distances of neighbors.
const HuberLengths = 0.1

// Cauchy is the value of Options.Loss for an error that is squared if it is small and grows as
// a logarithm from Options.CauchyLength on. Unpredictable samples then hardly count.
const Cauchy = "cauchy"

// Losses lists the values of Options.Loss besides "".
var Losses = []string{Huber, Cauchy}

// DefaultLambda is the published weight of the constraint term.
const DefaultLambda = 0.1

// DefaultVelocity is the weight of the velocity in the loss of models that know the time of a
// prediction, such as GMN-ODE. It is 0 for other models.
const DefaultVelocity = 0.1

// PaperOptions returns the options of the paper's experiments on simulated data.
func PaperOptions() Options {
	return Options{Epochs: 600, Batch: 200, LearningRate: 5e-4, WeightDecay: 1e-10, Seed: 1, ValidEvery: 5, Level: 2}
}

// DefaultOptions returns the options of the paper, except that no sample is left out and units
// do not matter.
func DefaultOptions() Options {
	options := PaperOptions()
	options.KeepLast, options.Scale = true, AutoScale
	return options
}

// Validate returns an error if no training can follow the options.
func (o Options) Validate() error {
	switch {
	case o.TrainSize < 0:
		return fields.Errorf("a training set of %d samples is impossible: {train_size} is 0 for all, or more", o.TrainSize)
	case o.Batch < 1:
		return fields.Errorf("a batch of %d samples is impossible: use {batch} 1 or more", o.Batch)
	case o.Epochs < 1:
		return fields.Errorf("%d epochs train nothing: {epochs} is 1 or more", o.Epochs)
	case o.ValidEvery < 1:
		return fields.Errorf("validation every %d epochs is impossible: {valid_every} is 1 or more", o.ValidEvery)
	case o.Schedule != "" && !slices.Contains(Schedules, o.Schedule):
		return fields.Errorf("there is no {schedule} %s; known: constant, %s", o.Schedule, strings.Join(Schedules, ", "))
	case o.Scale != "" && !slices.Contains(Scales, o.Scale):
		return fields.Errorf("there is no {scale} %s; known: none, %s", o.Scale, strings.Join(Scales, ", "))
	case o.Warmup < 0 || o.Warmup > o.Epochs:
		return fields.Errorf("a learning rate cannot grow for %d of %d epochs: {warmup} is 0 for no growth, or at most {epochs}", o.Warmup, o.Epochs)
	case !(o.Clip >= 0) || math.IsInf(o.Clip, 1):
		return fields.Errorf("a gradient cannot be clipped to the norm %g: {clip} is a number, 0 for no clipping, or more", o.Clip)
	case !(o.EMA >= 0 && o.EMA < 1):
		return fields.Errorf("an average cannot decay by %g a step: {ema} is 0 for no average, or a number below 1 such as 0.999", o.EMA)
	case o.Loss != "" && !slices.Contains(Losses, o.Loss):
		return fields.Errorf("there is no {loss} %s; known: mse, %s", o.Loss, strings.Join(Losses, ", "))
	case o.Unroll < 0:
		return fields.Errorf("a model cannot be applied %d times: {unroll} is 1 or more, or 0 to train on inputs and targets alone", o.Unroll)
	case len(o.Curriculum) >= o.Epochs:
		return fields.Errorf("%d epochs cannot have {curriculum} of %d numbers of steps before {unroll}: give fewer, or more {epochs}", o.Epochs, len(o.Curriculum))
	case !slices.IsSorted(o.Curriculum) || len(o.Curriculum) > 0 && (o.Curriculum[0] < 1 || o.Curriculum[len(o.Curriculum)-1] > o.Unroll):
		return fields.Errorf("{curriculum} %v does not go from short to long: give numbers of steps from 1 to {unroll}, %d, that do not fall", o.Curriculum, o.Unroll)
	case o.Starts < 0:
		return fields.Errorf("an epoch cannot train on %d stretches: {starts} is 1 or more, or 0 for all", o.Starts)
	case o.Starts > 0 && o.Unroll == 0:
		return fields.Errorf("{starts} %d limits the stretches of trajectories, and without {unroll} there are none: give {unroll} 1 or more", o.Starts)
	case !(o.Noise >= 0) || math.IsInf(o.Noise, 1):
		return fields.Errorf("noise of the deviation %g is impossible: {noise} is a number, 0 for none, or more", o.Noise)
	case len(o.Coarse) >= o.Epochs:
		return fields.Errorf("%d epochs cannot have {coarse} of %d numbers of layers before the model's own: give fewer, or more {epochs}", o.Epochs, len(o.Coarse))
	case !slices.IsSorted(o.Coarse) || len(o.Coarse) > 0 && o.Coarse[0] < 1:
		return fields.Errorf("{coarse} %v does not go from coarse to fine: give numbers of layers from 1 that do not fall", o.Coarse)
	case o.Patience < 0:
		return fields.Errorf("a patience of %d epochs is impossible: {patience} is 0 for all epochs, or more", o.Patience)
	case !(o.Beta1 >= 0 && o.Beta1 < 1):
		return fields.Errorf("a mean of gradients cannot decay by %g a step: {beta1} is a number above 0 and below 1", o.Beta1)
	case !(o.Beta2 >= 0 && o.Beta2 < 1):
		return fields.Errorf("a mean of squares cannot decay by %g a step: {beta2} is a number above 0 and below 1", o.Beta2)
	case !(o.LearningRate > 0) || math.IsInf(o.LearningRate, 1):
		return fields.Errorf("a learning rate of %g does not learn: {learning_rate} is a number above 0", o.LearningRate)
	case !(o.WeightDecay >= 0) || math.IsInf(o.WeightDecay, 1):
		return fields.Errorf("a weight decay of %g is impossible: {weight_decay} is a number, 0 or more", o.WeightDecay)
	case !(o.Velocity >= 0) || math.IsInf(o.Velocity, 1):
		return fields.Errorf("a weight %g of the velocity's error is impossible: {velocity} is a number, 0 for none, or more", o.Velocity)
	case !(o.Lambda >= 0) || math.IsInf(o.Lambda, 1):
		return fields.Errorf("a weight %g of the constraint term is impossible: {lambda} is a number above 0", o.Lambda)
	}
	return nil
}
