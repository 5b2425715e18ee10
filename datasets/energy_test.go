package datasets

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestEnergies: energies and forces are kept, and belong together.
func TestEnergies(t *testing.T) {
	data := exampleData()
	for name, samples := range data.Splits() {
		for i := range *samples {
			s := &(*samples)[i]
			s.Potential = &system.Potential{Energy: float32(i + len(name)), Forces: make([]float32, len(s.Position))}
			s.Potential.Forces[1] = float32(i) + 0.5
		}
	}
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, Write(path, data))
	have, err := Read(path)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(data, have))

	data.Train[0].Potential = &system.Potential{}
	require.ErrorContains(t, Write(path, data), "forces")
}
