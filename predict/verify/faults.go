package verify

import (
	"errors"
	"maps"
	"math"
	"slices"

	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/system"
)

// Faults is the promise that a system with a fault is refused, or has only NaN in its outputs.
const Faults = "no numbers for invalid inputs"

// WrongInput is a fault in the first of some systems.
type WrongInput struct {
	Name, Input string
	// spoil changes the numbers of the input that belong to the first system, which has the
	// given number of particles.
	spoil func(floats []float32, indices []int64, particles int)
}

// Spoil puts the fault into a copy of an exported file's inputs. It reports false if they lack
// the input, or have too few of the objects in which the fault would be.
func (w WrongInput) Spoil(inputs map[string]runtime.Tensor, systems int) (map[string]runtime.Tensor, bool) {
	given, ok := inputs[w.Input]
	least := map[string]int{"sticks": 2, "hinges": 1, "parents": 4, "bodies": 4}[w.Input]
	if !ok || given.Shape[1] < max(least, 1) {
		return nil, false
	}
	spoilt := map[string]runtime.Tensor{}
	for name, tensor := range inputs {
		tensor.Float, tensor.Index = slices.Clone(tensor.Float), slices.Clone(tensor.Index)
		spoilt[name] = tensor
	}
	given = spoilt[w.Input]
	w.spoil(given.Float[:len(given.Float)/systems], given.Index[:len(given.Index)/systems], inputs[system.Position.Name].Shape[1])
	return spoilt, true
}

// WrongInputs returns the kinds of faults, for files of all models.
func WrongInputs() []WrongInput {
	number := func(input, name string, value float64) WrongInput {
		return WrongInput{input + " " + name, input, func(x []float32, _ []int64, _ int) { x[len(x)/2] = float32(value) }}
	}
	index := func(input, name string, at int, value func(given []int64, particles int) int64) WrongInput {
		return WrongInput{input + " " + name, input, func(_ []float32, x []int64, particles int) { x[at] = value(x, particles) }}
	}
	fixed := func(value int64) func([]int64, int) int64 { return func([]int64, int) int64 { return value } }
	copied := func(at int) func([]int64, int) int64 { return func(x []int64, _ int) int64 { return x[at] } }
	after := func(_ []int64, particles int) int64 { return int64(particles) }
	all := []WrongInput{
		index("sticks", "outside", 1, after), index("sticks", "negative", 0, fixed(-1)), index("sticks", "far outside", 1, fixed(1<<20)),
		index("sticks", "equal ends", 1, copied(0)), index("sticks", "that share an end", 2, copied(1)),
		index("hinges", "outside", 2, after), index("hinges", "negative", 0, fixed(-3)), index("hinges", "whose joint is an end", 1, copied(0)),
		index("neighbors", "outside", 0, after), index("neighbors", "below -1", 0, fixed(-2)),
		index("parents", "outside", 0, after), index("parents", "below -1", 0, fixed(-2)), index("parents", "itself", 1, fixed(1)),
		{"parents in a circle", "parents", func(_ []float32, x []int64, _ int) { x[0], x[1] = 1, 0 }},
		index("bodies", "below -1", 0, fixed(-2)),
		{"bodies of one particle", "bodies", func(_ []float32, x []int64, _ int) { x[len(x)-1] = 1 << 20 }},
	}
	for _, f := range system.GivenFields() {
		if f.Bounded() {
			all = append(all, number(f.Name, "below what it may be", f.Least-1))
		}
		if f.Bounded() && f.Most < math.MaxFloat32 {
			all = append(all, number(f.Name, "above what it may be", f.Most+1))
		}
		if f.Bounded() && f.Whole {
			all = append(all, number(f.Name, "not whole", (f.Least+f.Least+1)/2))
		}
	}
	all = append(all,
		WrongInput{"pinned, and moves", system.Pinned.Name, func(x []float32, _ []int64, _ int) { x[0], x[len(x)-1] = 1, 1 }}, // one of the two may be at rest
		WrongInput{"pinned, all of them", system.Pinned.Name, func(x []float32, _ []int64, _ int) {
			for i := range x {
				x[i] = 1
			}
		}},
	)
	for _, f := range []*system.Field{
		system.Position, system.Velocity, system.Charge, system.Mass, system.Gravity, system.Force, system.NodeFeatures, system.EdgeFeatures,
	} {
		all = append(all, number(f.Name, "not a number", math.NaN()), number(f.Name, "infinite", math.Inf(-1)), number(f.Name, "absurd", 1e30))
	}
	return all
}

// Refusals counts the faults, each in the first system of a group alone, for which a file
// returns numbers. The predictor that open returns must run the session that within makes of
// the file's session, so that faults enter after the predictor's own checks. Only inputs that
// the model reads are spoilt.
func Refusals(reads func(input string) bool, group Group, open func(within func(runtime.Session) runtime.Session) (predict.Predictor, error)) (r Report) {
	spoiling := &spoiling{}
	candidate, err := open(func(session runtime.Session) runtime.Session {
		spoiling.Session = session
		return spoiling
	})
	if err != nil {
		r.breaks(err)
		return r
	}
	defer candidate.Close()
	f := Finding{Promise: Faults, Where: "composition " + group.Name, Tried: []Tried{{Of: "invalid inputs"}}}
	for _, fault := range WrongInputs() {
		if !reads(fault.Input) {
			continue
		}
		spoiling.fault = fault
		outputs, err := candidate.Outputs(group.Samples[:1])
		if errors.Is(err, errSound) {
			continue
		}
		f.Tried[0].Count++
		if err == nil && hasNumbers(outputs) {
			f.Largest++
			f.Where = fault.Name + ", composition " + group.Name
		}
	}
	r.Add(f)
	return r
}

// spoiling is a session that puts a fault into its inputs. It does not run inputs that cannot
// have the fault.
type spoiling struct {
	runtime.Session
	fault WrongInput
}

// errSound says that inputs cannot have a fault.
var errSound = errors.New("the inputs cannot have the fault")

// Run implements runtime.Session.
func (s *spoiling) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	inputs, ok := s.fault.Spoil(batch.Inputs, 1)
	if !ok {
		return nil, errSound
	}
	batch.Inputs = inputs
	return s.Session.Run(batch)
}

func hasNumbers(outputs Outputs) bool {
	for values := range maps.Values(outputs) {
		if slices.ContainsFunc(values, func(x float32) bool { return !math.IsNaN(float64(x)) }) {
			return true
		}
	}
	return false
}
