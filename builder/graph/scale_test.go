package graph_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/system"
)

// TestSeenInputs: networks see positions, velocities and fields in units of their own. Masses stay
// as they are, because only lengths and velocities have such units.
func TestSeenInputs(t *testing.T) {
	s := system.Sample{Position: []float32{8, 0, 0}, Velocity: []float32{6, 0, 0}}
	system.Gravity.Set(&s, []float32{9, 0, 0})
	system.Mass.Set(&s, []float32{5})
	for _, c := range []struct {
		scale                       config.Scale
		position, velocity, gravity float64
	}{
		{config.Scale{}, 8, 6, 9},
		{config.Scale{Length: 4}, 2, 6, 36},
		{config.Scale{Length: 4, Velocity: 2}, 2, 3, 9},
	} {
		got := moving.Written(t, config.Config{Scale: c.scale, Fields: []string{system.Mass.Name, system.Gravity.Name}}, s, nil, func(w *graph.Writer) map[string]*ir.Value {
			twice := func(x *ir.Value) *ir.Value { return w.Mul(x, w.Scalar(2)) }
			return map[string]*ir.Value{
				"seen_x": twice(w.Inputs.Position), "seen_v": twice(w.Inputs.Velocity),
				"gravity": twice(w.Inputs.Given[system.Gravity]), "mass": twice(w.Inputs.Given[system.Mass]),
			}
		})
		for name, want := range map[string]float64{"seen_x": c.position, "seen_v": c.velocity, "gravity": c.gravity, "mass": 5} {
			require.InDelta(t, 2*want, got[name][0], 1e-6, name)
		}
	}
}
