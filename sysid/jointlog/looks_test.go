package jointlog

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGearOption: gear is offered for torques that it multiplies by 1 so far.
func TestGearOption(t *testing.T) {
	numbers := []float64{2}
	require.Equal(t, "--gear", gearOption(Options{}, nil))
	require.Equal(t, "--gear", gearOption(Options{Gain: numbers}, nil), "a gain for currents, of which the log has none")
	require.Empty(t, gearOption(Options{Gear: numbers}, nil))
	require.Empty(t, gearOption(Options{Servo: numbers}, nil))
	require.Empty(t, gearOption(Options{Gain: numbers}, numbers))
}
