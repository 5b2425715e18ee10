package residual

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoiseComparison: errors count as noise up to a quarter more than it, and without a noise the line says why.
func TestNoiseComparison(t *testing.T) {
	b := NoiseComparison{Train: 1.25, Valid: 2, Samples: 1, Noise: 1}
	require.Equal(t, "predictions are 1.25 m away from the first 1 training sample, as a root mean square of coordinates, and 2 m from the validation samples. "+
		"The estimated noise of the recordings, 1 m, explains that", b.Text("m"))
	b.Train, b.Samples = 1.26, 2
	require.Contains(t, b.Text("m"), "the first 2 training samples")
	require.Contains(t, b.Text(""), ". That is 1.26 times the estimated noise of the recordings, 1. It includes")
	require.Contains(t, NoiseComparison{Train: 2, Noise: 4}.Text("m"), ". The estimated noise of the recordings, 4 m, explains that")
	require.Contains(t, NoiseComparison{Train: 8, Noise: 4}.Text("m"), ". That is 2 times the estimated noise of the recordings, 4 m. It includes")
	b.Noise, b.Unknown = 0, "why"
	require.Contains(t, b.Text("m"), ". Whether that is noise is not known: why")
}
