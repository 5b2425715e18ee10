package pictures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestParts: roles stand after names, also if only some particles have one.
func TestParts(t *testing.T) {
	s := system.Sample{Position: make([]float32, 9), Objects: system.Objects{system.Stick.Of(1, 2)}}
	stick := partName(system.Stick, system.Stick.Role(0))
	for _, c := range []struct{ names, want []string }{
		{nil, []string{"isolated", stick, stick}},
		{[]string{"", "left"}, []string{"isolated", "left, " + stick, stick}},
		{[]string{"a", "b", "c"}, []string{"a, isolated", "b, " + stick, "c, " + stick}},
	} {
		require.Equal(t, c.want, Parts(s, c.names))
	}
	require.Equal(t, "left", nameOf([]string{"", "left"}, 1))
	require.Equal(t, "0", nameOf([]string{"", "left"}, 0))
	require.Equal(t, "2", nameOf([]string{"", "left"}, 2))
}
