package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict"
	"gmnc/system"
)

// TestMostOwn: on training inputs roundings excuse a difference of 0.05 at most, and on other
// systems any that they explain.
func TestMostOwn(t *testing.T) {
	own, other := system.Sample{Position: make([]float32, 3)}, system.Sample{Position: make([]float32, 3)}
	m := Trusted{Predictor: struct{ predict.Predictor }{}, own: []system.Sample{own}, measured: map[measuredAt]float64{}}
	for _, sample := range []system.Sample{own, other} {
		m.measured[measuredAt{0, system.Position.Name, &sample.Position[0]}] = 1
	}
	for _, c := range []struct {
		sample     system.Sample
		difference float64
		excused    bool
	}{{own, 0.05, true}, {own, 0.0501, false}, {other, 0.0501, true}} {
		left := m.explained(c.difference, c.sample, system.Position.Name, 1)
		require.Equal(t, c.excused, left <= Tolerance, "%g", c.difference)
	}
}
