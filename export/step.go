package export

import (
	"fmt"
	"math"
	"strings"

	"gmnc/export/emit"
	"gmnc/export/rolling"
	"gmnc/internal/adam"
	"gmnc/internal/strictjson"
	"gmnc/ir"
)

// Step makes a file of one step of training by Adam, as PyTorch has it, in which weight decay is
// an L2 term in the gradient. The module is one that ir.Gradient made. The file does not return its
// gradients.
//
//	weights            float [weights]  all trained weights, one after another
//	first_moment       float [weights]  the mean of their gradients
//	second_moment      float [weights]  the mean of the squares
//	step               int64 []         the number of steps made so far
//	learning_rate      float []
//	next_weights ...   the same after the step, except for the rate
//
// At step 0 the weights are those in the file, whatever is given.
//
// The metadata "step" hold the Step as JSON.
type Step struct {
	// LearningRate is a rate to begin with, such as the last of the training.
	LearningRate float64 `json:"learning_rate"`
	WeightDecay  float64 `json:"weight_decay"`
	// Clip is the largest norm of the gradient, or 0 for no limit.
	Clip float64 `json:"clip,omitempty"`
	// Beta1 and Beta2 are Adam's decays. 0 stands for the usual value.
	Beta1 float64 `json:"beta1,omitempty"`
	Beta2 float64 `json:"beta2,omitempty"`
	// Weights lists the trained weights in their order.
	Weights []Weight `json:"weights"`
}

// Weight is the name of a weight, with its rows and columns.
type Weight struct {
	Name  string `json:"name"`
	Shape [2]int `json:"shape"`
}

func (w Weight) size() int { return w.Shape[0] * w.Shape[1] }

// StepOf returns a step that trains these weights of a module.
func StepOf(m *ir.Module, params []string) *Step {
	s := &Step{}
	for _, name := range params {
		t := m.Main.Input(name).Type
		s.Weights = append(s.Weights, Weight{name, [2]int{t.Rows().Number, t.Columns()}})
	}
	return s
}

// Step returns the step of training that the file makes, or nil if the file predicts.
func (file *File) Step() (*Step, error) {
	text, trains := file.Metadata[stepKey]
	if !trains {
		return nil, nil
	}
	s := new(Step)
	if err := strictjson.Unmarshal([]byte(text), s); err != nil {
		return nil, fmt.Errorf("what it says of its steps of training is damaged (%w): export it again", err)
	}
	return s, nil
}

// These are the names of the inputs of a Step. Except for the rate, they are also outputs, with
// NextPrefix.
const (
	WeightsInput      = "weights"
	FirstMomentInput  = "first_moment"
	SecondMomentInput = "second_moment"
	StepInput         = "step"
	LearningRateInput = "learning_rate"
	stepKey           = "step" // key of the metadata with the Step
)

// stepWriter writes a Step around the module's graph.
type stepWriter struct {
	*modelEmitter
	Step
	weights   string            // all weights before the step
	gradients map[string]string // the graph's gradients by parameter
	sound     string            // whether no system of the batch has a fault
}

// newStep declares the inputs of a step and writes its weights.
func (e *modelEmitter) newStep(s Step) (*stepWriter, error) {
	w := &stepWriter{modelEmitter: e, Step: s, gradients: map[string]string{}}
	total := 0
	var stored []string
	for _, weight := range s.Weights {
		if e.Module.Main.Output(ir.LossGradientPrefix+weight.Name) == nil {
			return nil, fmt.Errorf("the module has no gradient of a weight %s", weight.Name)
		}
		total += weight.size()
		stored = append(stored, e.Flat(weight.Name))
	}
	all := ir.Fixed(total)
	e.Input(emit.ValueInfo(WeightsInput, "all weights, one after the other; at step 0 those in the file are taken", ir.Float, all))
	e.Input(emit.ValueInfo(FirstMomentInput, "the mean of the gradients; zeros at step 0", ir.Float, all))
	e.Input(emit.ValueInfo(SecondMomentInput, "the mean of their squares; zeros at step 0", ir.Float, all))
	e.Input(emit.ValueInfo(StepInput, "how many steps were made", ir.Index))
	e.Input(emit.ValueInfo(LearningRateInput, "of this step", ir.Float))
	for _, name := range []string{WeightsInput, FirstMomentInput, SecondMomentInput} {
		e.Output(emit.ValueInfo(rolling.NextPrefix+name, "", ir.Float, all))
	}
	e.Output(emit.ValueInfo(rolling.NextPrefix+StepInput, "", ir.Index))
	w.weights = e.Named("step/weights", func() string {
		started := e.Op("Greater", nil, StepInput, e.Ints([]int64{0}))
		return e.Op("Where", nil, started, WeightsInput, e.Concat(stored...))
	})
	return w, nil
}

