package reproduce

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
	"gmnc/system"
)

// TestMarkersAlone: with Markers only particles without mass count.
func TestMarkersAlone(t *testing.T) {
	s := system.Sample{Position: make([]float32, 9)}
	system.Mass.Set(&s, []float32{1, 0, 0})
	x := []float32{9, 9, 9, 1, 0, 0, 0, 2, 0}
	require.InDelta(t, 2.5, markerDistances(protocol.Rollout{Markers: true}, &s, s.Position, x), 1e-12)
	require.InDelta(t, 248./3, markerDistances(protocol.Rollout{}, &s, s.Position, x), 1e-12)
}
