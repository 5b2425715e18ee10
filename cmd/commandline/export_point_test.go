package commandline

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPoint: a point of a link is a name, a joint and a place.
func TestPoint(t *testing.T) {
	var p point
	require.NoError(t, p.UnmarshalText([]byte("tool=left:elbow:0.4,-1,9e-1")))
	require.Equal(t, point{Name: "tool", Link: "left:elbow", Rest: [3]float64{0.4, -1, 0.9}}, p)
	for _, wrong := range []string{"", "tool", "=elbow:0,0,0", "tool=:0,0,0", "tool=elbow", "tool=elbow:0,0", "tool=elbow:0,0,x"} {
		require.ErrorContains(t, p.UnmarshalText([]byte(wrong)), "expected NAME=JOINT:X,Y,Z", wrong)
	}
	requireOneLine(t, exitUsage, "--links and --point are of a file in joint coordinates", call(t.Context(), "export", "run", "-o", "m.onnx", "--links"))
}
