package measure

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/export"
	"gmnc/ir"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/system"
)

// twoStates are a measurement of two states of a robot with three particles and two joints. The
// first joint turns and has two particles, the second has one. A torque acts on the second alone.
func twoStates() *jointsMeasurement {
	columns := []export.Column{{Joint: 0}, {Joint: 1}}
	module := &ir.Func{}
	for _, name := range []string{system.CoordinateInput, system.RateInput, system.LoadInput} {
		module.Inputs = append(module.Inputs, &ir.Value{Name: name, Type: ir.Floats(ir.Rows("particles"), 1)})
	}
	return &jointsMeasurement{
		JointModel: &JointModel{
			Module: &ir.Module{Main: module},
			coordinates: &export.Coordinates{Particles: 3, Joint: []int{0, 0, 1}, First: []int{1, 2}, Columns: map[string][]export.Column{
				system.CoordinateInput: columns, system.RateInput: columns, system.LoadInput: columns[1:], system.MemoryInput: columns,
			}},
		},
		states: jointStates{count: 2, q: []float64{1, 2, 3, 4}, rate: []float64{5, 6, 7, 8}, memory: []float64{-1, 1, 1, -1}, torque: [][]float64{{9, 10}, {11, 12}}},
	}
}

func floats(values ...float32) runtime.Tensor { return runtime.Floats(values, len(values)) }

// TestApart: the largest difference counts relative to the largest number that is expected. Lists of
// other lengths and numbers that are none are no agreement.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		want, got []float64
		off       float64
	}{
		{nil, nil, 0},
		{[]float64{0}, []float64{0}, 0},
		{[]float64{1, -4}, []float64{1, -3}, 0.25},
		{[]float64{-4, 1}, []float64{-4, 3}, 0.5},
		{[]float64{0}, []float64{1}, math.Inf(1)},
		{[]float64{1}, []float64{1, 1}, math.Inf(1)},
	} {
		require.Equal(t, c.off, apart(c.want, c.got), "%v %v", c.want, c.got)
	}
	for _, c := range [][2]float64{{1, math.NaN()}, {math.NaN(), 1}, {math.NaN(), math.NaN()}} {
		require.True(t, math.IsNaN(apart([]float64{c[0], 1}, []float64{c[1], 1})), "%v", c)
	}
}

// TestAgreementOfJoints: the finding has the largest difference of any output, also of one that lacks.
func TestAgreementOfJoints(t *testing.T) {
	m := twoStates()
	m.reference = map[string][]float64{"next_q": {1, 2}, "next_rate": {4}}
	f := m.agreement(map[string]runtime.Tensor{"next_q": floats(1, 2), "next_rate": floats(5)})
	require.Equal(t, 0.25, f.Largest)
	require.Equal(t, verify.Tolerance, f.Allowed)
	require.Equal(t, "composition (2 states of the joints)", f.Where)
	require.Equal(t, []verify.Tried{{Count: 2, Of: "states of the joints"}}, f.Tried)
	f = m.agreement(map[string]runtime.Tensor{"next_q": floats(1, 2)})
	require.True(t, math.IsInf(f.Largest, 1))
}

// TestAloneAndInABatch: the first system is found in outputs with all steps, [steps, systems, columns],
// and in others, [systems, columns].
func TestAloneAndInABatch(t *testing.T) {
	m := twoStates()
	m.JointModel.steps = 2
	all := map[string]runtime.Tensor{
		"q_path": floats(1, 2, 3, 4), ir.GradientPrefix + system.LoadInput: floats(1, 2, 3, 4), ir.GradientPrefix + "q": floats(5, 6, 7, 8),
	}
	for _, c := range []struct {
		name string
		one  []float32
		off  float64
	}{
		{"q_path", []float32{1, 3}, 0}, {"q_path", []float32{1, 2}, 1. / 3}, {"q_path", []float32{1}, math.Inf(1)},
		{ir.GradientPrefix + system.LoadInput, []float32{1, 3}, 0}, {ir.GradientPrefix + "q", []float32{5, 6}, 0}, {ir.GradientPrefix + "q", []float32{5, 3}, 0.5},
	} {
		f := m.alone(all, map[string]runtime.Tensor{c.name: floats(c.one...)})
		require.InDelta(t, c.off, f.Largest, 1e-12, "%+v", c)
		require.Equal(t, []verify.Tried{{Count: 1, Of: "states of the joints"}}, f.Tried)
		require.Equal(t, verify.Tolerance, f.Allowed)
	}
	m.JointModel.steps = 0
	require.Zero(t, m.alone(map[string]runtime.Tensor{"next_q": floats(5, 6, 7, 8)}, map[string]runtime.Tensor{"next_q": floats(5, 6)}).Largest)
}

// TestRefusedOutputs: a system is refused if all of its numbers are NaN, in each step, and none of the next system.
func TestRefusedOutputs(t *testing.T) {
	none := float32(math.NaN())
	for _, c := range []struct {
		name    string
		values  []float32
		refused bool
	}{
		{"next_q", []float32{none, none, 1, 2}, true}, {"next_q", []float32{none, 1, 1, 2}, false}, {"next_q", []float32{none, none, 1, none}, false},
		{"q_path", []float32{none, 1, none, 2}, true}, {"q_path", []float32{none, 1, 3, 2}, false}, {"q_path", []float32{none, 1, none, none}, false},
	} {
		m := twoStates()
		m.JointModel.steps = 2
		require.Equal(t, c.refused, m.refused(map[string]runtime.Tensor{c.name: floats(c.values...)}), "%+v", c)
	}
}

