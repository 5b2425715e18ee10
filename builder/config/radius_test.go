package config

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRadiusRefused: numbers that no calibration writes are named.
func TestRadiusRefused(t *testing.T) {
	calibrated := func() *Radius {
		r := &Radius{Level: 0.9, Time: -1, System: 1, Position: &RadiusHead{Weights: make([]float64, len(radiusFeatureNames))}}
		for _, name := range radiusFeatureNames {
			r.Features = append(r.Features, RadiusFeature{Name: name, Soft: 1})
		}
		return r
	}
	require.NoError(t, calibrated().validate(radiusFeatureNames), "a straight line may go back")
	narrow := calibrated()
	narrow.System = 0
	require.NoError(t, narrow.validate(radiusFeatureNames), "systems that are predicted exactly")
	for want, spoil := range map[string]func(r *Radius){
		"the factor of systems in a radius is -1: expected 0 or more": func(r *Radius) { r.System = -1 },
		"2 features came": func(r *Radius) { r.Features = r.Features[:2] },
		"a head of the radius has 1 weights for 6 features": func(r *Radius) { r.Position.Weights = r.Position.Weights[:1] },
		"the powers of a radius are -1 of its sum and 2 of the motion: expected 0 or more": func(r *Radius) {
			r.Steps = []RadiusStep{{Position: 1, System: 1, SystemPowers: &RadiusPowers{Sum: -1, Motion: 2}}}
		},
		"the powers of a radius are 0 of its sum and -2 of the motion: expected 0 or more": func(r *Radius) {
			r.Steps = []RadiusStep{{Position: 1, System: 1, PositionPowers: &RadiusPowers{Motion: -2}}}
		},
		"the head is there: false":                            func(r *Radius) { r.Position = nil },
		"a head of the radius has 0 weights for 6 features":   func(r *Radius) { r.Velocity = &RadiusHead{} },
		"feature 1 of the radius is {Name:jerk ":              func(r *Radius) { r.Features[1].Name = "jerk" },
		"feature 2 of the radius is {Name:jerk Soft:0 ":       func(r *Radius) { r.Features[2].Soft = 0 },
		"expected speed with a softening above 0 and a range": func(r *Radius) { r.Features[3].Low = 1 },
	} {
		r := calibrated()
		spoil(r)
		require.ErrorContains(t, r.validate(radiusFeatureNames), want)
	}
}

// TestRadiusOfInfinities: every number of a radius is finite.
func TestRadiusOfInfinities(t *testing.T) {
	for name, spoil := range map[string]func(r *Radius){
		"weights":  func(r *Radius) { r.Position.Weights[0] = math.Inf(1) },
		"features": func(r *Radius) { r.Features[0].High = math.Inf(1) },
		"steps":    func(r *Radius) { r.Steps = []RadiusStep{{Position: math.Inf(1), System: 1}} },
		"offset":   func(r *Radius) { r.Position.Offset = math.Inf(-1) },
		"systems":  func(r *Radius) { r.System = 2 * math.MaxFloat32 },
		"powers": func(r *Radius) {
			r.Steps = []RadiusStep{{Position: 1, System: 1, PositionPowers: &RadiusPowers{Offset: math.NaN()}}}
		},
	} {
		r := &Radius{Level: 0.9, System: 1, Position: &RadiusHead{Weights: make([]float64, len(radiusFeatureNames))}}
		for _, feature := range radiusFeatureNames {
			r.Features = append(r.Features, RadiusFeature{Name: feature, Soft: 1})
		}
		spoil(r)
		require.ErrorContains(t, r.validate(radiusFeatureNames), "not finite", name)
	}
}
