package graph

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
)

// TestInPlace: of constants of joints, damping and friction have an input for revolute and one for prismatic
// joints; friction against planes has one, and the damping of particles has none.
func TestInPlace(t *testing.T) {
	for name, want := range map[string]string{config.LearnedDamping: "turn_damping or {gradients} slide_damping", config.LearnedFriction: "turn_friction or {gradients} slide_friction",
		config.LearnedRotor: "rotor_inertia or {gradients} rotor_mass", config.LearnedStop: "stop_inertia or {gradients} stop_mass"} {
		require.Contains(t, inPlace(config.Config{Fields: []string{"turn_axis"}}, name), "without "+name+" in {learn}, and export that run with {gradients} "+want)
	}
	require.Contains(t, inPlace(config.Config{}, config.LearnedFriction), "with {gradients} friction")
	require.Contains(t, inPlace(config.Config{}, config.LearnedStiffness), "with {gradients} edge_features")
	for _, none := range []string{config.LearnedDamping, config.LearnedRetardation} {
		require.Contains(t, inPlace(config.Config{}, none), "No other model takes it as an input")
	}
}
