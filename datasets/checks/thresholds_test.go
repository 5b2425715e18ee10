package checks

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// reported returns the rows that report something about a recording.
func reported(r *Recording) (rows []string) {
	for _, note := range r.Check(words) {
		rows = append(rows, note.Check)
	}
	return rows
}

// replaced are numbers with one in the place of another.
func replaced(values []float64, at int, with float64) []float64 {
	values = slices.Clone(values)
	values[at] = with
	return values
}

// TestSkipThresholds: a step is a skip from half of those beside it on, where at most a fifth of
// the steps are, in recordings of six frames or more.
func TestSkipThresholds(t *testing.T) {
	even := slices.Repeat([]float64{1}, 20)
	for _, c := range []struct {
		steps []float64
		count int
	}{
		{replaced(even, 9, 1.51), 1}, {replaced(even, 9, 1.49), 0}, {replaced(even, 9, 0.49), 1}, {replaced(even, 9, 0.51), 0},
		{[]float64{1, 1, 2, 1, 1}, 1}, {[]float64{1, 2, 1, 1}, 0},
		{append([]float64{1, 2, 1, 2, 1, 1}, slices.Repeat([]float64{1}, 3)...), 2}, // of 10 frames
		{append([]float64{1, 2, 1, 2, 1, 1}, slices.Repeat([]float64{1}, 2)...), 0}, // of 9
	} {
		require.Len(t, Skips(line(c.steps...)), c.count, "%v", c.steps)
	}
}

// TestPaceThresholds: steps that become 1.6 times as long, or as short, have another pace.
func TestPaceThresholds(t *testing.T) {
	for times, count := range map[float64]int{1.61: 1, 1.59: 0, 1 / 1.61: 1, 1 / 1.59: 0} {
		require.Len(t, Paces(line(append(slices.Repeat([]float64{1}, 10), slices.Repeat([]float64{times}, 10)...)...)), count, "%g", times)
	}
}

// TestStayThresholds: a particle is lost that stays for four frames or more and then leaps by more
// than three times the steps beside it and half of its usual one.
func TestStayThresholds(t *testing.T) {
	staying := func(steps int, leap, beside float64) []float64 {
		all := append(slices.Repeat([]float64{1}, 20), beside)
		all = append(all, make([]float64, steps)...)
		return append(append(all, leap, beside), slices.Repeat([]float64{1}, 20)...)
	}
	for _, c := range []struct {
		steps []float64
		count int
	}{
		{staying(3, 3.1, 1), 1}, {staying(2, 3.1, 1), 0}, {staying(3, 2.9, 1), 0},
		{staying(3, 0.51, 0.1), 1}, {staying(3, 0.49, 0.1), 0},
	} {
		require.Len(t, Freezes(line(c.steps...)), c.count, "%v", c.steps)
	}
}

// TestSwaps: two frames in each other's place are reported, in noise, too; bounces, noise and the
// ticks of encoders are none.
func TestSwaps(t *testing.T) {
	swing := func(frames int, noise float64, swapped int) (x []float64) {
		for frame := range frames {
			if swapped > 0 && (frame == swapped || frame == swapped+1) {
				frame = 2*swapped + 1 - frame
			}
			x = append(x, math.Sin(0.1*float64(frame))+float64(noise*math.Sin(float64(1000*frame*frame))), 0, 0)
		}
		return x
	}
	for name, c := range map[string]struct {
		positions []float64
		want      []int
	}{
		"swapped":     {swing(100, 0, 60), []int{60}},
		"at the end":  {swing(40, 0, 36), []int{36}},
		"noisy":       {swing(100, 1e-3, 60), []int{60}},
		"smooth":      {swing(100, 0, 0), nil},
		"noise":       {swing(100, 10, 0), nil},
		"bounce":      {line(append(slices.Repeat([]float64{1}, 10), slices.Repeat([]float64{-1}, 10)...)...).Positions, nil},
		"ticks":       {line(append(append(make([]float64, 8), 1, -1, 1), make([]float64, 8)...)...).Positions, nil},
		"few":         {swing(5, 0, 2), nil},
		"in rounding": {line(replaced(replaced(replaced(slices.Repeat([]float64{1e-9}, 20), 0, 1), 9, 3e-9), 10, -1e-9)...).Positions, nil},
	} {
		require.Equal(t, c.want, Swaps(system.Trajectory{Particles: 1, Positions: c.positions}), name)
	}
	steps := slices.Repeat([]float64{0.1}, 30)
	steps[9], steps[10], steps[11] = 0.2, -0.1, 0.2
	require.Contains(t, reported(going(steps...)), Swapped)
}

