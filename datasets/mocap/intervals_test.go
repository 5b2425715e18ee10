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

// TestIntervalsOfTrials: one of four files that has every second frame, at the same Frame Time, is
// told. Four whole files are not.
func TestIntervalsOfTrials(t *testing.T) {
	head, _, _ := strings.Cut(bodyText, "Frames:")
	for every, want := range map[int]string{
		1: "",
		2: "d: frame 0: this recording moves from frame to frame as others do in 2 frames (the only such recording), so its frames are farther apart in time; write all recordings at one interval, or go on if this motion is itself so much faster",
	} {
		folder := t.TempDir()
		for number, name := range []string{"a", "b", "c", "d"} {
			step := 0.05
			if name == "d" {
				step *= float64(every)
			}
			text := new(strings.Builder)
			fmt.Fprintf(text, "%sFrames: 200\nFrame Time: 0.01\n", head)
			for frame := range 200 {
				phase := float64(step*float64(frame)) + float64(number)
				for k := range 10 {
					fmt.Fprintf(text, "%.6f ", 30*math.Sin(phase*(1+float64(k)/5)))
				}
				text.WriteString("\n")
			}
			require.NoError(t, os.WriteFile(filepath.Join(folder, name+".bvh"), []byte(text.String()), 0o600))
		}
		r, err := readFolder(folder)
		require.NoError(t, err)
		r.checkTrials()
		if want == "" {
			require.Empty(t, r.notes)
		} else {
			require.Equal(t, []string{want}, r.notes)
		}
	}
}
