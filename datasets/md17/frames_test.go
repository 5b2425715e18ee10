package md17

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFramesThatAreOff: frames that a restart wrote again, and frames in no order, are
// said.
func TestFramesThatAreOff(t *testing.T) {
	const again, order = "frame 100: this frame is the same as frame 80 to the last bit, though atoms change before or after it (the first of 20 such frames)", "the atoms do not continue from frame to frame"
	for want, frameOf := range map[string]func(line int) int{
		"":    func(line int) int { return line },
		again: func(line int) int { return line - 20*min(1, line/100) },
		order: func(line int) int { return line * 77 % 200 },
	} {
		var text strings.Builder
		for line := range 200 {
			fmt.Fprint(&text, "3\n\n")
			for atom := range 3 {
				phase := 0.3*float64(frameOf(line)) + float64(atom)
				fmt.Fprintf(&text, "C %g %g %g\n", 1.5*float64(atom)+0.1*math.Sin(phase), 0.1*math.Cos(0.7*phase), float64(frameOf(line))/1e4)
			}
		}
		path := filepath.Join(t.TempDir(), "chain.xyz")
		require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
		_, notes, err := Prepare(path, Options{Span: 4})
		require.NoError(t, err)
		all := strings.Join(notes, "; ")
		require.Contains(t, all, want)
		require.Equal(t, want == again, strings.Contains(all, "to the last bit"), all)
		require.Equal(t, want == order, strings.Contains(all, "do not continue"), all)
	}
}
