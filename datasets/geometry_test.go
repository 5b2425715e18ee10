package datasets_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestGeometry: a data set whose box is of another size than its corners is not written, and the
// error says where.
func TestGeometry(t *testing.T) {
	s := system.Sample{Velocity: make([]float32, 24)}
	var box []float32
	for corner := range 8 {
		for k := range 3 {
			sign := float32(2*(corner>>k&1) - 1)
			s.Position, box = append(s.Position, sign), append(box, 2*sign/8)
		}
	}
	s.TargetPosition, s.Objects = s.Position, system.Objects{system.Body.Of(0, 1, 2, 3, 4, 5, 6, 7)}
	system.Box.Set(&s, box)
	all := []system.Sample{s}
	err := datasets.Write(filepath.Join(t.TempDir(), "data.npz"), &datasets.Data{Train: all, Valid: all, Test: all})
	require.ErrorContains(t, err, "train_box: sample 0, body 0, of particle 0: half of an edge is 2, and its particles are 1 from its middle")
}
