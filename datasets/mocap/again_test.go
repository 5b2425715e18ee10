package mocap

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFramesThatAreThereAgain: frames of 30 a second that are written as 60 are told, and two
// motions in one file are not crossed.
func TestFramesThatAreThereAgain(t *testing.T) {
	notes := func(place func(frame int) float64) string {
		folder := t.TempDir()
		for k := range 3 {
			var text strings.Builder
			text.WriteString("HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\nMOTION\nFrames: 120\nFrame Time: 0.0166667\n")
			for frame := range 120 {
				fmt.Fprintf(&text, "%.6f %d 0\n", place(frame), k)
			}
			require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("m%d.bvh", k)), []byte(text.String()), 0o600))
		}
		_, notes, err := Prepare(folder, Options{Span: 5, Starts: 3, Tree: true})
		require.NoError(t, err)
		return strings.Join(notes, "\n")
	}
	swing := func(frame int) float64 { return 10 * math.Sin(float64(frame)/20) }
	require.Empty(t, notes(swing))
	require.Contains(t, notes(func(frame int) float64 { return swing(frame / 2 * 2) }), "m0: frame 1: this frame is the same as frame 0 to the last bit, though joints change before or after it (the first of 59 such frames)")
	require.Contains(t, notes(func(frame int) float64 { return swing(min(frame, 30) + max(0, frame-70)) }), "m0: frame 31: this frame is the same as frame 30 to the last bit, though joints change before or after it (the first of 40 such frames)", "which stand still")
	require.Contains(t, notes(func(frame int) float64 { return swing(frame) + float64(frame/60*8) }), "m0: frame 59: the step to the next frame is longer than those before and after it")
}
