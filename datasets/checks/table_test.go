package checks

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// words are those of a file of positions.
var words = &Words{
	Positions: "positions", Rates: "velocities", Loads: "torques", LoadKey: "torque", RateOption: "velocities", LoadOption: "torque", First: 100,
	Name:     func(i int) string { return fmt.Sprint("particle ", i) },
	Remedies: map[string]string{AJump: "unwrap it"},
}

// rowOf is the row of a name.
func rowOf(name string) *row {
	return &table[slices.IndexFunc(table, func(r row) bool { return r.name == name })]
}

// TestRows: a row tells what it measures above its threshold, and neither what is just as much nor
// no number.
func TestRows(t *testing.T) {
	for much, given := range map[float64]string{math.Nextafter(2, 3): "found 7 of them", 2: "", 1.9: "", 0: "", math.NaN(): ""} {
		r := row{measure: func(*subject) result { return measure(much, 7) }, threshold: 2, format: "found %d of them"}
		require.Equal(t, given, r.find(&subject{}), "%g", much)
	}
	require.Equal(t, measure(2, "b"), measure(1, "a").or(measure(2, "b")).or(measure(2, "c")))
	require.Equal(t, measure(1), measure(1).or(measure(math.NaN())))
}

// going are two particles, the second a tenth away, whose steps along x are those given, after a
// recording of 20 even steps.
func going(steps ...float64) *Recording {
	all := append(slices.Repeat([]float64{0.1}, 20), 0)
	all = append(all, steps...)
	r := &Recording{Elements: 2, Each: 3, Starts: []int{0, 21, 22 + len(steps)}, JumpLength: func(system.Trajectory) float64 { return 100 }}
	x := 0.
	for i := range 22 + len(steps) {
		r.Positions = append(r.Positions, x, 0, 0, x, 0.1, 0)
		if i < len(all) {
			x += all[i]
		}
	}
	return r
}

// TestTable: each row tells its fault, with its frame in the file, and none tells one of even steps.
func TestTable(t *testing.T) {
	even := func(change func(steps []float64)) []float64 {
		steps := slices.Repeat([]float64{0.1}, 30)
		change(steps)
		return steps
	}
	of := func(r *Recording, change func(*Recording)) *Recording { change(r); return r }
	texts := func(r *Recording) (all []string) {
		for _, note := range r.Check(words) {
			all = append(all, note.Check+": "+note.Text())
		}
		return all
	}
	clean := going(even(func([]float64) {})...)
	require.Empty(t, texts(clean))
	for want, r := range map[string]*Recording{
		AJump + ": recording 1, frame 109: particle 0 jumps by 5 to the next frame (the only jump); unwrap it": of(
			going(even(func(s []float64) { s[9] = 5.1 })...), func(r *Recording) { r.JumpLength = func(system.Trajectory) float64 { return 4.9 } }),
		ASeam + ": recording 1, frame 109: the step to the next frame is longer than those before and after it, and leads elsewhere, as where two recordings are joined (the only such step); begin a recording after it": going(even(func(s []float64) { s[9] = -5 })...),
		Missing + ": recording 1, frame 109: the step to the next frame is 2 times as long as those before and after it (the only such step), so frames are missing there; write all frames, or begin a recording there": going(
			even(func(s []float64) { s[9] = 0.2 })...),
		AnotherPace + ": recording 1, frame 110: from this frame on steps are 2 times as long as before (the only such change), so the frames were written at another interval; write all frames at one interval": going(even(func(s []float64) {
			for i := range s[10:] {
				s[10+i] = 0.2
			}
		})...),
		RepeatedFrames + ": recording 1, frame 110: this frame is the same as frame 109 to the last bit, though positions change before or after it (the only such frame); leave out the frames that repeat others": going(even(func(s []float64) { s[9] = 0 })...),
		FrozenPosition + ": recording 1, frame 103: particle 1 stays where it is for 4 frames and jumps by 0.4 to the next (the only such position): it was out of sight, and its last position fills these frames; leave these frames out, and begin a recording after them": of(
			going(even(func([]float64) {})...), func(r *Recording) {
				for frame := 25; frame < 28; frame++ {
					r.Positions[6*frame+3] = r.Positions[6*24+3]
				}
			}),
		OutOfOrder + ": the positions do not continue from frame to frame; the frames are out of order, or too far apart for velocities": going(even(func(s []float64) {
			for i := range s {
				s[i] = 0.1 - 0.4*float64(i%2)
			}
		})...),
	} {
		require.Contains(t, texts(r), want)
	}
}

// TestFirst: of several recordings with a fault the first is reported, with the number of all.
func TestFirst(t *testing.T) {
	missing := func() *Recording {
		steps := slices.Repeat([]float64{0.1}, 30)
		steps[9], steps[19] = 0.2, 0.2
		return going(steps...)
	}
	one, other := missing(), missing()
	both := &Recording{Elements: 2, Each: 3, Starts: slices.Clone(one.Starts), Positions: slices.Concat(one.Positions, other.Positions), JumpLength: one.JumpLength}
	for _, start := range other.Starts[1:] {
		both.Starts = append(both.Starts, one.frames()+start)
	}
	require.Contains(t, fmt.Sprint(both.Check(words)), "recording 1, frame 109: the step to the next frame is 2 times as long as those before and after it (the first of 4 such steps)")
}

// TestLateColumns: rates and loads are reported with the shift that undoes it where they are late,
// and not where they are right or the time from frame to frame is not known.
func TestLateColumns(t *testing.T) {
	for late, want := range map[float64]string{
		0: "", 0.1: "",
		0.5: "the velocities are late by 0.50 frames against the positions, by how these change from frame to frame; shift them by --shift velocities=-0.5, or leave them out",
	} {
		r := &Recording{Elements: 1, Each: 3, Starts: []int{0, 400}, Time: 0.02}
		for frame := range 400 {
			now, then := 0.02*float64(frame), 0.02*(float64(frame)-late)
			r.Positions = append(r.Positions, math.Sin(2*now), math.Cos(3*now), 0)
			r.Rates = append(r.Rates, 2*math.Cos(2*then), -3*math.Sin(3*then), 0)
		}
		var texts []string
		for _, note := range r.Check(words) {
			texts = append(texts, note.Text())
		}
		if want == "" {
			require.Empty(t, texts, late)
			continue
		}
		require.Equal(t, []string{want}, texts)
		r.Time = 0
		require.Empty(t, r.Check(words))
	}
}
