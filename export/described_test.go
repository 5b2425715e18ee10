package export

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/system"
)

// TestDescribed: an input or output says its shape, its meaning, how long an interval is, the columns of
// features and its unit, as far as the metadata have these.
func TestDescribed(t *testing.T) {
	metadata := map[string]string{
		IntervalKey: "2 s", UnitsPrefix + "position": "m", UnitsPrefix + "velocity": "m/s", UnitsPrefix + "predicted_velocity": "m",
		MeaningPrefix + "predicted_velocity": "displacements", system.NodeFeatures.Name: "own, one",
	}
	for name, want := range map[string]string{
		"predicted_position": "float32 [batch, 3]: positions one prediction interval (2 s) later; unit: m",
		"predicted_velocity": "float32 [batch, 3]: displacements; unit: m",
		"velocity":           "float32 [batch, 3]: velocities of the particles; unit: m/s",
		"node_features":      "float32 [batch, 3]: features of the particles; columns: own, one (always 1)",
		"torque":             "float32 [batch, 3]: torque about the axis of the revolute joint of the particle's body, the same for all particles of the body",
	} {
		e := &modelEmitter{metadata: metadata}
		require.Equal(t, want, e.described(name, doc(name), ir.Float, ir.Rows("batch"), ir.Fixed(3)).GetDocString())
	}
	e := new(modelEmitter)
	require.Equal(t, "float32 [batch]: positions one prediction interval later", e.described("predicted_position", doc("predicted_position"), ir.Float, ir.Rows("batch")).GetDocString())
	require.Equal(t, "int64 []", e.described("own", doc("own"), ir.Index).GetDocString())
}
