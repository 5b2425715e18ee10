package md17

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStaggeredVelocities: of leapfrog, half a frame earlier or later, are no velocities of
// the frames, and with a span of one those later would be the target.
func TestStaggeredVelocities(t *testing.T) {
	plain, _, err := ethanol{}.prepare(t, Options{})
	require.NoError(t, err)
	for steps, note := range map[[2]int]string{
		{-1, 0}: "are the steps from the frame before", {0, 1}: "are the steps to the next frame",
		{-2, 0}: "are late by 1 frames against the atoms, by the steps between frames", {0, 2}: "are early by 1 frames against the atoms, by the steps between frames",
		{-3, -1}: "are late by 2 frames against the atoms, by the steps between frames", {1, 3}: "are early by 2 frames against the atoms, by the steps between frames",
	} {
		file := ethanol{comment: func(int) string { return "Properties=species:S:1:pos:R:3:velo:R:3" }}
		file.line = func(frame, atom int, symbol string, at [3]float64) string {
			before, _ := file.place(frame+steps[0], atom)
			after, _ := file.place(frame+steps[1], atom)
			return fmt.Sprintf("%s %.6f %.6f %.6f %.6f %.6f %.6f", symbol, at[0], at[1], at[2], after[0]-before[0], after[1]-before[1], after[2]-before[2])
		}
		data, notes, err := file.prepare(t, Options{})
		require.NoError(t, err)
		require.Equal(t, []string{"the velocities " + note + ": the velocity is the step to the next frame"}, notes)
		requireSame(t, plain, data)
		if steps[1]-steps[0] > 1 {
			continue
		}
		_, _, err = Prepare(writeText(t, "ethanol.xyz", file.text()), Options{Span: 1})
		require.ErrorContains(t, err, "which would be the target")
	}
}
