package mocap

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
)

func TestDrawSplit(t *testing.T) {
	frames := make([]int, 23)
	for i := range frames {
		frames[i] = 320 + i
	}
	draw := func(seed uint64, names []string, frames ...int) (map[string]datasets.Origin, error) {
		return cut{names, frames, make([][]int, len(frames)), Options{Seed: &seed, Span: DefaultSpan, Starts: DefaultStarts}}.draw()
	}
	origins, err := draw(1, nil, frames...)
	require.NoError(t, err)
	again, _ := draw(1, nil, frames...)
	require.Equal(t, origins, again)
	other, _ := draw(2, nil, frames...)
	require.NotEqual(t, origins, other)
	seen, latest := map[int64]bool{}, int64(0)
	for split, size := range map[string]int{"train": 11, "valid": 6, "test": 6} {
		origin := origins[split]
		require.Len(t, origin.Cases, size)
		require.Len(t, origin.Starts, 100*size)
		for i, number := range origin.Cases {
			require.False(t, seen[number])
			seen[number] = true
			starts := map[int64]bool{}
			for _, start := range origin.Starts[100*i : 100*i+100] {
				require.True(t, start >= 0 && start < min(300, 320+number-30) && !starts[start])
				starts[start], latest = true, max(latest, start)
			}
		}
	}
	require.Equal(t, int64(299), latest, "pairs begin among the first 300 frames")
	require.Len(t, pairs("train", origins["train"], DefaultStarts)[10], 18)
	require.Len(t, pairs("test", origins["test"], DefaultStarts)[5], 100)

	few, err := draw(1, nil, 500, 500, 500, 500)
	require.NoError(t, err)
	require.Len(t, few["train"].Cases, 2)
	_, err = draw(1, []string{"a", "b", "c"}, 500, 129, 500)
	require.EqualError(t, err, "trial b has 129 frames, at 99 of which pairs for test may begin that are 30 apart; 100 are drawn: use a smaller span or fewer starts")
}

func TestReadSplitErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "split.npz")
	good := func() map[string][]int64 {
		return map[string][]int64{
			"train_case": {0, 3}, "train_start": {1, 2, 3, 4}, "valid_case": {1}, "valid_start": {69},
			"test_case": {2}, "test_start": {0},
		}
	}
	write := func(arrays map[string][]int64) error {
		var list []npz.Array
		for key, values := range arrays {
			array := npz.Array{Key: key, Shape: []int{len(values)}, Ints: values}
			if cases := arrays[key[:len(key)-len("start")]+"case"]; key[len(key)-5:] == "start" {
				array.Shape = []int{len(cases), len(values) / max(len(cases), 1)}
			}
			list = append(list, array)
		}
		require.NoError(t, npz.Write(path, list))
		_, err := readSplit(path, []int{100, 100, 100, 100}, DefaultSpan)
		return err
	}
	require.NoError(t, write(good()))
	for want, change := range map[string]func(map[string][]int64){
		"train_case has case 4, but there are trials 0 to 3":                            func(a map[string][]int64) { a["train_case"][1] = 4 },
		"test_case has case 3, whose frames 0 to 30 were in part there before":          func(a map[string][]int64) { a["test_case"][0] = 3 },
		"valid_start has the frame 70 at [0, 0], but pairs of trial 1 begin at 0 to 69": func(a map[string][]int64) { a["valid_start"][0] = 70 },
		"train_start has the frame -1 at [1, 0], but pairs of trial 3 begin at 0 to 69": func(a map[string][]int64) { a["train_start"][2] = -1 },
		"test_start is missing: a split needs {train,valid,test}_case and _start":       func(a map[string][]int64) { delete(a, "test_start") },
		"valid_case has no cases, expected one or more":                                 func(a map[string][]int64) { a["valid_case"] = []int64{} },
		"valid_start has no starts, expected one or more of each case":                  func(a map[string][]int64) { a["valid_start"] = []int64{} },
	} {
		arrays := good()
		change(arrays)
		require.EqualError(t, write(arrays), path+": "+want)
	}
}

// TestDrawAtRandom: each trial has pairs of all splits, which begin at frames of their own.
func TestDrawAtRandom(t *testing.T) {
	c := cut{names: []string{"a", "b", "c"}, frames: []int{40, 40, 40}, broken: make([][]int, 3), o: Options{Span: 4, Starts: 12, AtRandom: true}}
	origins, err := c.draw()
	require.NoError(t, err)
	for trial := range 3 {
		starts := map[int64]bool{}
		for _, split := range datasets.SplitNames {
			require.Equal(t, []int64{0, 1, 2}, origins[split].Cases)
			for _, start := range origins[split].Starts[12*trial : 12*(trial+1)] {
				require.Less(t, start, int64(36))
				starts[start] = true
			}
		}
		require.Len(t, starts, 36, "all that there are")
	}
	c.o.Starts = 13
	_, err = c.draw()
	require.ErrorContains(t, err, "trial a has 40 frames, at 10 of which pairs for test may begin")
	require.ErrorContains(t, Options{Span: 4, Starts: 1, AtRandom: true, Split: "x"}.Validate(), "at_random draws a split, and split gives one")
}
