package measure

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/artifact"
	"gmnc/export/rolling"
	"gmnc/ir"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// jointsMeasurement compares files in joint coordinates with the reference.
type jointsMeasurement struct {
	*JointModel
	states    jointStates
	reference map[string][]float64 // by the names of the file's outputs; computed in float64
}

// Alone is the promise that no system of a batch changes another.
const Alone = "a system the same numbers alone and in a batch"

// costOfGradients is roughly the cost of a gradient in the interpreter, in predictions.
const costOfGradients = 10

// Measurement draws states, and computes what a file of these joints returns for them. It draws
// as many states as for a file of particles, and fewer for many steps and for gradients.
func (j *JointModel) Measurement(of Amount) (*jointsMeasurement, error) {
	cost := max(1, j.steps)
	if j.gradients != nil {
		cost *= costOfGradients
	}
	states := j.draw(max(2, of.inside/cost), max(1, j.steps), rand.New(rand.NewPCG(of.seed, 11)))
	reference, err := j.expected(states)
	return &jointsMeasurement{j, states, reference}, err
}

// All implements Measurer.
func (m *jointsMeasurement) All(ctx context.Context, file []byte) (measured []artifact.Measured, missing []string, broken error) {
	signature, err := artifact.ReadSignature(file)
	if err != nil {
		return nil, nil, err
	}
	run, compared := m, 0
	if few, err := m.stepsToRun(file); err != nil {
		return nil, nil, err
	} else if few < m.steps {
		if file, err = rolling.FirstSteps(file, []string{system.LoadInput}, few); err != nil {
			return nil, nil, err
		}
		run, compared = m.upTo(few), m.steps-few
	}
	measured, missing, broken = inEngines(ctx, engines.All(), false, signature.HasLoop, func(engine runtime.Engine) ([]verify.Finding, error) {
		findings, err := run.in(engine, file, signature)
		if compared > 0 {
			findings = append(findings, notRun(compared))
		}
		return findings, err
	})
	if m.gradients != nil {
		measured, broken = withDifferences(measured, broken, m.differences)
	}
	return measured, missing, broken
}

// CountLimited implements Measurer. It returns "", as joints limit no components of forces.
func (m *jointsMeasurement) CountLimited([]system.Sample, string) (string, error) { return "", nil }

// stepsToRun returns the number of steps of a file that are run. All are run if the file has a
// Loop or gradients.
func (m *jointsMeasurement) stepsToRun(file []byte) (int, error) {
	if m.loops || m.gradients != nil {
		return m.steps, nil
	}
	return stepsOf(file, m.steps)
}

// upTo returns the measurement of the first steps of a file.
func (m *jointsMeasurement) upTo(steps int) *jointsMeasurement {
	joints, first := *m.JointModel, jointsMeasurement{states: m.states, reference: map[string][]float64{}}
	joints.steps = steps
	first.JointModel, first.states.torque = &joints, m.states.torque[:steps]
	for name, values := range m.reference {
		first.reference[name] = values[:len(values)/m.steps*steps]
	}
	return &first
}

// in measures the file in one runtime.
func (m *jointsMeasurement) in(engine runtime.Engine, file []byte, signature artifact.Signature) ([]verify.Finding, error) {
	session, err := engine.OpenFile(file)
	if err != nil {
		return nil, fmt.Errorf("the file does not load: %w", err)
	}
	defer session.Close()
	run := func(s jointStates, session runtime.Session) (map[string]runtime.Tensor, error) {
		return session.Run(runtime.Batch{Inputs: m.inputs(s, signature.Inputs)})
	}
	outputs, err := run(m.states, session)
	if err != nil {
		return nil, err
	}
	var report verify.Report
	report.Add(m.agreement(outputs))
	one, err := run(m.states.some(1), session)
	if err != nil {
		return nil, err
	}
	report.Add(m.alone(outputs, one))
	report.Add(m.refusals(func(s jointStates) (map[string]runtime.Tensor, error) { return run(s, session) }))
	if engine.OpenFileThreads != nil {
		finding, err := m.onThreads(outputs, func(threads int) (map[string]runtime.Tensor, error) {
			session, err := engine.OpenFileThreads(file, threads)
			if err != nil {
				return nil, err
			}
			defer session.Close()
			return run(m.states, session)
		})
		if err != nil {
			return nil, err
		}
		report.Add(finding)
	}
	return report.Findings, report.Err()
}

// inputs returns those of the declared inputs of a file that the states give.
func (m *jointsMeasurement) inputs(s jointStates, declared []string) map[string]runtime.Tensor {
	given := map[string]runtime.Tensor{}
	give := func(name string, values []float64, shape ...int) {
		if slices.Contains(declared, name) {
			given[name] = runtime.Narrow(ir.Tensor{Shape: shape, Float: values})
		}
	}
	columns := func(name string) int { return len(m.coordinates.Of(name)) }
	give(system.CoordinateInput, s.q, s.count, columns(system.CoordinateInput))
	give(system.RateInput, s.rate, s.count, columns(system.RateInput))
	give(system.MemoryInput, s.memory, s.count, columns(system.MemoryInput))
	if m.steps == 0 {
		give(system.LoadInput, s.torque[0], s.count, columns(system.LoadInput))
	} else {
		give(system.LoadInput, slices.Concat(s.torque...), m.steps, s.count, columns(system.LoadInput))
	}
	for name, values := range s.counts {
		shape := []int{s.count, columns(name)}
		if name == rolling.Points {
			shape = []int{s.count, len(m.Joints.Points), 3}
		}
		give(ir.CotangentPrefix+name, values, shape...)
		give(rolling.Cotangents(name), slices.Repeat(values, max(1, m.steps)), append([]int{m.steps}, shape...)...)
	}
	if slices.Contains(declared, rolling.StepsInput) {
		given[rolling.StepsInput] = runtime.Indices([]int64{int64(m.steps)})
	}
	return given
}

