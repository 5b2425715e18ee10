package checks

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOneNoteForOneCause: frames that are frozen, misplaced or in another order have one note, though
// particles also jump there, and what is elsewhere has its own.
func TestOneNoteForOneCause(t *testing.T) {
	freeze := func(r *Recording, first, last int, particles ...int) {
		for frame := first + 1; frame <= last; frame++ {
			for _, p := range particles {
				copy(r.Positions[3*(frame*r.Elements+p):][:3], r.Positions[3*(first*r.Elements+p):][:3])
			}
		}
	}
	jump := func(r *Recording, from int) {
		for i := 9 * from; i < 9*30; i += 9 {
			r.Positions[i] += 20
		}
	}
	for name, c := range map[string]struct {
		change func(r *Recording)
		want   []string
	}{
		"all frozen":          {func(r *Recording) { freeze(r, 10, 19, 0, 1, 2) }, []string{RepeatedFrames}},
		"one frozen":          {func(r *Recording) { freeze(r, 10, 25, 0) }, []string{FrozenPosition}},
		"frozen, and a jump":  {func(r *Recording) { freeze(r, 10, 19, 0, 1, 2); jump(r, 25) }, []string{RepeatedFrames, AJump}},
		"doubled, and a jump": {func(r *Recording) { freeze(r, 10, 11, 0, 1, 2); jump(r, 12) }, []string{RepeatedFrames, AJump}},
		"three copies":        {func(r *Recording) { freeze(r, 10, 13, 0, 1, 2); jump(r, 14) }, []string{RepeatedFrames, FrozenPosition}},
		"four copies":         {func(r *Recording) { freeze(r, 10, 14, 0, 1, 2); jump(r, 15) }, []string{RepeatedFrames}},
		"a jump":              {func(r *Recording) { jump(r, 12) }, []string{AJump}},
		"exchanged": {func(r *Recording) {
			for frame := 10; frame < 20; frame++ {
				for axis := range 3 {
					i := 9*frame + axis
					r.Positions[i], r.Positions[i+6] = r.Positions[i+6], r.Positions[i]
				}
			}
		}, []string{Exchanged}},
		"frames in another order": {func(r *Recording) {
			for i := range 9 {
				r.Positions[9*14+i], r.Positions[9*15+i] = r.Positions[9*15+i], r.Positions[9*14+i]
			}
		}, []string{Swapped}},
	} {
		r := passing(func(int, int, [][3]float64) {})
		r.Starts = []int{0, 30}
		r.Positions = r.Positions[:9*30]
		c.change(r)
		require.Equal(t, c.want, reported(r), name)
	}
}

// TestRuns: a frozen position explains its frames and the step from the last, four copies of a frame and
// more the steps to them, and two exchanged frames the steps to, between and from them.
func TestRuns(t *testing.T) {
	of := func(change func(r *Recording), find func(s *subject) [][2]int) [][2]int {
		r := passing(func(int, int, [][3]float64) {})
		change(r)
		return find(&subject{recording: r, words: words})
	}
	frozen := func(r *Recording) {
		for frame := 41; frame <= 55; frame++ {
			copy(r.Positions[9*frame:][:3], r.Positions[9*40:][:3])
		}
	}
	exchanged := func(r *Recording) {
		for i := range 9 {
			r.Positions[9*44+i], r.Positions[9*45+i] = r.Positions[9*45+i], r.Positions[9*44+i]
		}
	}
	require.Equal(t, [][2]int{{40, 55}}, of(frozen, func(s *subject) [][2]int { return frozenPosition(s).runs }))
	require.Equal(t, [][2]int{{43, 45}}, of(exchanged, func(s *subject) [][2]int { return swappedFrames(s).runs }))
}

// TestExplained: a finding is explained by an earlier one whose run has a frame of its own, and not by the
// next frame. An empty run explains nothing. Of several that are left the farthest is named.
func TestExplained(t *testing.T) {
	for _, c := range []struct {
		run  [2]int
		left float64
	}{{[2]int{3, 4}, 1}, {[2]int{3, 5}, 0}, {[2]int{7, 9}, 0}, {[2]int{8, 9}, 1}, {nothing, 1}, {[2]int{0, math.MaxInt}, 0}} {
		s := &subject{recording: &Recording{Starts: []int{0, 20}}, words: words, explained: [][2]int{c.run}}
		require.Equal(t, c.left, s.report([]finding{{frame: 5, run: [2]int{5, 7}}}, firstOf, "step").size, "%v", c.run)
		require.Equal(t, 1., s.report([]finding{{frame: 5, run: nothing}}, firstOf, "step").size)
	}
	s := &subject{recording: &Recording{Starts: []int{0, 20}}, words: words, explained: [][2]int{{5, 5}}}
	all := []finding{{5, [2]int{5, 5}, 9, nil}, {6, [2]int{6, 6}, 2, nil}, {7, [2]int{7, 7}, 3, nil}}
	for which, want := range map[string]string{firstOf: "frame 106: ", farthest: "frame 107: "} {
		told := s.report(slices.Clone(all), which, "step")
		require.Equal(t, []any{want, "the " + which + " of 2 steps"}, told.args)
		require.Equal(t, [][2]int{{6, 6}, {7, 7}}, told.runs)
	}
}
