package deploy

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHolds: the last line says what the promises are, and how many caveats stand above it.
func TestHolds(t *testing.T) {
	for caveats, end := range []string{"at validated and caveat.", "at validated and caveat; 1 caveat above.", "at validated and caveat; 2 caveats above."} {
		text := holds(caveats)
		require.Regexp(t, "^The file keeps every promise: rounding errors and, .* are within the limits[.] How well the model predicts is another matter: ", text)
		require.Contains(t, text, end)
	}
}

// TestLimits: what errors may be is said with what they are relative to, and with the numbers of
// the escape.
func TestLimits(t *testing.T) {
	for excused, needed := range map[bool]string{false: "No system needed this.", true: "The caveats on rounding above say how many systems needed this."} {
		require.Equal(t, "An output may be off by 0.0001 of its largest magnitude, and a length may change by 1e-05 of the largest coordinate. "+
			"Where rounding changes the outputs of the model itself, in the system or in a training input, the system may be off by 32 times that change, if this is more. Training inputs may be off by 0.05 at most. "+
			"The change is measured by 4 random roundings of the inputs (by up to 2.4e-07 of each number), and by float32 against float64. "+needed+" What has no error given must hold exactly.", limits(excused, false))
		require.Equal(t, "An output may be off by 0.0001 of its largest magnitude. What has no error given must hold exactly.", limits(excused, true))
	}
}
