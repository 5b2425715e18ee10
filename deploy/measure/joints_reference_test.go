package measure

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/export/systems"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// TestStatesAsLargeAsTheData: coordinates, rates and loads are as large as those of the data, or 1. An angle is
// within its limits, where it has some, or within one and a half turns. A drive divides the loads.
func TestStatesAsLargeAsTheData(t *testing.T) {
	ranges := &system.Ranges{Extent: &system.Range{Most: 5}, Speed: &system.Range{Most: 20}, Fields: []system.FieldRange{
		{Field: system.Torque.Name, Range: system.Range{Least: -7, Most: 3}}, {Field: system.Thrust.Name, Range: system.Range{Least: -1, Most: 2}}, {Field: system.Mass.Name, Range: system.Range{Most: 100}},
	}}
	zeros := &system.Ranges{Extent: &system.Range{}, Speed: &system.Range{}, Fields: []system.FieldRange{{Field: system.Torque.Name}}}
	limits := []system.Values{{Field: system.TurnLimits, Values: []float32{-1, 2, 0, 0}}}
	for _, c := range []struct {
		name          string
		data          *run.DataInfo
		limits        system.Given
		drives        [][2]float32
		q, rate, load [2]float64 // the largest of the turning and of the sliding joint
		lowest        float64    // of the turning joint
	}{
		{"no data", nil, nil, nil, [2]float64{3 * math.Pi, 1}, [2]float64{1, 1}, [2]float64{1, 1}, -3 * math.Pi},
		{"no ranges", &run.DataInfo{}, nil, nil, [2]float64{3 * math.Pi, 1}, [2]float64{1, 1}, [2]float64{1, 1}, -3 * math.Pi},
		{"ranges of 0", &run.DataInfo{Ranges: zeros}, nil, nil, [2]float64{3 * math.Pi, 1}, [2]float64{1, 1}, [2]float64{1, 1}, -3 * math.Pi},
		{"ranges", &run.DataInfo{Ranges: ranges}, nil, nil, [2]float64{3 * math.Pi, 5}, [2]float64{4, 20}, [2]float64{7, 2}, -3 * math.Pi},
		{"limits", nil, limits, nil, [2]float64{2, 1}, [2]float64{1, 1}, [2]float64{1, 1}, -1},
		{"drives", nil, nil, [][2]float32{{-4, 0}, {0, 0}}, [2]float64{3 * math.Pi, 1}, [2]float64{1, 1}, [2]float64{0.25, 1}, -3 * math.Pi},
	} {
		columns := []export.Column{{Joint: 0}, {Joint: 1}}
		j := &JointModel{
			run: &run.Run{Config: run.Config{Data: c.data}}, Inside: artifact.Topology{Particles: 2, Constants: c.limits}, Module: &ir.Module{Main: &ir.Func{}},
			Joints:      artifact.Joints{Slides: []bool{false, true}, Drives: c.drives},
			coordinates: &export.Coordinates{First: []int{0, 1}, Columns: map[string][]export.Column{system.LoadInput: columns}},
		}
		s := j.draw(400, 1, rand.New(rand.NewPCG(1, 1)))
		for joint := range 2 {
			most := func(values []float64) (lowest, highest float64) {
				for i := joint; i < len(values); i += 2 {
					lowest, highest = min(lowest, values[i]), max(highest, values[i])
				}
				return lowest, highest
			}
			fills := func(want, got float64, of string) {
				require.InDelta(t, 1, got/want, 0.05, "%s: %s of joint %d", c.name, of, joint)
				require.LessOrEqual(t, got/want, 1+1e-6, "%s: %s of joint %d", c.name, of, joint)
			}
			lowest, highest := most(s.q)
			fills(c.q[joint], highest, "q")
			fills([2]float64{c.lowest, -c.q[1]}[joint], lowest, "q")
			lowest, highest = most(s.rate)
			fills(c.rate[joint], highest, "rate")
			fills(-c.rate[joint], lowest, "rate")
			lowest, highest = most(s.torque[0])
			fills(c.load[joint], highest, "load")
			fills(-c.load[joint], lowest, "load")
		}
		require.Empty(t, s.memory, "the module takes none")
		for _, x := range slices.Concat(s.q, s.rate, s.torque[0], s.counts["q"], s.counts["rate"]) {
			require.Equal(t, float64(float32(x)), x, "as inputs of a file are")
		}
		require.Len(t, s.counts["q"], 800)
		require.Len(t, s.counts["rate"], 800)
	}
}

