package measure

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/builder/joints"
	"gmnc/export/rolling"
	"gmnc/ir"
	"gmnc/predict/verify"
	"gmnc/system"
)

// expected returns what the file returns for states, computed in float64, by the names of its
// outputs.
func (j *JointModel) expected(s jointStates) (map[string][]float64, error) {
	all := map[string][]float64{}
	var states []jointStates
	for number := range max(1, j.steps) {
		states = append(states, s)
		outputs, err := j.step(s, number)
		if err != nil {
			return nil, err
		}
		for name, values := range outputs {
			isGradient := strings.HasPrefix(name, ir.GradientPrefix)
			if name := j.coordinates.OutputName(name, j.steps > 0); !isGradient || j.steps == 0 {
				all[name] = append(all[name], values...)
			}
		}
		s.q, s.rate, s.memory = outputs[system.CoordinateInput], outputs[system.RateInput], outputs[system.MemoryInput]
	}
	if j.gradients == nil || j.steps == 0 {
		return all, nil
	}
	gradients, err := j.backwards(states)
	for _, name := range j.gradients {
		all[ir.GradientPrefix+name] = gradients[name]
	}
	return all, err
}

// backwards returns the gradients through the steps from states. The cotangents of a step are
// those of its own coordinates and rates, plus the gradients of the next step.
func (j *JointModel) backwards(states []jointStates) (map[string][]float64, error) {
	gradients := map[string][]float64{}
	for number, s := range slices.Backward(states) {
		s.counts = maps.Clone(s.counts)
		for _, name := range joints.CoordinateState {
			s.counts[name] = plus(s.counts[name], gradients[name])
		}
		outputs, err := j.step(s, number)
		if err != nil {
			return nil, err
		}
		for name, values := range outputs {
			switch of, isGradient := strings.CutPrefix(name, ir.GradientPrefix); {
			case !isGradient:
			case slices.Contains(joints.CoordinateState, of):
				gradients[of] = values
			case of == system.LoadInput: // a row for each step
				gradients[of] = slices.Concat(values, gradients[of])
			default:
				gradients[of] = plus(values, gradients[of])
			}
		}
	}
	return gradients, nil
}

// plus returns a + b, where b may be nil.
func plus(a, b []float64) []float64 {
	a = slices.Clone(a)
	for i, x := range b {
		a[i] += x
	}
	return a
}

// differences compares the gradients of a step in the float64 interpreter with finite
// differences of its predictions, for inputs that move along a random direction, forward and
// back.
func (m *jointsMeasurement) differences() (artifact.Measured, error) {
	measured := artifact.Measured{Runtime: ours}
	s, source := m.states.some(1), rand.New(rand.NewPCG(3, 4))
	outputs, err := m.step(s, 0)
	if err != nil {
		return measured, err
	}
	f := verify.Finding{Promise: Differences, Allowed: differenceAllowed, Where: "the first state", Tried: s.tried()}
	for _, name := range m.gradients {
		gradient := outputs[ir.GradientPrefix+name]
		direction, along, size := make([]float64, len(gradient)), 0.0, 0.0
		for i, g := range gradient {
			direction[i] = source.NormFloat64()
			along += g * direction[i]
			size += math.Abs(g * direction[i])
		}
		const h = 1e-5
		var counted [2]float64
		for k, displacement := range []float64{h, -h} {
			moved := s.moved(name, direction, displacement)
			after, err := m.step(moved, 0)
			if err != nil {
				return measured, err
			}
			for _, of := range joints.CoordinateState {
				for i, count := range s.counts[of] {
					counted[k] += after[of][i] * count
				}
			}
			for i, count := range s.counts[rolling.Points] {
				counted[k] += after[system.Position.Name][i] * count
			}
		}
		f.Largest = max(f.Largest, offBy((counted[0]-counted[1])/(2*h)-along, size, s.magnitude(outputs), largestMagnitude(s.input(name))))
	}
	measured.Findings = []verify.Finding{f}
	if !f.Holds() {
		return measured, fmt.Errorf("%s: off by %.2g; %.2g is allowed", f.Promise, f.Largest, f.Allowed)
	}
	return measured, nil
}

// magnitude returns the root of the sum of the squares of the next coordinates and rates, times their cotangents.
func (s jointStates) magnitude(outputs map[string][]float64) float64 {
	squares := 0.0
	for _, of := range joints.CoordinateState {
		for i, count := range s.counts[of] {
			term := outputs[of][i] * count
			squares += float64(term * term)
		}
	}
	return math.Sqrt(squares)
}

// input returns the values of an input in the first step.
func (s jointStates) input(name string) []float64 {
	switch name {
	case system.CoordinateInput:
		return s.q
	case system.RateInput:
		return s.rate
	case system.MemoryInput:
		return s.memory
	case system.LoadInput:
		return s.torque[0]
	}
	return s.gravity[:]
}

func largestMagnitude(values []float64) (largest float64) {
	for _, x := range values {
		largest = max(largest, math.Abs(x))
	}
	return largest
}

// moved returns the states with an input moved along a direction.
func (s jointStates) moved(input string, direction []float64, displacement float64) jointStates {
	step := make([]float64, len(direction))
	for i, x := range direction {
		step[i] = displacement * x
	}
	switch input {
	case system.CoordinateInput:
		s.q = plus(s.q, step)
	case system.RateInput:
		s.rate = plus(s.rate, step)
	case system.MemoryInput:
		s.memory = plus(s.memory, step)
	case system.LoadInput:
		s.torque = [][]float64{plus(s.torque[0], step)}
	case system.Gravity.Name:
		s.gravity = [3]float64(plus(s.gravity[:], step))
	}
	return s
}
