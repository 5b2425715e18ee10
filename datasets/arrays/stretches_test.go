package arrays

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBreakAtFirstFrame: of a recording that breaks at its first frame, the others are a piece. One
// that breaks in its middle is left out with its number and the frame, unless pieces are shorter.
func TestBreakAtFirstFrame(t *testing.T) {
	for _, c := range []struct {
		frame, frames, pieces int
		note                  string
	}{
		{0, 0, 5, ""},
		{20, 0, 4, "recording 2 is left out whole, as it breaks off after frame 20, and none of its stretches has the 40 frames of a piece (the only such recording); --frames gives shorter pieces"},
		{20, 20, 9, ""},
	} {
		jumping := drifting(5, func(recording, frame int, x, _ []float32) {
			if recording == 2 && frame > c.frame {
				x[0] += 500
			}
		})
		data, notes, err := prepared(t, Options{Interval: 1, Frames: c.frames}, jumping...)
		require.NoError(t, err)
		require.Equal(t, c.pieces, len(data.Train)+len(data.Valid)+len(data.Test), "%+v", c)
		text := strings.Join(notes, "|")
		require.Equal(t, c.note != "", strings.Contains(text, "left out whole"), text)
		require.Contains(t, text, c.note)
	}
}

// TestCauseOfTooFewPieces: an error on pieces that are too few for splits names the jump that makes them so.
func TestCauseOfTooFewPieces(t *testing.T) {
	_, _, err := prepared(t, usual, drifting(1, func(_, frame int, x, _ []float32) {
		if frame >= 20 {
			x[0] += 500
		}
	})...)
	require.ErrorContains(t, err, "by time, 5 pieces")
	require.ErrorContains(t, err, "(positions: frame 19: particle 0 jumps by ")
}

// TestIntervalBetweenJumps: a stretch without a jump has a frame more than the interval.
func TestIntervalBetweenJumps(t *testing.T) {
	jumping := drifting(5, func(_, frame int, x, _ []float32) {
		if frame >= 20 {
			x[4] += 9
		}
	})
	data, _, err := prepared(t, Options{Interval: 19}, jumping...)
	require.NoError(t, err)
	require.Equal(t, 2, data.Train[0].Trajectory.Frames())
	_, _, err = prepared(t, Options{Interval: 20}, jumping...)
	require.ErrorContains(t, err, "positions break off in every recording, and at most 20 frames follow each other, too few for an interval of 20: expected 21 or more")
}

// TestShortStretches: if every recording jumps, stretches that are shorter than a piece are told with
// what takes them, too, if they have more than a tenth of the frames.
func TestShortStretches(t *testing.T) {
	for jump, want := range map[int]string{
		25: "positions: 5 stretches between jumps are left out, as they are shorter than a piece of 25 frames: they have 75 of 200 frames. The longest begins at recording 0, frame 25; --frames 15 has pieces of it, too",
		35: "positions: 5 stretches between jumps are left out, as they are shorter than a piece of 35 frames: they have 25 of 200 frames. The longest begins at recording 0, frame 35; --frames 5 has pieces of it, too",
		36: "",
	} {
		_, notes, err := prepared(t, usual, drifting(5, func(_, frame int, x, _ []float32) {
			for i := range x {
				if frame >= jump {
					x[i] += 20
				}
			}
		})...)
		require.NoError(t, err)
		if want == "" {
			require.NotContains(t, strings.Join(notes, "\n"), "stretches between jumps")
		} else {
			require.Contains(t, notes, want)
		}
	}
}

// TestAddShortStretches: a frame alone is no stretch, and one of a step and a frame has a piece.
func TestAddShortStretches(t *testing.T) {
	var short shortStretches
	short.add([]int{0, 1, 3, 9, 14}, 5)
	require.Equal(t, shortStretches{2, 7, [2]int{9, 14}}, short)
}
