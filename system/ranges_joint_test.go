package system_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestJointRangesAreValid if they have values, from least to most, each a number.
func TestJointRangesAreValid(t *testing.T) {
	r := system.NewJointRange("elbow", true)
	require.Error(t, r.Validate(), "no values")
	r.Take(1, -2, 3)
	require.NoError(t, r.Validate())
	r.Take(-1, 2, 0)
	require.Equal(t, system.JointRange{Joint: "elbow", Slides: true, Q: system.Range{Least: -1, Most: 1}, Rate: system.Range{Least: -2, Most: 2}, Torque: system.Range{Least: 0, Most: 3}}, r)
	for name, change := range map[string]func(r *system.JointRange){
		"q":      func(r *system.JointRange) { r.Q.Least = 2 },
		"rate":   func(r *system.JointRange) { r.Rate.Most = math.NaN() },
		"torque": func(r *system.JointRange) { r.Torque.Most = math.Inf(1) },
	} {
		wrong := r
		change(&wrong)
		require.ErrorContains(t, wrong.Validate(), name+":")
	}
}
