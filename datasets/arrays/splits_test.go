package arrays

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays/recordings"
)

// TestSplitByTime: one recording is cut into pieces, between whose splits one is left out.
func TestSplitByTime(t *testing.T) {
	data, notes, err := prepared(t, Options{Interval: 1, Frames: 3}, drifting(1, nil)...)
	require.NoError(t, err)
	require.Len(t, notes, 2)
	require.Contains(t, notes[1], "a piece between that is left out")
	require.Equal(t, []int{15, 1, 1}, []int{len(data.Train), len(data.Valid), len(data.Test)}, "of 19")
	require.Equal(t, "in.npz, split by time", data.About.Source[slices.Index([]byte(data.About.Source), 'i'):])
}

// TestSeeds: a seed that was given is used, or a note says why it is not.
func TestSeeds(t *testing.T) {
	seed := uint64(7)
	with := Options{Interval: 1, Frames: 3, Seed: &seed}
	data, notes, err := prepared(t, with, pendulum(10, 3)...)
	require.NoError(t, err)
	require.Empty(t, notes)
	require.Contains(t, data.About.Source, "drawn from seed 7")
	_, notes, err = prepared(t, with, drifting(1, nil)...)
	require.NoError(t, err)
	require.Contains(t, notes, "the seed 7 is not used: splits of few recordings are parts of their time")
	split := append(swinging("train_", 3, 3), number("dt", 0.1))
	_, notes, err = prepared(t, with, split...)
	require.NoError(t, err)
	require.Contains(t, notes, "the seed 7 is not used: the file has splits")
	_, notes, err = prepared(t, usual, split...)
	require.NoError(t, err)
	require.NotContains(t, strings.Join(notes, ""), "seed")
}

// TestSplitAtRandom: samples of all splits are from all recordings where that is asked for, and
// each is in one of them.
func TestSplitAtRandom(t *testing.T) {
	random := Options{Interval: 1, Frames: 5, AtRandom: true}
	data, notes, err := prepared(t, random, drifting(2, nil)...)
	require.NoError(t, err)
	require.NotContains(t, strings.Join(notes, "|"), "few recordings")
	require.Contains(t, data.About.Source, "split drawn at random from seed 1")
	seen, cases := map[[2]int64]bool{}, map[int64]bool{}
	for _, origin := range data.Origins {
		for i, start := range origin.Starts {
			seen[[2]int64{origin.Cases[i], start}], cases[origin.Cases[i]] = true, true
		}
	}
	require.Len(t, seen, len(data.Train)+len(data.Valid)+len(data.Test))
	require.Len(t, data.Train, 16, "of 18 pieces")
	require.Len(t, cases, 2)

	random.Frames = 0
	_, _, err = prepared(t, random, drifting(2, nil)...)
	require.ErrorContains(t, err, "a split at_random needs 3 pieces, and 2 recordings in 2 pieces are there: cut them into shorter pieces by frames")
	_, _, err = prepared(t, random, drifting(3, nil)...)
	require.NoError(t, err)
	split := drifting(3, nil)
	for i := range split[:2] {
		split[i].Key = "train_" + split[i].Key
	}
	_, _, err = prepared(t, random, split...)
	require.ErrorContains(t, err, "train_positions are split already: leave at_random out")
}

// TestStretches: breaks cut recordings into stretches, of which pieces are as long as the shortest
// recording without breaks, or as the longest stretch if all have some.
func TestStretches(t *testing.T) {
	g := &recordings.Group{Starts: []int{0, 10, 30}}
	require.Equal(t, 10, g.Unbroken())
	g.Breaks = []int{0, 9, 14}
	require.Equal(t, []int{0, 1, 10}, g.Stretches(0), "the last frame of a recording leads nowhere")
	require.Equal(t, []int{10, 15, 30}, g.Stretches(1))
	require.Equal(t, 15, g.Unbroken())
	g.Breaks = []int{14}
	require.Equal(t, 10, g.Unbroken())
	g = &recordings.Group{Starts: []int{0, 20, 40}, Breaks: []int{21}}
	require.Equal(t, 18, g.Unbroken(), "nearly a whole recording follows the break")
	g.Breaks = []int{22}
	require.Equal(t, 20, g.Unbroken())
}
