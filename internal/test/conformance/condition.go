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

// solving lists the operators that solve equations. The tolerance of each is multiplied by the
// ratio of the change of its results to a rounding of its inputs, as float32 has no better
// inputs.
var solving = []ir.OpName{ir.Tensions, ir.JointRates, ir.JointStart, ir.JointStep, ir.JointStopStep}

// rounding is the relative change of a number by rounding to float32, and tries is the number
// of roundings of all inputs that are tried.
const rounding, tries = 1.0 / (1 << 24), 32

// mostCondition is the largest condition of a case: beyond that, the case would show nothing.
const mostCondition = 20

// condition returns the largest change in float64, in roundings of an output's largest entry,
// by a rounding of all inputs. It is at least 1, and more than mostCondition is an error.
func (c Case) condition(random *rand.Rand) (roundings float64, err error) {
	roundings = 1
	module, err := ir.Expand(c.Module) // once, and not at each evaluation
	if err != nil {
		return 0, err
	}
	for range tries {
		given := map[string]ir.Tensor{}
		for _, name := range slices.Sorted(maps.Keys(c.Batch.Inputs)) {
			value := runtime.Widen(c.Batch.Inputs[name])
			for i := range value.Float {
				value.Float[i] *= 1 + float64(2*random.IntN(2)-1)*rounding
			}
			given[name] = value
		}
		moved, err := ir.Eval(module, given, c.Sizes)
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