// TestWrongStatesAreCounted: the first number of each input that the module has is a NaN, an infinity and a
// large one in turn. A file that returns numbers for one of them is found, and one that fails refuses it.
func TestWrongStatesAreCounted(t *testing.T) {
	m := twoStates()
	none := float32(math.NaN())
	var given []float64
	passes := map[float64]bool{}
	run := func(s jointStates) (map[string]runtime.Tensor, error) {
		require.Equal(t, 2, s.count)
		for _, values := range [][]float64{s.q, s.rate, s.torque[0], s.memory} {
			if !(math.Abs(values[0]) <= 20) {
				given = append(given, values[0])
			}
		}
		switch {
		case passes[s.rate[0]]:
			return map[string]runtime.Tensor{"next_q": floats(1, 1)}, nil
		case s.rate[0] == 1e30:
			return nil, errors.New("too large")
		}
		return map[string]runtime.Tensor{"next_q": floats(none, 1)}, nil
	}
	f := m.refusals(run)
	require.Zero(t, f.Largest)
	require.Zero(t, f.Allowed)
	require.Equal(t, []verify.Tried{{Count: 9, Of: "invalid inputs"}}, f.Tried, "the module takes no memory")
	require.Len(t, given, 9)
	for i, x := range given {
		want := []float64{math.NaN(), math.Inf(-1), 1e30}[i%3]
		require.True(t, x == want || math.IsNaN(x) && math.IsNaN(want), "%d: %g", i, x)
	}
	require.Equal(t, []float64{1, 5, 9, -1}, []float64{m.states.q[0], m.states.rate[0], m.states.torque[0][0], m.states.memory[0]}, "the states stay")
	passes[1e30] = true
	f = m.refusals(run)
	require.Equal(t, 1., f.Largest)
	require.Equal(t, "rate of 1e+30", f.Where)
	m.coordinates.Columns[system.LoadInput] = nil
	require.Equal(t, 6, m.refusals(run).Tried[0].Count, "no joint takes a torque")
}

// TestJointsOnThreads: each output that another number of threads changes counts, and a failure is returned.
func TestJointsOnThreads(t *testing.T) {
	m := twoStates()
	want := map[string]runtime.Tensor{"next_q": floats(1, 2)}
	var asked []int
	f, err := m.onThreads(want, func(threads int) (map[string]runtime.Tensor, error) {
		asked = append(asked, threads)
		return map[string]runtime.Tensor{"next_q": floats(1, 2)}, nil
	})
	require.NoError(t, err)
	require.Zero(t, f.Largest)
	require.Equal(t, verify.ThreadCounts, asked)
	f, err = m.onThreads(want, func(threads int) (map[string]runtime.Tensor, error) {
		return map[string]runtime.Tensor{"next_q": floats(1, float32(min(threads, 2)))}, nil
	})
	require.NoError(t, err)
	require.Equal(t, 1., f.Largest, "of 1, 2 and 8 threads the first differs")
	require.Equal(t, "next_q on 1 threads", f.Where)
	_, err = m.onThreads(want, func(int) (map[string]runtime.Tensor, error) { return nil, errors.New("no session") })
	require.EqualError(t, err, "no session")
}

// TestInputsOfJoints: a file is given what it declares, with a torque and cotangents for each of its steps.
func TestInputsOfJoints(t *testing.T) {
	m := twoStates()
	m.JointModel.Joints.Points = make([]artifact.Point, 1)
	m.states.counts = map[string][]float64{system.CoordinateInput: {1, 2, 3, 4}, "points": {1, 2, 3, 4, 5, 6}}
	all := []string{"q", "rate", "memory", "torque", "cotangent_q", "cotangent_points", "steps", "cotangents_q", "cotangents_points"}
	require.Equal(t, map[string]runtime.Tensor{"q": runtime.Floats([]float32{1, 2, 3, 4}, 2, 2)}, m.inputs(m.states, []string{"q"}))
	given := m.inputs(m.states, all)
	require.Equal(t, runtime.Floats([]float32{5, 6, 7, 8}, 2, 2), given["rate"])
	require.Equal(t, runtime.Floats([]float32{-1, 1, 1, -1}, 2, 2), given["memory"])
	require.Equal(t, runtime.Floats([]float32{9, 10}, 2, 1), given["torque"], "of the first step")
	require.Equal(t, runtime.Floats([]float32{1, 2, 3, 4}, 2, 2), given["cotangent_q"])
	require.Equal(t, runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 2, 1, 3), given["cotangent_points"])
	require.Equal(t, runtime.Indices([]int64{0}), given["steps"])
	m.JointModel.steps = 2
	given = m.inputs(m.states, all)
	require.Equal(t, runtime.Floats([]float32{9, 10, 11, 12}, 2, 2, 1), given["torque"])
	require.Equal(t, runtime.Indices([]int64{2}), given["steps"])
}
