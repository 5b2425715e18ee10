package pages

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// TestReadTestCurve: all rows below the header are read, and a file without them is refused.
func TestReadTestCurve(t *testing.T) {
	store := run.NewMemory("memory")
	curve, err := ReadTestCurve(store)
	require.NoError(t, err)
	require.Empty(t, curve.X)
	for text, want := range map[string]string{
		"epoch,test_mse\n1,0.5\n2,0.25\n": "",
		"":                                "has no test errors",
		"epoch,test_mse\n1\n":             "has no test errors",
		"epoch,test_mse\nx,0.5\n":         "are no numbers (remove it)",
		"epoch,test_mse\n1,x\n":           "are no numbers (remove it)",
	} {
		require.NoError(t, store.Write(TestCurveFile, []byte(text)))
		curve, err := ReadTestCurve(store)
		if want != "" {
			require.ErrorContains(t, err, want, "%q", text)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, []float64{1, 2}, curve.X)
		require.Equal(t, []float64{0.5, 0.25}, curve.Y)
	}
}
