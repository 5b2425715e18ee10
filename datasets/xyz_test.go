package datasets

import (
	"bytes"
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
