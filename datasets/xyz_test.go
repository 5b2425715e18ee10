package datasets

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

func TestExtendedXYZ(t *testing.T) {
	var text bytes.Buffer
	WriteXYZ(&text, "step=3", About{LengthUnit: "m", Names: "Cl12||femur"}, &system.Sample{
		Position: []float32{1, 2, 3, 4, 5, 6, 0.1, -1e-9, 7}, Velocity: make([]float32, 9),
	})
	require.Equal(t, `3
step=3 Properties=species:S:1:pos:R:3:velo:R:3 pbc="F F F" length_unit="m"
Cl 1 2 3 0 0 0
X 4 5 6 0 0 0
femur 0.1 -1e-09 7 0 0 0
`, text.String())
}

// TestSpecies: a species is the letters at the start of a name, and X if there are none.
func TestSpecies(t *testing.T) {
	names := []string{"C", "H2", "2H", "", "Na+"}
	for i, want := range []string{"C", "H", "X", "X", "Na", "X"} {
		require.Equal(t, want, species(names, i))
	}
}

// TestLatticeOfXYZ: a periodic cell is written by its vectors, one after the other.
func TestLatticeOfXYZ(t *testing.T) {
	s := sized(1)
	require.Equal(t, `pbc="F F F"`, lattice(&s))
	pair := system.Sample{Position: []float32{1, 2, 3, 4, 5, 6}, Velocity: []float32{7, 8, 9, 10, 11, 12}}
	var text bytes.Buffer
	WriteXYZ(&text, "", About{}, &pair)
	require.True(t, strings.HasSuffix(text.String(), "\nX 1 2 3 7 8 9\nX 4 5 6 10 11 12\n"), text.String())
	system.CellA.Set(&s, []float32{2, 0, 0})
	system.CellB.Set(&s, []float32{0.5, 3, 0})
	system.CellC.Set(&s, []float32{0, 0, 4})
	require.Equal(t, `Lattice="2 0 0 0.5 3 0 0 0 4" pbc="T T T"`, lattice(&s))
}
