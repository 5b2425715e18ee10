package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFarFromOrigin holds that a step does not depend on where the joints are in space, to the last
// bit, and that only JointPlace returns positions there. A body turns, and another slides on it.
func TestFarFromOrigin(t *testing.T) {
	const n = 4
	m, rows := SampleModule(), Rows("particles")
	require.NoError(t, Build(m, func(b *Builder) {
		in := func(name string, columns int) *Value { return b.Input(name, Floats(rows, columns)) }
		bodies := JointBodies{
			in("turn", 3), in("slide", 3), in("anchor", 3), in("rest", 3), in("first", 4), b.Input("parents", Indices("particles", rows)), 2, 3,
		}
		loads := JointLoads{Mass: in("mass", 1), Force: in("force", 3), Damping: in("damping", 1), Load: in("load", 1)}
		state := b.JointStep(bodies, loads, b.JointStart(bodies, loads.Mass, in("velocity", 3)), 0.25)
		b.Output("state", state)
		b.Output("placed", b.JointPlace(bodies, state))
	}))
	at := func(shift float64) map[string]Tensor {
		inputs := map[string]Tensor{"parents": {Shape: []int{n}, Index: []int64{0, 0, 0, 2}}}
		for name, value := range map[string][]float64{
			"turn": {0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "slide": {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0},
			"anchor": {shift + 2, 0, 0, shift + 2, 0, 0, shift + 1, 0, 0, shift + 1, 0, 0},
			"rest":   {shift + 1, 0, 0, shift, 1, 1, shift + 1, 2, 0, shift + 2, 0, 1},
			"first":  {0.8, 0.6, 0, 0, 1, 0, 0, 0, 1, 0, 0.5, 0, 1, 0, 0, 0},
			"mass":   {1, 2, 3, 4}, "force": {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}, "damping": {0.5, 0, 0.25, 0}, "load": {1, 0, -1, 0},
			"velocity": {0, 1, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0},
		} {
			inputs[name] = Tensor{Shape: []int{n, len(value) / n}, Float: value}
		}
		outputs, err := Eval(m, inputs, nil)
		require.NoError(t, err)
		return outputs
	}
	const far = 1 << 27 // which leaves 26 bits after the point
	near, away := at(0), at(far)
	require.NotZero(t, near["state"].Float[1])
	require.Equal(t, near["state"].Float, away["state"].Float)
	for i, want := range near["placed"].Float {
		if i%6 == 0 {
			want += far
		}
		require.InDelta(t, want, away["placed"].Float[i], 1e-7)
	}
}
