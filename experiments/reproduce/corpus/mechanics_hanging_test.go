package corpus

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestPrepareHanging: every sample hangs from its first particle in the earth's gravity, and the test
// samples are those of the validation.
func TestPrepareHanging(t *testing.T) {
	sample := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0}, Velocity: make([]float32, 6), TargetPosition: []float32{0, 0, 0, 1, 0, -1}}
	path := filepath.Join(t.TempDir(), "tree.npz")
	require.NoError(t, datasets.Write(path, &datasets.Data{Train: []system.Sample{sample}, Valid: []system.Sample{sample, sample}, Test: []system.Sample{sample}}))
	data, err := prepareHanging(t.Context(), DataSet{File: path})
	require.NoError(t, err)
	require.Equal(t, data.Valid, data.Test)
	for _, samples := range data.Splits() {
		for _, s := range *samples {
			require.Equal(t, []float32{1, 0}, system.Pinned.Of(&s))
			require.Equal(t, []float32{0, 0, -9.81}, system.Gravity.Of(&s))
		}
	}
	_, err = prepareHanging(t.Context(), DataSet{File: "absent.npz"})
	require.ErrorContains(t, err, "absent.npz does not exist: check the name, or make a data set with ")
}
