package deploy

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict/verify"
)

// TestHolds: the last line says what the promises are, and how many caveats stand above it.
func TestHolds(t *testing.T) {
	for caveats, end := range []string{"at validated and caveat.", "at validated and caveat; 1 caveat above.", "at validated and caveat; 2 caveats above."} {
		text := holds(caveats)
		require.Regexp(t, "^The file keeps every promise: rounding errors and, .* are within the limits[.] How well the model predicts is another matter: ", text)
		require.Contains(t, text, end)
	}
}

// TestLimits: the line names each limit with its number, and says whether a system needed to be
// excused. Joints are excused by nothing.
func TestLimits(t *testing.T) {
	for excused, needed := range map[bool]string{false: "No system needed this.", true: "The caveats on rounding above say how many systems needed this."} {
		text := limits(excused, false)
		require.Contains(t, text, needed)
		require.Contains(t, text, fmt.Sprintf("may be off by %.1g of its largest magnitude", verify.Tolerance))
		require.Contains(t, text, fmt.Sprintf("may change by %.1g of the largest coordinate", verify.LengthTolerance))
		require.Contains(t, text, verify.Excused)
	}
	joints := limits(true, true)
	require.Contains(t, joints, fmt.Sprintf("may be off by %.1g of its largest magnitude", verify.Tolerance))
	require.NotContains(t, joints, "length")
	require.NotContains(t, joints, verify.Excused)
}
