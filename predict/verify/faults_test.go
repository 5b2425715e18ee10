package verify

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime"
	"gmnc/system"
)

// TestFaultsOfIndices: each fault of indices changes those of the first of two systems, and leaves what was given as it was.
func TestFaultsOfIndices(t *testing.T) {
	twice := func(first ...int64) []int64 { return append(first, first...) }
	given := map[string]runtime.Tensor{
		"position":  runtime.Floats(make([]float32, 24), 2, 4, 3),
		"sticks":    {Shape: []int{2, 2, 2}, Index: twice(0, 1, 2, 3)},
		"hinges":    {Shape: []int{2, 1, 3}, Index: twice(0, 1, 2)},
		"neighbors": {Shape: []int{2, 4, 1}, Index: twice(1, 2, 3, 0)},
		"parents":   {Shape: []int{2, 4}, Index: twice(-1, 0, 1, 2)},
		"bodies":    {Shape: []int{2, 4}, Index: twice(0, 0, 1, 1)},
		"pinned":    runtime.Floats(make([]float32, 8), 2, 4),
	}
	want := map[string][]int64{
		"sticks outside": {0, 4, 2, 3}, "sticks negative": {-1, 1, 2, 3}, "sticks far outside": {0, 1 << 20, 2, 3},
		"sticks equal ends": {0, 0, 2, 3}, "sticks that share an end": {0, 1, 1, 3},
		"hinges outside": {0, 1, 4}, "hinges negative": {-3, 1, 2}, "hinges whose joint is an end": {0, 0, 2},
		"neighbors outside": {4, 2, 3, 0}, "neighbors below -1": {-2, 2, 3, 0},
		"parents outside": {4, 0, 1, 2}, "parents below -1": {-2, 0, 1, 2}, "parents itself": {-1, 1, 1, 2}, "parents in a circle": {1, 0, 1, 2},
		"bodies below -1": {-2, 0, 1, 1}, "bodies of one particle": {0, 0, 1, 1 << 20},
	}
	pins := map[string][]float32{"pinned, and moves": {1, 0, 0, 1}, "pinned, all of them": {1, 1, 1, 1}}
	for _, fault := range WrongInputs() {
		before := slices.Clone(given[fault.Input].Index)
		spoilt, ok := fault.Spoil(given, 2)
		require.Equal(t, before, given[fault.Input].Index)
		if indices := want[fault.Name]; indices != nil {
			require.True(t, ok, fault.Name)
			require.Equal(t, append(indices, before[len(before)/2:]...), spoilt[fault.Input].Index, fault.Name)
			delete(want, fault.Name)
		}
		if values := pins[fault.Name]; values != nil {
			require.Equal(t, append(values, 0, 0, 0, 0), spoilt["pinned"].Float, fault.Name)
			delete(pins, fault.Name)
		}
	}
	require.Empty(t, want)
	require.Empty(t, pins)
	_, ok := WrongInputs()[0].Spoil(map[string]runtime.Tensor{"position": given["position"]}, 1)
	require.False(t, ok, "there are no sticks")
}

// TestFaultsOfNumbers: a number in the middle of a field is just below or above what it may be, not whole, or none.
func TestFaultsOfNumbers(t *testing.T) {
	all := map[string]float32{}
	for _, fault := range WrongInputs() {
		field := system.FieldNamed(fault.Input)
		if field == nil || fault.Name == "pinned, and moves" || fault.Name == "pinned, all of them" {
			continue
		}
		spoilt, ok := fault.Spoil(map[string]runtime.Tensor{fault.Input: runtime.Floats(make([]float32, 4), 1, 4), "position": runtime.Floats(make([]float32, 12), 1, 4, 3)}, 1)
		if ok {
			values := spoilt[fault.Input].Float
			all[fault.Name] = values[len(values)/2]
		}
	}
	for _, f := range system.GivenFields() {
		for name, want := range map[string]struct {
			is    bool
			value float64
		}{
			" below what it may be": {f.Bounded(), f.Least - 1}, " above what it may be": {f.Bounded() && f.Most < math.MaxFloat32, f.Most + 1}, " not whole": {f.Bounded() && f.Whole, f.Least + 0.5},
		} {
			value, is := all[f.Name+name]
			require.Equal(t, want.is, is, f.Name+name)
			if is {
				require.Equal(t, float32(want.value), value, f.Name+name)
			}
		}
	}
	for _, name := range []string{"position", "velocity", "charge", "mass", "gravity", "force"} {
		require.True(t, math.IsNaN(float64(all[name+" not a number"])), name)
		require.True(t, math.IsInf(float64(all[name+" infinite"]), -1), name)
		require.Equal(t, float32(1e30), all[name+" absurd"], name)
	}
}
