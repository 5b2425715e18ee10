package system

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTable: what files and models take of each field, from which range random systems draw it, and which
// values it may have.
func TestTable(t *testing.T) {
	number := func(x float64) string {
		if x == math.MaxFloat32 {
			return "float32"
		}
		return fmt.Sprint(x)
	}
	want := map[string]string{
		"position":         "particle 3 point length of 0 to 0, 0 to 0, default 0",
		"velocity":         "particle 3 vector length / time of 0 to 0, 0 to 0, default 0",
		"target":           "particle 3 point length of 0 to 0, 0 to 0, default 0 target",
		"target_velocity":  "particle 3 vector length / time of 0 to 0, 0 to 0, default 0 target",
		"charge":           "particle 1 scalar charge of -1 to 1, 0 to 0, default 0 whole ranged required",
		"mass":             "particle 1 scalar mass of 0.5 to 2, 0 to float32, default 1 flat",
		"pinned":           "particle 1 scalar 1 of 0 to 0, 0 to 1, default 0 whole ranged flat",
		"gravity":          "system 3 vector length / time^2 of -1 to 1, 0 to 0, default 0 per frame",
		"force":            "particle 3 vector mass length / time^2 of -1 to 1, 0 to 0, default 0 per frame",
		"cell_a":           "system 3 vector length of 0 to 0, 0 to 0, default 0",
		"cell_b":           "system 3 vector length of 0 to 0, 0 to 0, default 0",
		"cell_c":           "system 3 vector length of 0 to 0, 0 to 0, default 0",
		"rest":             "particle 3 point length of -1 to 1, 0 to 0, default 0",
		"joint_anchor":     "particle 3 point length of -1 to 1, 0 to 0, default 0",
		"turn_axis":        "particle 3 axial vector 1 of -1 to 1, 0 to 0, default 0",
		"slide_axis":       "particle 3 vector 1 of 0 to 0, 0 to 0, default 0",
		"joint_type":       "particle 1 scalar 1 of 0 to 0, 0 to 2, default 0 whole ranged flat",
		"torque":           "particle 1 scalar mass length^2 / time^2 of -1 to 1, 0 to 0, default 0 per frame flat",
		"thrust":           "particle 1 scalar mass length / time^2 of 0 to 0, 0 to 0, default 0 per frame flat",
		"turn_damping":     "particle 1 scalar mass length^2 / time of 0 to 1, 0 to float32, default 0 flat",
		"slide_damping":    "particle 1 scalar mass / time of 0 to 1, 0 to float32, default 0 flat",
		"turn_friction":    "particle 1 scalar mass length^2 / time^2 of 0 to 0.1, 0 to float32, default 0 flat",
		"slide_friction":   "particle 1 scalar mass length / time^2 of 0 to 0.1, 0 to float32, default 0 flat",
		"turn_limits":      "particle 2 scalar 1 of -1 to 1, 0 to 0, default 0",
		"slide_limits":     "particle 2 scalar length of 0 to 0, 0 to 0, default 0",
		"rotor_inertia":    "particle 1 scalar mass length^2 of 0 to 1, 0 to float32, default 0 flat",
		"rotor_mass":       "particle 1 scalar mass of 0 to 0, 0 to float32, default 0 flat",
		"stop_inertia":     "particle 1 scalar mass length^2 of 0 to 1, 0 to float32, default 0 flat",
		"stop_mass":        "particle 1 scalar mass of 0 to 0, 0 to float32, default 0 flat",
		"stop_time":        "system 1 scalar time of 0.01 to 0.1, 0 to float32, default 0 flat",
		"friction_law":     "particle 8 scalar 1 of 0 to 0.1, 0 to 0, default 0",
		"friction_memory":  "particle 2 scalar 1 of 0.01 to 0.1, 0 to float32, default 0",
		"friction_network": "particle 163 scalar 1 of -0.1 to 0.1, 0 to 0, default 0",
		"drive":            "particle 2 scalar 1 of 0.5 to 2, 0 to 0, default 0",
		"planes":           "system 24 plane 1 of -1 to 1, 0 to 0, default 0",
		"friction":         "system 1 scalar 1 of 0 to 1, 0 to float32, default 0 flat",
		"restitution":      "system 1 scalar 1 of 0 to 1, 0 to 1, default 0 flat",
		"gyration":         "particle 3 scalar 1 of -0.3 to 0.3, 0 to 0, default 0",
		"box":              "particle 3 scalar 1 of 0 to 0, 0 to 0, default 0",
		"node_features":    "particle 0 scalar 1 of -Inf to +Inf, 0 to 0, default 0 required per frame",
		"edge_features":    "edge 0 scalar 1 of -Inf to +Inf, 0 to 0, default 0 required",
	}
	require.Len(t, table, len(want))
	for _, f := range table {
		text := fmt.Sprintf("%v %d %v %v of %v to %v, %s to %s, default %g", f.Rows, f.Columns, f.Turns, f.Unit, f.Typical.Least, f.Typical.Most, number(f.Least), number(f.Most), f.Default)
		for _, mark := range []struct {
			is   bool
			name string
		}{{f.Whole, "whole"}, {f.Target, "target"}, {f.Ranged, "ranged"}, {f.Required, "required"}, {f.PerFrame, "per frame"}, {f.flat, "flat"}} {
			if mark.is {
				text += " " + mark.name
			}
		}
		require.Equal(t, want[f.Name], text, f.Name)
	}
	require.Equal(t, 3, NetworkInputs)
	require.Equal(t, 40, NetworkBumps)
	require.Equal(t, 0.7, NetworkWidth)
}