// TestGaps: stamps that go back, after which more time passes, or that are uneven are reported.
func TestGaps(t *testing.T) {
	stamped := func(change func(stamps []float64)) *Recording {
		r := going(slices.Repeat([]float64{0.1}, 30)...)
		for frame := range r.frames() {
			r.Stamps = append(r.Stamps, float64(frame))
		}
		change(r.Stamps)
		return r
	}
	later := func(by float64) func([]float64) {
		return func(stamps []float64) {
			for i := 31; i < len(stamps); i++ {
				stamps[i] += by
			}
		}
	}
	jitter := func(by float64) func([]float64) {
		return func(stamps []float64) {
			for i := range stamps {
				stamps[i] += float64(by * float64(i%2) / 2)
			}
		}
	}
	for want, change := range map[string]func([]float64){
		"": func([]float64) {}, "|just": later(0.49), "|even": jitter(0.19),
		"recording 1, frame 109: the next frame is 1.51 later, and frames are usually 1 apart (the only such gap); ":   later(0.51),
		"recording 1, frame 110: the time is 30, not later than the 30 of the frame before (the only such frame); ":    later(-1),
		"the times between frames differ by 0.11 of the typical 1 in the median; ":                                     jitter(0.21),
		"recording 0, frame 100: the next frame is 2 later, and frames are usually 1 apart (the only such gap); write": func(stamps []float64) { stamps[0] = -1 },
	} {
		var texts []string
		for _, note := range stamped(change).Check(words) {
			texts = append(texts, note.Text())
		}
		if want == "" || want[0] == '|' {
			require.Empty(t, texts, want)
			continue
		}
		require.Contains(t, strings.Join(texts, "\n"), want)
	}
	// Frames are compared within stretches without gaps.
	r := going(replaced(slices.Repeat([]float64{0.1}, 30), 9, 0.3)...)
	require.Contains(t, reported(r), Missing)
	for frame := range r.frames() {
		r.Stamps = append(r.Stamps, float64(frame))
	}
	later(2)(r.Stamps)
	require.Equal(t, []string{UnevenStamps}, reported(r))
	// Uneven stamps explain uneven steps, and a change of pace.
	for missing, steps := range map[string][]float64{Missing: replaced(slices.Repeat([]float64{0.1}, 30), 9, 0.3), AnotherPace: append(slices.Repeat([]float64{0.1}, 15), slices.Repeat([]float64{0.2}, 15)...)} {
		for by, want := range map[float64]bool{0: true, 0.19: true, 0.21: false} {
			r := going(steps...)
			for frame := range r.frames() {
				r.Stamps = append(r.Stamps, float64(frame))
			}
			jitter(by)(r.Stamps)
			require.Equal(t, want, slices.Contains(reported(r), missing), "%s %g", missing, by)
		}
	}
	require.Empty(t, (&Recording{Elements: 1, Each: 1, Starts: []int{0, 1}, Positions: []float64{0}, Stamps: []float64{0}}).Gaps().Frames)
}

// TestJumpsOfUnevenStamps: a long step in a long time is no jump, and one that is too long for its time is.
func TestJumpsOfUnevenStamps(t *testing.T) {
	for _, c := range []struct {
		last, off float64 // the time of the last step, and what is added to the last position
		stamped   bool
		found     bool
	}{{1.6, 0, true, false}, {1.6, 0, false, true}, {1.6, 3, true, true}, {0, 3, true, true}} {
		r, time := &Recording{Elements: 1, Each: 1, Starts: []int{0, 12, 17}}, 0.0
		times := append(slices.Repeat([]float64{0.7, 1.3, 1}, 4), 0.6, 0.6, 0.6, c.last, 0)
		for _, later := range times {
			r.Positions, r.Stamps = append(r.Positions, time), append(r.Stamps, time)
			time += later
		}
		r.Positions[16] += c.off
		if !c.stamped {
			r.Stamps = nil
		}
		jumps, seams := r.Breaks()
		require.Equal(t, c.found, len(jumps)+len(seams) > 0, "%+v", c)
	}
}
