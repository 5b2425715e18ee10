package train

import (
	"fmt"
	"math"

	"gmnc/run"
)

// Schedule returns the learning rate of an epoch, counted from 1. The training has epochs
// epochs, and its options say rate. The result depends only on these, so that a resumed
// training goes on to the same bits.
type Schedule func(rate float64, epoch, epochs int) float64

// Constant returns the rate of the options in every epoch, as in the paper.
func Constant(rate float64, _, _ int) float64 { return rate }

// Cosine falls from the rate of the options in the first epoch towards 0 along half a cosine
// (Loshchilov and Hutter, 2017).
func Cosine(rate float64, epoch, epochs int) float64 {
	return rate * (1 + math.Cos(math.Pi*float64(epoch-1)/float64(epochs))) / 2
}

// StepDecay returns the rate of the options in the first half of the epochs, a tenth of it in
// the third quarter and a hundredth in the last (as in He et al., 2016).
func StepDecay(rate float64, epoch, epochs int) float64 {
	switch done := epoch - 1; {
	case 4*done >= 3*epochs:
		return rate / 100
	case 2*done >= epochs:
		return rate / 10
	}
	return rate
}

// schedules maps the names in a run's options to schedules.
var schedules = map[string]Schedule{"": Constant, run.Cosine: Cosine, run.StepDecay: StepDecay}

// setRate sets the learning rate of a step, counted from 0, in an epoch of steps steps. The
// rate changes with every step of the warm-up, and then with the epochs.
func (t *training) setRate(epoch, step, steps int) error {
	schedule := t.job.Schedule
	if schedule == nil {
		schedule = schedules[t.options.Schedule]
	}
	warming := epoch <= t.options.Warmup
	if step > 0 && !warming {
		return nil
	}
	rate := schedule(t.options.LearningRate, epoch, t.options.Epochs)
	if !(rate >= 0) || math.IsInf(rate, 1) {
		return fmt.Errorf("the schedule gives epoch %d a learning rate of %g: a rate is a number, 0 or more", epoch, rate)
	}
	if warming {
		rate *= float64((epoch-1)*steps+step+1) / float64(t.options.Warmup*steps)
	}
	t.trainer.SetLearningRate(rate)
	return nil
}
