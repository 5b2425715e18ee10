package joints_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/articulated"
	"gmnc/ir"
)

// TestRotorsAlone: steps of joints that nothing stops have no stops, but of rotors or of friction, which
// resists as a rotor does.
func TestRotorsAlone(t *testing.T) {
	for _, c := range []struct {
		fields  []string
		columns []int // of the stops of each step
	}{
		{[]string{"rotor_inertia"}, []int{1}},
		{[]string{"turn_limits"}, []int{articulated.StopColumns}},
		{[]string{"rotor_inertia", "stop_inertia"}, []int{articulated.StopColumns}},
		{[]string{"turn_friction"}, []int{1, 1, 1}},
		{[]string{"rotor_inertia", "turn_friction"}, []int{1, 1, 1, 1}},
		{[]string{"turn_limits", "turn_friction"}, []int{5, 5, 5, 5}},
	} {
		config := armConfig()
		config.Layers, config.Fields = 1, append(config.Fields[:len(config.Fields):len(config.Fields)], c.fields...)
		model, err := builder.New(config, false)
		require.NoError(t, err)
		var columns []int
		for _, node := range model.Module.Main.Nodes {
			if node.Is(ir.JointStopStep) {
				columns = append(columns, node.Args[10].Type.Columns())
			}
		}
		require.Equal(t, c.columns, columns, c.fields)
	}
}
