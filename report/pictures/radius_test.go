package pictures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/system"
)

// TestFromRadii: groups are in the order of the radii, each with the errors of its own
// particles.
func TestFromRadii(t *testing.T) {
	samples := fixtures.Samples(system.Composition{4}, 10, 1)
	var position, radius []float32
	for i := range samples {
		for k := range samples[i].Particles() {
			off := float32(4*(9-i) + k + 1)
			x := samples[i].TargetPosition[3*k:]
			position, radius = append(position, x[0], x[1]+off, x[2]), append(radius, 2*off)
		}
	}
	s := fromRadii(samples, position, radius)
	require.Len(t, s.X, groupsOfRadius)
	require.IsIncreasing(t, s.X)
	for i := range s.X {
		require.InDelta(t, s.X[i], 2*s.Y[i], 1e-4)
	}
	subject := Subject{Data: &datasets.Data{}, Samples: samples, Position: position, Radius: radius,
		Squared: make([]float64, len(samples)), Straight: make([]float64, len(samples)), Line: predict.Baseline{Position: position}, Coverage: &conformal.Measured{Coverage: conformal.Coverage{Level: 0.9}}}
	names := func() (all []string) {
		for _, figure := range subject.Figures() {
			all = append(all, figure.Name)
		}
		return all
	}
	require.Contains(t, names(), "error_over_radius")
	subject.Radius = nil
	require.NotContains(t, names(), "error_over_radius")
}

// TestGroupsOfRadius: 21 particles are in groups of two, and 20 each alone.
func TestGroupsOfRadius(t *testing.T) {
	for particles, groups := range map[int]int{20: 20, 21: 11} {
		samples := []system.Sample{{Position: make([]float32, 3*particles), TargetPosition: make([]float32, 3*particles)}}
		require.Len(t, fromRadii(samples, make([]float32, 3*particles), make([]float32, particles)).X, groups)
	}
}

// TestLinesOfRadii: errors are drawn beside the radius, which is named by its level.
func TestLinesOfRadii(t *testing.T) {
	s := subject(0)
	s.Radius, s.Coverage = []float32{1, 2, 3, 4, 5, 6}, &conformal.Measured{Coverage: conformal.Coverage{Level: 0.9}}
	for k := range s.Position {
		s.Position[k]++
	}
	_, charts := s.overRadius().Charts()
	require.Equal(t, map[string]plot.Role{"error": plot.Prediction, "radius of 90 %": plot.Truth}, rolesOf(charts[0]))
	require.Equal(t, []string{"radius of a particle, m", "error of a particle, m"}, []string{charts[0].X, charts[0].Y})
}