// tried describes the states as what was tried.
func (s jointStates) tried() []verify.Tried {
	return []verify.Tried{{Count: s.count, Of: "states of the joints"}}
}

// agreement compares outputs with those of the float64 interpreter, relative to the largest
// entry.
func (m *jointsMeasurement) agreement(outputs map[string]runtime.Tensor) verify.Finding {
	f := verify.Finding{Promise: verify.Agreement, Allowed: verify.Tolerance, Where: fmt.Sprintf("composition (%d states of the joints)", m.states.count), Tried: m.states.tried()}
	for name, want := range m.reference {
		f.Largest = max(f.Largest, apart(want, runtime.Widen(outputs[name]).Float))
	}
	return f
}

// alone compares the outputs of the first system in a batch with those of the system by itself.
func (m *jointsMeasurement) alone(all, one map[string]runtime.Tensor) verify.Finding {
	f := verify.Finding{Promise: Alone, Allowed: verify.Tolerance, Where: "the first state", Tried: m.states.some(1).tried()}
	for name, own := range one {
		var first []float64
		for step := range slices.Chunk(runtime.Widen(all[name]).Float, max(1, len(all[name].Float)/max(1, m.stepsOf(name)))) {
			first = append(first, step[:len(step)/m.states.count]...)
		}
		f.Largest = max(f.Largest, apart(first, runtime.Widen(own).Float))
	}
	return f
}

// apart returns the largest difference between numbers, relative to the largest of want. It
// returns +Inf if their numbers differ, and NaN if one of them is NaN.
func apart(want, got []float64) float64 {
	if len(want) != len(got) {
		return math.Inf(1)
	}
	largest, off := 0.0, 0.0
	for i, x := range want {
		largest, off = max(largest, math.Abs(x)), max(off, math.Abs(got[i]-x))
	}
	if off == 0 {
		return 0
	}
	return off / largest
}

// stepsOf returns the number of steps of an output along its first axis, or 0 if it has no such
// axis.
func (m *jointsMeasurement) stepsOf(output string) int {
	if rolling.OfStep(output) != "" || output == ir.GradientPrefix+system.LoadInput {
		return m.steps
	}
	return 0
}

// refusals gives the first of two systems wrong inputs. It counts those for which the first
// system gets numbers other than NaN, or the second gets a NaN.
func (m *jointsMeasurement) refusals(run func(s jointStates) (map[string]runtime.Tensor, error)) verify.Finding {
	f := verify.Finding{Promise: verify.Faults, Where: "composition (2 states of the joints)", Tried: []verify.Tried{{Of: "invalid inputs"}}}
	for _, input := range []string{system.CoordinateInput, system.RateInput, system.LoadInput, system.MemoryInput} {
		if len(m.coordinates.Of(input)) == 0 || m.Module.Main.Input(input) == nil {
			continue
		}
		for _, wrong := range []float64{math.NaN(), math.Inf(-1), 1e30} {
			s := m.states.some(2)
			s.q, s.rate, s.memory = slices.Clone(s.q), slices.Clone(s.rate), slices.Clone(s.memory)
			s.torque = slices.Clone(s.torque)
			s.torque[0] = slices.Clone(s.torque[0])
			map[string][]float64{system.CoordinateInput: s.q, system.RateInput: s.rate, system.LoadInput: s.torque[0], system.MemoryInput: s.memory}[input][0] = wrong
			f.Tried[0].Count++
			outputs, err := run(s)
			if err == nil && !m.refused(outputs) {
				f.Largest++
				f.Where = fmt.Sprintf("%s of %g", input, wrong)
			}
		}
	}
	return f
}

// refused reports whether all outputs of the first of two systems are NaN, and none of the
// second.
func (m *jointsMeasurement) refused(outputs map[string]runtime.Tensor) bool {
	isNaN := func(x float32) bool { return math.IsNaN(float64(x)) }
	for name, output := range outputs {
		for values := range slices.Chunk(output.Float, len(output.Float)/max(1, m.stepsOf(name))) {
			first, second := values[:len(values)/2], values[len(values)/2:]
			if slices.ContainsFunc(first, func(x float32) bool { return !isNaN(x) }) || slices.ContainsFunc(second, isNaN) {
				return false
			}
		}
	}
	return true
}

// onThreads counts the outputs that differ for the numbers of threads in verify.ThreadCounts.
func (m *jointsMeasurement) onThreads(want map[string]runtime.Tensor, run func(threads int) (map[string]runtime.Tensor, error)) (verify.Finding, error) {
	f := verify.Finding{Promise: verify.Threads, Where: fmt.Sprintf("composition (%d states of the joints)", m.states.count), Tried: m.states.tried()}
	for _, threads := range verify.ThreadCounts {
		got, err := run(threads)
		if err != nil {
			return f, err
		}
		for name, values := range want {
			if !slices.Equal(values.Float, got[name].Float) {
				f.Largest++
				f.Where = fmt.Sprintf("%s on %d threads", name, threads)
			}
		}
	}
	return f, nil
}
