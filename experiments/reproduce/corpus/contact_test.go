package corpus

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
)

// TestUnitsOfContact: tosses are in half widths of their body, and other recordings in meters; the corners of boxes are left
// out.
func TestUnitsOfContact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tosses.npz")
	var arrays []npz.Array
	for _, split := range []string{"train", "valid", "test"} {
		positions, velocities := npz.Array{Key: split + "_positions", Shape: []int{1, 4, 2, 3}}, npz.Array{Key: split + "_velocities", Shape: []int{1, 4, 2, 3}}
		for frame := range 4 {
			positions.Floats = append(positions.Floats, float32(frame), 0, 0, float32(frame), 1, 0)
			velocities.Floats = append(velocities.Floats, 1, 0, 0, 1, 0, 0)
		}
		arrays = append(arrays, positions, velocities)
	}
	arrays = append(arrays, npz.Array{Key: "dt", Shape: []int{1}, Floats: []float32{1}})
	for _, corners := range []bool{false, true} {
		if corners {
			arrays = append(arrays, npz.Array{Key: "corner_of_box", Shape: []int{2}, Ints: []int64{0, 1}})
		}
		require.NoError(t, npz.Write(path, arrays))
		for system, unit := range map[string]string{Tosses: "half_width", Drop: "m"} {
			data, err := prepareContact(t.Context(), DataSet{File: path, System: system})
			require.NoError(t, err)
			require.Equal(t, unit, data.About.LengthUnit)
			require.Equal(t, unit+"/s", data.About.VelocityUnit)
			require.InDelta(t, 1, data.Train[0].TargetPosition[0]-data.Train[0].Position[0], 1e-6, "of one frame")
		}
	}
	_, err := prepareContact(t.Context(), DataSet{File: "absent.npz"})
	require.ErrorIs(t, err, os.ErrNotExist)
}