// TestDrawnWithMemoryAndPoints: friction with memory has a direction from -1 to 1, and a cotangent; a point
// has a cotangent of each coordinate. Gravity is that of the file.
func TestDrawnWithMemoryAndPoints(t *testing.T) {
	j := &JointModel{
		run: &run.Run{}, Inside: artifact.Topology{Particles: 1}, Module: &ir.Module{Main: &ir.Func{Inputs: []*ir.Value{{Name: system.MemoryInput}}}},
		Joints:      artifact.Joints{Slides: []bool{false}, Points: make([]artifact.Point, 2)},
		coordinates: &export.Coordinates{First: []int{0}, Gravity: [3]float32{1, 2, -9.5}, Columns: map[string][]export.Column{system.MemoryInput: {{Joint: 0}}}},
	}
	s := j.draw(50, 3, rand.New(rand.NewPCG(1, 1)))
	require.Equal(t, [3]float64{1, 2, -9.5}, s.gravity)
	require.Len(t, s.torque, 3)
	require.Len(t, s.counts[rolling.Points], 3*50*2)
	for _, values := range [][]float64{s.memory, s.counts[system.MemoryInput], s.counts[rolling.Points][:50]} {
		require.Len(t, values, 50)
		require.InDelta(t, 1, slices.Max(values), 0.2)
		require.InDelta(t, -1, slices.Min(values), 0.2)
		require.LessOrEqual(t, math.Abs(values[0]), 1.)
	}
}

// TestSomeStates: the first of the states keep all that belongs to them.
func TestSomeStates(t *testing.T) {
	s := jointStates{count: 2, q: []float64{1, 2, 3, 4}, rate: []float64{5, 6}, memory: []float64{7, 8}, torque: [][]float64{{1, 2}, {3, 4}},
		gravity: [3]float64{0, 0, -9}, counts: map[string][]float64{"q": {1, 2, 3, 4}}}
	require.Equal(t, jointStates{count: 1, q: []float64{1, 2}, rate: []float64{5}, memory: []float64{7}, torque: [][]float64{{1}, {3}},
		gravity: [3]float64{0, 0, -9}, counts: map[string][]float64{"q": {1, 2}}}, s.some(1))
	require.Equal(t, 2, s.count)
}

// TestMovedStates: a direction, times a displacement, is added to the input that it is of, and to no other.
func TestMovedStates(t *testing.T) {
	s := jointStates{count: 1, q: []float64{1}, rate: []float64{2}, memory: []float64{3}, torque: [][]float64{{4}}, gravity: [3]float64{5, 6, 7}}
	for name, want := range map[string]jointStates{
		system.CoordinateInput: {count: 1, q: []float64{1.5}, rate: s.rate, memory: s.memory, torque: s.torque, gravity: s.gravity},
		system.RateInput:       {count: 1, q: s.q, rate: []float64{2.5}, memory: s.memory, torque: s.torque, gravity: s.gravity},
		system.MemoryInput:     {count: 1, q: s.q, rate: s.rate, memory: []float64{3.5}, torque: s.torque, gravity: s.gravity},
		system.LoadInput:       {count: 1, q: s.q, rate: s.rate, memory: s.memory, torque: [][]float64{{4.5}}, gravity: s.gravity},
	} {
		require.Equal(t, want, s.moved(name, []float64{5}, 0.1), name)
	}
	require.Equal(t, [3]float64{5.1, 6.2, 6.7}, s.moved(system.Gravity.Name, []float64{1, 2, -3}, 0.1).gravity)
	require.Equal(t, []float64{1}, s.q)
}

