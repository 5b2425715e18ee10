package conformance

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/ir"
	"gmnc/runtime"
)

// solving are the operators that solve equations. Each may be off by as many times
// Tolerance as a rounding of its inputs makes roundings of its results: float32 has no
// better inputs.
var solving = []ir.OpName{ir.Tensions, ir.JointRates, ir.JointStart, ir.JointStep, ir.JointStopStep}

// rounding is how far float32 moves a number, of the number; tries is how many roundings of
// all inputs are looked at.
const rounding, tries = 1.0 / (1 << 24), 32

// mostCondition is the most of it: beyond, a case would tell nothing.
const mostCondition = 20

// condition is how many roundings of an output's largest entry a rounding of all inputs
// makes in float64, at most, and at least 1. More than mostCondition are an error.
func (c Case) condition(random *rand.Rand) (roundings float64, err error) {
	roundings = 1
	for range tries {
		given := map[string]ir.Tensor{}
		for _, name := range slices.Sorted(maps.Keys(c.Batch.Inputs)) {
			value := runtime.Widen(c.Batch.Inputs[name])
			for i := range value.Float {
				value.Float[i] *= 1 + float64(2*random.IntN(2)-1)*rounding
			}
			given[name] = value
		}
		moved, err := ir.Eval(c.Module, given, c.Sizes)
		if err != nil {
			return 0, err
		}
		for name, want := range c.Want {
			for i, x := range want.Float {
				roundings = max(roundings, math.Abs(moved[name].Float[i]-x)/scaleOf(want)/rounding)
			}
		}
	}
	if roundings > mostCondition {
		return 0, fmt.Errorf("a rounding of the inputs is %.0f of the results, more than %d: draw inputs of a better condition", roundings, mostCondition)
	}
	return roundings, nil
}