// weightBefore returns a weight before the step, sliced from the input of all weights, or "" if
// it is not trained.
func (w *stepWriter) weightBefore(param *ir.Value) string {
	start := int64(0)
	for _, weight := range w.Weights {
		end := start + int64(weight.size())
		if weight.Name == param.Name {
			return w.Named("step/"+param.Name, func() string {
				own := w.Op("Slice", nil, w.weights, w.Ints([]int64{start}, 1), w.Ints([]int64{end}, 1), w.Ints([]int64{0}, 1))
				return w.Op("Reshape", nil, own, w.Ints([]int64{int64(weight.Shape[0]), int64(weight.Shape[1])}, 2))
			})
		}
		start = end
	}
	return ""
}

// takes reports whether an output of the module is the gradient of a weight. If so, it keeps
// the value.
func (w *stepWriter) takes(output, value string) bool {
	name, isGradient := strings.CutPrefix(output, ir.LossGradientPrefix)
	if isGradient {
		w.gradients[name] = value
	}
	return isGradient
}

// write writes Adam's step for all weights at once:
//
//	m <- beta1 m + (1 - beta1) g
//	v <- beta2 v + (1 - beta2) g^2
//	w <- w - rate m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) + epsilon)
func (w *stepWriter) write() {
	defer w.InScope("step")()
	decays := adam.Decays{Beta1: w.Beta1, Beta2: w.Beta2}.OrDefault()
	number := w.Op("Add", nil, StepInput, w.Ints([]int64{1}))
	gradient := w.gradient()
	mean := w.mean(FirstMomentInput, gradient, decays.Beta1)
	square := w.mean(SecondMomentInput, w.Op("Mul", nil, gradient, gradient), decays.Beta2)
	size := w.Op("Div", nil, w.Op("Sqrt", nil, square), w.Op("Sqrt", nil, w.debias(number, decays.Beta2)))
	size = w.Op("Add", nil, size, w.Floats([]float64{adam.Epsilon}))
	rate := w.Op("Div", nil, LearningRateInput, w.debias(number, decays.Beta1))
	moved := w.Op("Div", nil, w.Op("Mul", nil, rate, mean), size)
	w.Add(rolling.NextPrefix+WeightsInput, "Sub", nil, w.weights, moved)
	w.Add(rolling.NextPrefix+FirstMomentInput, "Identity", nil, mean)
	w.Add(rolling.NextPrefix+SecondMomentInput, "Identity", nil, square)
	w.Add(rolling.NextPrefix+StepInput, "Identity", nil, number)
}

// gradient returns the gradient by all weights, clipped and with the weight decay. It is NaN if
// a system of the batch has a fault.
func (w *stepWriter) gradient() string {
	var all []string
	for _, weight := range w.Weights {
		all = append(all, w.Flat(w.gradients[weight.Name]))
	}
	gradient := w.Op("Where", nil, w.sound, w.Concat(all...), w.Floats([]float64{math.NaN()}))
	if w.Clip > 0 {
		square := w.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, w.Op("Mul", nil, gradient, gradient), w.Ints([]int64{0}, 1))
		most := w.Floats([]float64{w.Clip})
		gradient = w.Op("Mul", nil, gradient, w.Op("Div", nil, most, w.Op("Max", nil, w.Op("Sqrt", nil, square), most)))
	}
	if w.WeightDecay > 0 {
		gradient = w.Op("Add", nil, gradient, w.Op("Mul", nil, w.weights, w.Floats([]float64{w.WeightDecay})))
	}
	return gradient
}

// mean returns a moving mean after one more value.
func (w *stepWriter) mean(before, value string, beta float64) string {
	return w.Op("Add", nil, w.Op("Mul", nil, before, w.Floats([]float64{beta})), w.Op("Mul", nil, value, w.Floats([]float64{1 - beta})))
}

// debias returns 1 - beta^number. It is 1 - e^-2x = 2 tanh x / (1 + tanh x), which loses no
// digits in float32 if beta^number is near 1.
func (w *stepWriter) debias(number string, beta float64) string {
	x := w.Op("Mul", nil, w.AsFloat(number), w.Floats([]float64{-math.Log(beta) / 2}))
	t := w.Op("Tanh", nil, x)
	return w.Op("Div", nil, w.Op("Mul", nil, t, w.Floats([]float64{2})), w.Op("Add", nil, t, w.Floats([]float64{1})))
}
