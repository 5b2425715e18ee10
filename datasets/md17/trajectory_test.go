package md17

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// waterChain is a trajectory of C-O-C with a hydrogen, which drifts along x
// by a hundredth of its frame.
func waterChain(frames int) string {
	var text strings.Builder
	for frame := range frames {
		x := float64(frame) / 100
		fmt.Fprintf(&text, "4\nframe %d\nC %g 0 0\nH %g 1 0\nO %g 0 0\nO %g 0 0\n\n", frame, x, x, x+1.4, x+2.8)
	}
	return text.String()
}

func writeText(t *testing.T, name, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestPrepareTrajectory(t *testing.T) {
	path := writeText(t, "chain.xyz", waterChain(1000))
	data, _, err := Prepare(path, Options{Span: 50, AtRandom: true, Heavy: true, Sticks: SomeSticks})
	require.NoError(t, err)
	// Pairs begin at frames 100 to 899: 10, 5 and 5 percent of these.
	require.Len(t, data.Train, 80)
	require.Len(t, data.Valid, 40)
	require.Len(t, data.Test, 40)
	seen := map[int64]bool{}
	for _, split := range sizes {
		for _, start := range data.Origins[split.split].Starts {
			require.False(t, seen[start])
			require.True(t, start >= 100 && start < 900)
			seen[start] = true
		}
	}
	s, start := data.Valid[3], data.Origins["valid"].Starts[3]
	const float32Rounding = 1e-5 // of numbers up to 13
	require.InDelta(t, float64(start)/100, s.Position[0], float32Rounding)
	require.InDelta(t, 0.01, s.Velocity[0], float32Rounding)
	require.InDelta(t, float64(start+50)/100, s.TargetPosition[0], float32Rounding)
	require.Equal(t, [][2]int{{0, 1}, {1, 2}}, s.Bonds)
	require.Len(t, s.Objects.Of(system.Stick), 1)

	const lines = 7 // of a frame
	text := strings.SplitAfter(waterChain(1000), "\n")
	missing := writeText(t, "missing.xyz", strings.Join(slices.Delete(text, 101*lines, 103*lines), ""))
	_, notes, err := Prepare(missing, Options{Span: 50})
	require.NoError(t, err)
	require.Equal(t, []string{"frame 100: the step to the next frame is 3 times as long as those before and after it (the only such step), so frames are missing there; write all frames, or begin a recording there"}, notes[:1])
	for frame := range 300 {
		text = slices.Delete(text, (401+frame)*lines, (402+frame)*lines)
	}
	_, notes, err = Prepare(writeText(t, "faster.xyz", strings.Join(text, "")), Options{Span: 50})
	require.NoError(t, err)
	require.Contains(t, notes, "frame 400: from this frame on steps are 2 times as long as before (the only such change), so the frames were written at another interval; write all frames at one interval")

	// A prepared file records its split, and so does a published one.
	file := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(file, data))
	again, _, err := Prepare(path, Options{Split: file, Span: 50, Heavy: true, Sticks: SomeSticks})
	require.NoError(t, err)
	require.Equal(t, data.Test, again.Test)
	published := filepath.Join(t.TempDir(), "split.npz")
	require.NoError(t, npz.Write(published, []npz.Array{
		{Key: "chain_train", Shape: []int{2}, Ints: []int64{5, 949}},
		{Key: "chain_valid", Shape: []int{1}, Ints: []int64{7}},
		{Key: "chain_test", Shape: []int{1}, Ints: []int64{8}},
	}))
	seed := uint64(7)
	given, notes, err := Prepare(path, Options{Molecule: "chain", Split: published, Span: 50, Seed: &seed, Sticks: SomeSticks})
	require.NoError(t, err)
	require.NotContains(t, strings.Join(notes, ""), "the seed", "sticks are chosen from it")
	_, notes, err = Prepare(path, Options{Split: file, Span: 50, Sticks: NoSticks, Cutoff: 3, Seed: &seed})
	require.NoError(t, err)
	require.Contains(t, notes, "the seed 7 is not used: the split is given, and no sticks are chosen")
	require.Equal(t, []int64{5, 949}, given.Origins["train"].Starts)
	require.InDelta(t, 9.99, given.Train[1].TargetPosition[0], float32Rounding)
	_, _, err = Prepare(path, Options{Split: file, Span: 50, AtRandom: true})
	require.EqualError(t, err, "at_random draws a split, and split gives one: leave one of them out")
	_, _, err = Prepare(path, Options{Molecule: "chain", Split: published, Span: 51})
	require.EqualError(t, err, published+": chain_train has the frame 949 at 1, but pairs of this trajectory begin at 0 to 948")
	_, _, err = Prepare(path, Options{Split: published, Span: 50})
	require.EqualError(t, err, published+": train_start is missing: expected the split of a prepared data set, or a molecule whose split the file has")
}