// TestRowsOfStates: the columns of a joint are in the rows of the particles of its body, or in the row that
// represents it, and other rows have zeros. Points are sums over particles.
func TestRowsOfStates(t *testing.T) {
	m := twoStates()
	j := m.JointModel
	j.coordinates.Columns["q"] = []export.Column{{Joint: 0}, {Joint: 0, Part: 1}, {Joint: 1, Part: 1}}
	j.coordinates.Columns["gradient_q"] = nil
	input := &ir.Value{Name: "q", Type: ir.Floats(ir.Rows("particles"), 2)}
	values := []float64{1, 2, 3, 4, 5, 6}
	require.Equal(t, []float64{1, 2, 1, 2, 0, 3, 4, 5, 4, 5, 0, 6}, j.inRows(input, values, 2, j.coordinates.IsOf))
	require.Equal(t, []float64{0, 0, 1, 2, 0, 3, 0, 0, 4, 5, 0, 6}, j.inRows(input, values, 2, j.coordinates.IsFirst))
	value := ir.Tensor{Shape: []int{6, 2}, Float: []float64{1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60}}
	require.Equal(t, []float64{3, 4, 6, 30, 40, 60}, j.fromRows("q", value, 2), "the rows that represent joints")
	require.Equal(t, []float64{4, 6, 6, 40, 60, 60}, j.fromRows(ir.GradientPrefix+"q", value, 2), "sums over bodies")
	spatial := ir.Tensor{Shape: []int{6, 3}, Float: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 1, 0, 0, 1, 0, 0, 2}}
	require.Equal(t, []float64{12, 15, 18, 0, 0, 4}, j.fromRows(ir.GradientPrefix+system.Gravity.Name, spatial, 2), "sums over systems")
	j.coordinates.Points = [][]float64{{0.5, 0, 0.5}, {0, 2, -1}}
	require.Equal(t, []float64{4, 5, 6, 1, 2, 3, 0, 0, 1.5, 0, 0, 0}, j.fromRows(system.Position.Name, spatial, 2))
	counts := []float64{1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60}
	want := []float64{0.5, 1, 1.5, 8, 10, 12, 0.5 - 4, 1 - 5, 1.5 - 6, 5, 10, 15, 80, 100, 120, 5 - 40, 10 - 50, 15 - 60}
	require.Equal(t, want, j.ofPoints(counts, 2))
}

// TestInputsOfRows: an input of the module has the rows of all states, from the state, the file's constants or the weights.
func TestInputsOfRows(t *testing.T) {
	m := twoStates()
	j, s := m.JointModel, m.states
	s.gravity, s.counts = [3]float64{1, 2, 3}, map[string][]float64{"q": {1, 2, 3, 4}, rolling.Points: {1, 2, 3, 4, 5, 6}}
	j.run = &run.Run{Weights: map[string]runtime.Tensor{"known": floats(8, 9)}}
	j.coordinates.Points = [][]float64{{1, 0, 0}}
	j.coordinates.Inputs = []systems.Baked{{Input: "mass", Floats: []float32{1, 2, 3}}, {Input: "partner", Ints: []int64{0, 2, 1}}}
	column := ir.Floats(ir.Rows("particles"), 1)
	wide := ir.Floats(ir.Rows("particles"), 3)
	for _, c := range []struct {
		name string
		of   ir.Type
		want []float64
	}{
		{system.CoordinateInput, column, []float64{1, 1, 2, 3, 3, 4}},
		{system.RateInput, column, []float64{5, 5, 6, 7, 7, 8}},
		{system.MemoryInput, column, []float64{-1, -1, 1, 1, 1, -1}},
		{system.LoadInput, column, []float64{0, 0, 11, 0, 0, 12}},
		{system.Gravity.Name, wide, slices.Repeat([]float64{1, 2, 3}, 6)},
		{"mass", column, []float64{1, 2, 3, 1, 2, 3}},
		{ir.CotangentPrefix + "q", column, []float64{0, 1, 2, 0, 3, 4}},
		{ir.CotangentPrefix + system.Position.Name, wide, []float64{1, 2, 3, 0, 0, 0, 0, 0, 0, 4, 5, 6, 0, 0, 0, 0, 0, 0}},
	} {
		got := j.rows(&ir.Value{Name: c.name, Type: c.of}, s, 1)
		require.Equal(t, ir.Tensor{Shape: []int{6, c.of.Columns()}, Float: c.want}, got, c.name)
	}
	index := ir.Indices("particles", ir.Rows("particles"))
	require.Equal(t, ir.Tensor{Shape: []int{6}, Index: []int64{0, 2, 1, 3, 5, 4}}, j.rows(&ir.Value{Name: "partner", Type: index}, s, 0))
	require.Equal(t, ir.Tensor{Shape: []int{6}, Index: []int64{0, 0, 0, 3, 3, 3}}, j.rows(&ir.Value{Name: ir.SystemInput, Type: index}, s, 0))
	require.Equal(t, []float64{8, 9}, j.rows(&ir.Value{Name: "known", Param: true, Type: column}, s, 0).Float)
	require.Equal(t, []float64{0, 0}, j.rows(&ir.Value{Name: "unread", Param: true, Type: ir.Floats(ir.Fixed(2), 1)}, s, 0).Float)
}
