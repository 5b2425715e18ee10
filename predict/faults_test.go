package predict

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime"
	"gmnc/system"
)

// TestFaults: of two systems, of two particles and of one, the one with an input that no model may
// have is found, and its outputs alone are no numbers.
func TestFaults(t *testing.T) {
	systems := []runtime.System{{Particles: 2, Neighbors: 1}, {Particles: 1, Neighbors: 1}}
	nan, infinite := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		field  *system.Field
		at     int
		value  float32
		faulty []bool
	}{
		{system.Mass, 0, 1, []bool{false, false}},
		{system.Mass, 1, -1, []bool{true, false}},
		{system.Mass, 2, -1, []bool{false, true}},
		{system.Pinned, 2, 0.5, []bool{true, true}}, // the first is pinned as a whole
		{system.Pinned, 1, 0, []bool{false, true}},
		{system.Charge, 1, 1e30, []bool{true, false}},
		{system.Charge, 1, 1.01e18, []bool{true, false}},
		{system.Charge, 1, 0.99e18, []bool{false, false}},
		{system.Charge, 2, -1e30, []bool{false, true}},
		{system.Charge, 2, nan, []bool{false, true}},
		{system.Charge, 0, infinite, []bool{true, false}},
		{system.Charge, 0, 1e-40, []bool{false, false}},
		{system.EdgeFeatures, 2, infinite, []bool{false, true}},
	} {
		values := []float32{1, 1, 1}
		values[c.at] = c.value
		batch := runtime.Batch{Systems: systems, Inputs: map[string]runtime.Tensor{
			c.field.Name: runtime.Floats(values, 3, 1), system.SendersInput: runtime.Indices([]int64{1, 0, 2}, 3),
		}}
		require.Equal(t, c.faulty, faults(batch, system.Capacity{}), "%s %g", c.field.Name, c.value)
	}
	wide := runtime.Batch{Systems: systems, Inputs: map[string]runtime.Tensor{"position": runtime.Floats([]float32{0, 0, 0, 0, 0, 0, 1e19, 0, 0}, 3, 3)}}
	require.Equal(t, []bool{false, true}, faults(wide, system.Capacity{}))
	flat := runtime.Batch{Systems: systems, Inputs: map[string]runtime.Tensor{"mass": runtime.Floats([]float32{1, 1, -1}, 3)}}
	require.Equal(t, []bool{false, true}, faults(flat, system.Capacity{}))

	moving := map[string]runtime.Tensor{"pinned": runtime.Floats([]float32{1, 0, 0}, 3, 1), "velocity": runtime.Floats([]float32{0, 0, 0, 1, 0, 0, 1, 0, 0}, 3, 3)}
	require.Equal(t, []bool{false, false}, faults(runtime.Batch{Systems: systems, Inputs: moving}, system.Capacity{}), "a pinned particle that rests")
	moving["pinned"] = runtime.Floats([]float32{0, 1, 0}, 3, 1)
	require.Equal(t, []bool{true, false}, faults(runtime.Batch{Systems: systems, Inputs: moving}, system.Capacity{}), "one that moves")

	output := runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 3, 2)
	maskRows(output, systems, []bool{false, true})
	require.Equal(t, []float32{1, 2, 3, 4}, output.Float[:4])
	require.True(t, math.IsNaN(float64(output.Float[4])) && math.IsNaN(float64(output.Float[5])))
	of := runtime.Floats([]float32{1, 2}, 1, 2)
	maskRows(of, systems, []bool{true, true})
	require.Equal(t, []float32{1, 2}, of.Float, "of no particle")
}

// TestRowsOfOtherOutputs: the rows of faulty systems are none, and outputs that have no rows of particles stay.
func TestRowsOfOtherOutputs(t *testing.T) {
	systems := []runtime.System{{Particles: 1}, {Particles: 2}, {Particles: 1}}
	output := runtime.Floats([]float32{1, 2, 3, 4, 5, 6, 7, 8}, 4, 2)
	maskRows(output, systems, []bool{false, true, false})
	for i, value := range output.Float {
		require.Equal(t, i >= 2 && i < 6, math.IsNaN(float64(value)), "%d", i)
	}
	for _, shape := range [][]int{{3, 2}, nil, {1, 6}} {
		other := runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, shape...)
		maskRows(other, systems, []bool{true, true, true})
		require.Equal(t, []float32{1, 2, 3, 4, 5, 6}, other.Float, "%v", shape)
	}
}
