package arrays

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
)

// TestFramesThatAreOff: windows that overlap, frames that are there twice and axes in each
// other's place are said.
func TestFramesThatAreOff(t *testing.T) {
	const frame = 12
	whole := func() []npz.Array { return drifting(5, nil) }
	of := func(change func(x []float32, frames int) (changed []float32, shape []int)) []npz.Array {
		arrays := whole()
		for i := range 2 {
			arrays[i].Floats, arrays[i].Shape = change(arrays[i].Floats, 40)
		}
		return arrays
	}
	for want, arrays := range map[string][]npz.Array{
		"": whole(),
		"positions: recording 0, frame 1 is where positions, recording 1, frame 0 begins (5 recordings begin in others)": of(func(x []float32, _ int) (changed []float32, shape []int) {
			for first := range 6 { // windows of a recording
				changed = append(changed, x[first*frame:(first+20)*frame]...)
			}
			return changed, []int{6, 20, 4, 3}
		}),
		"positions: recording 0, frame 30: this frame is the same as frame 29 to the last bit, though positions change before or after it (the first of 50 such frames)": of(func(x []float32, frames int) (changed []float32, shape []int) {
			for first := 0; first < len(x); first += frames * frame { // the last frame fills up
				changed = append(changed, x[first:first+30*frame]...)
				for range 10 {
					changed = append(changed, x[first+29*frame:first+30*frame]...)
				}
			}
			return changed, []int{5, 40, 4, 3}
		}),
		"positions: the positions do not continue from frame to frame; they do from recording to recording": of(func(x []float32, frames int) (changed []float32, shape []int) {
			for at := range frames {
				for first := 0; first < len(x); first += frames * frame {
					changed = append(changed, x[first+at*frame:first+(at+1)*frame]...)
				}
			}
			return changed, []int{40, 5, 4, 3}
		})[:1],
		"positions: the positions do not continue from frame to frame; the frames are out of order, or too far apart": of(func(x []float32, _ int) (changed []float32, shape []int) {
			for i := range len(x) / frame { // every 17th of 40
				from := i/40*40 + i*17%40
				changed = append(changed, x[from*frame:(from+1)*frame]...)
			}
			return changed, []int{5, 40, 4, 3}
		})[:1],
	} {
		_, notes, err := prepared(t, usual, arrays...)
		require.NoError(t, err)
		if want == "" {
			require.Empty(t, notes)
		}
		require.Contains(t, strings.Join(notes, "; "), want)
	}
}
