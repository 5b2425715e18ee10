package run

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFigures: validation errors are numbers, and what is none is left out.
func TestFigures(t *testing.T) {
	r := Run{Metrics: map[string]string{"epoch": "3", "valid_mse": "0.25", "valid_velocity_mse": "NaN", "standard_error mass": "1"}}
	require.Equal(t, map[string]float64{"epoch": 3, "valid_mse": 0.25}, r.Figures())
	require.Empty(t, (&Run{}).Figures())
}
