package arrays

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/checks"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// drifting are recordings of 40 frames, 0.05 apart, of four particles that swing about
// places of their own, as positions and velocities, changed by change.
func drifting(recordings int, change func(recording, frame int, x, v []float32)) []npz.Array {
	x, v := npz.Array{Key: "positions", Shape: []int{recordings, 40, 4, 3}}, npz.Array{Key: "velocities", Shape: []int{recordings, 40, 4, 3}}
	for r := range recordings {
		for frame := range 40 {
			var at, speed []float32
			for i := range 12 {
				phase := 0.05*float64(frame) + 2.1*float64(r) + float64(5*i)
				at = append(at, float32(3*float64(i%4*(i%3))+math.Sin(phase)))
				speed = append(speed, float32(math.Cos(phase)))
			}
			if change != nil {
				change(r, frame, at, speed)
			}
			x.Floats, v.Floats = append(x.Floats, at...), append(v.Floats, speed...)
		}
	}
	return []npz.Array{x, v, number("dt", 0.05)}
}

const box = 4

func wrapped(_, _ int, x, _ []float32) {
	for i := range x {
		x[i] -= box * float32(math.Floor(float64(x[i]/box)))
	}
}

// TestJumps: what no motion does is said with its place, or refused where velocities do
// not follow; a cell unwraps.
func TestJumps(t *testing.T) {
	_, notes, err := prepared(t, usual, drifting(5, nil)...)
	require.NoError(t, err)
	require.Empty(t, notes)
	for want, change := range map[string]func(recording, frame int, x, v []float32){
		"recording 2, frame 0: particle ": func(r, frame int, x, _ []float32) { // another pose
			for i := range x {
				if r == 2 && frame == 0 {
					x[i] += 20
				}
			}
		},
		": particle 1 jumps by 8.998": func(r, frame int, x, _ []float32) {
			if r == 3 && frame == 10 {
				x[4] += 9
			}
		},
		"recording 1, frame 30: particle 2 and particle 3 exchange places": func(r, frame int, x, _ []float32) { // traded places
			if r == 1 && frame >= 30 {
				for axis := range 3 {
					x[6+axis], x[9+axis] = x[9+axis], x[6+axis]
				}
			}
		},
	} {
		data, notes, err := prepared(t, usual, drifting(5, change)...)
		require.NoError(t, err)
		require.Contains(t, notes[0], want)
		require.Regexp(t, "; no sample (crosses it; .*, begin recordings there .start.|has these frames; exchange the two back there, with their velocities if these follow)$", notes[0])
		if strings.Contains(want, "frame 0") {
			require.Len(t, notes, 2, want)
			require.Contains(t, notes[1], "5 recordings are cut into 5 pieces of 39 frames; 4 frames at their ends are left out")
		} else {
			require.Len(t, notes, 3, want)
			require.Regexp(t, " is left out whole, as it breaks off after frame .*, and none of its stretches has the 40 frames of a piece ", notes[1])
			require.Contains(t, notes[2], "5 recordings are cut into 4 pieces of 40 frames")
		}
		for _, samples := range data.Splits() {
			for _, sample := range *samples {
				require.Empty(t, checks.Jumps(*sample.Trajectory, 2))
			}
		}
	}
	_, _, err = prepared(t, usual, drifting(5, wrapped)...)
	require.ErrorContains(t, err, "velocities do not follow from positions, whose frames break off or repeat: positions: recording ")
	kept := map[int][2][]float32{}
	thrice := func(r, frame int, x, v []float32) {
		kept[40*r+frame] = [2][]float32{slices.Clone(x), slices.Clone(v)}
		copy(x, kept[40*r+frame/3][0])
		copy(v, kept[40*r+frame/3][1])
	}
	_, _, err = prepared(t, usual, drifting(5, thrice)...)
	require.ErrorContains(t, err, "whose frames break off or repeat: positions: recording 0, frame 1: this frame is the same as frame 0")
	_, _, err = prepared(t, usual, append(drifting(5, wrapped), list("cell_a", box/10., 0, 0), list("cell_b", 0, box/10., 0), list("cell_c", 0, 0, box/10.))...)
	require.ErrorContains(t, err, "cell_a: recording 0: particles 0 and 1 are 4 lengths of the cell apart, and models find the nearest image up to 3 away: give the cell in the unit of positions")
	near := func(_, frame int, x, v []float32) {
		for i := range x {
			x[i], v[i] = 0.1*(x[i]-3*float32(i%4*(i%3))), 0.1*v[i]
		}
		if frame >= 20 {
			x[3] += box
		}
	}
	_, notes, err = prepared(t, usual, append(drifting(5, near), list("cell_a", box/10., 0, 0), list("cell_b", 0, box/10., 0), list("cell_c", 0, 0, box/10.))...)
	require.NoError(t, err)
	require.Regexp(t, `^positions: recording 0, frame \d+: particle \d goes 10 lengths of the cell to the next frame, and one is what wrapped positions go: give the cell in the unit of positions$`, notes[0])
	data, notes, err := prepared(t, usual, append(drifting(5, wrapped), list("cell_a", box, 0, 0), list("cell_b", 0, box, 0), list("cell_c", 0, 0, box))...)
	require.NoError(t, err)
	require.Equal(t, []string{"positions are unwrapped by the cell"}, notes)
	for i, at := range data.Train[0].Trajectory.Positions {
		if i >= 12 {
			require.InDelta(t, data.Train[0].Trajectory.Positions[i-12], at, 0.06)
		}
	}
}

// TestObjectsAcrossACell: a stick through the wall of a cell is as long as its nearest image.
func TestObjectsAcrossACell(t *testing.T) {
	rod := func(r, frame int, x, _ []float32) {
		copy(x[3:6], x[:3])
		x[3] += 0.5
		wrapped(r, frame, x, nil)
	}
	data, _, err := prepared(t, Options{Interval: 1, Ignore: []string{"velocities"}}, append(drifting(12, rod), list("cell_a", box, 0, 0), list("cell_b", 0, box, 0), list("cell_c", 0, 0, box),
		npz.Array{Key: "sticks", Shape: []int{1, 2}, Ints: []int64{0, 1}})...)
	require.NoError(t, err)
	for _, sample := range slices.Concat(data.Train, data.Valid, data.Test) {
		require.InDelta(t, 0.5, system.Distance(sample.Position, 0, 1), 1e-5)
	}
}

// TestSticksOfNoLength: an error names the recording and the stick; a body may have two markers
// at one place.
func TestSticksOfNoLength(t *testing.T) {
	arrays := drifting(3, func(recording, _ int, x, v []float32) {
		if recording == 1 {
			copy(x[9:], x[6:9])
			copy(v[9:], v[6:9])
		}
	})
	_, _, err := prepared(t, usual, append(arrays, npz.Array{Key: "sticks", Shape: []int{2, 2}, Ints: []int64{0, 1, 2, 3}})...)
	require.ErrorContains(t, err, "in.npz: sticks: recording 1, stick 1: its particles 2 and 3 are at one place, expected a bar with a length")
	_, _, err = prepared(t, usual, append(arrays, npz.Array{Key: "bodies", Shape: []int{4}, Ints: []int64{-1, 0, 0, 0}})...)
	require.NoError(t, err)
}

// TestSkewedCells: skewed cells are written by their shortest vectors, in which a stick goes
// to its nearest image. A cell in which models see another image than the nearest is refused.
func TestSkewedCells(t *testing.T) {
	ignoring := Options{Interval: 1, Ignore: []string{"velocities"}}
	cell := func(skew float32) []npz.Array {
		return append(drifting(12, wrapped), list("cell_a", box, 0, 0), list("cell_b", skew, box, 0), list("cell_c", 0, 0, box))
	}
	data, notes, err := prepared(t, ignoring, cell(3*box)...)
	require.NoError(t, err)
	require.Contains(t, notes, "cell_a has skewed cells, which are written by their shortest vectors")
	require.Equal(t, []float32{0, box, 0}, system.CellB.Of(&data.Train[0]))
	_, _, err = prepared(t, ignoring, cell(box/2)...)
	require.ErrorContains(t, err, "by the image that models see")
	require.ErrorContains(t, err, "in.npz: cell_a: recording ")
}

// TestSkips: frames that are missing, there twice, or at another interval are noted with their place.
func TestSkips(t *testing.T) {
	for want, from := range map[string]func(frame int) int{
		"recording 0, frame 9: the step to the next frame is 2 times as long as those before and after it (the first of ":                     func(frame int) int { return frame + frame/10 - frame/20 },
		"recording 0, frame 10: this frame is the same as frame 9 to the last bit, though positions change before or after it (the first of ": func(frame int) int { return frame - frame/10 + frame/20 },
		"recording 0, frame 18: from this frame on steps are 2 times as long as before (the first of ":                                        func(frame int) int { return frame + max(0, frame-18) },
	} {
		x := drifting(4, nil)[0].Floats
		skipping := drifting(4, nil)
		for r := range 4 {
			for frame := range 38 {
				at := 480*r + 12*min(from(frame), 39)
				copy(skipping[0].Floats[480*r+12*frame:], x[at:at+12])
			}
		}
		_, notes, err := prepared(t, Options{Interval: 1, Ignore: []string{"velocities"}}, skipping...)
		require.NoError(t, err)
		require.Contains(t, strings.Join(notes, "\n"), want)
	}
}

// TestHeldParticles: a particle whose last place fills frames is noted, and one that rests and
// sets off is not.
func TestHeldParticles(t *testing.T) {
	for leap, want := range map[float32]string{
		0.2:  "positions: recording 1, frame 20: particle 2 stays where it is for 5 frames and jumps by 0.3464 to the next (the only such position)",
		0.01: "",
	} {
		line := drifting(4, func(r, frame int, x, _ []float32) {
			for i := 6; i < 9; i++ {
				x[i] = 3 + 0.01*float32(frame)
				if r == 1 && frame >= 20 {
					x[i] = 3.2
				}
				if r == 1 && frame >= 25 {
					x[i] += leap + 0.01*float32(frame-25)
				}
			}
		})
		_, notes, err := prepared(t, Options{Interval: 1, Ignore: []string{"velocities"}}, line...)
		require.NoError(t, err)
		require.Equal(t, want != "", strings.Contains(strings.Join(notes, "|"), "stays where it is"), notes)
		require.Contains(t, strings.Join(notes, "|"), want)
	}
}

// TestFarFromTheOrigin: positions of which float32 leaves no motion are refused.
func TestFarFromTheOrigin(t *testing.T) {
	for far, refused := range map[float32]bool{100: false, 1e6: true} {
		_, _, err := prepared(t, Options{Interval: 1, Ignore: []string{"velocities"}}, drifting(4, func(_, _ int, x, _ []float32) {
			for i := range x {
				x[i] += far
			}
		})...)
		require.Equal(t, refused, err != nil, "%v", err)
		if refused {
			require.ErrorContains(t, err, "of the displacements from inputs to targets is rounding in float32")
			require.Regexp(t, `train samples: sample \d+ has particle \d `, err)
		}
	}
}

// TestOptionsThatNeverHold are wrong, whatever the file has.
func TestOptionsThatNeverHold(t *testing.T) {
	require.EqualError(t, Options{Interval: 1, Ignore: []string{"mass", "train_positions"}}.Validate(), "ignore train_positions: no data set is without positions")
	require.EqualError(t, Options{Interval: 1, LengthUnit: "kg"}.Validate(), `length_unit "kg" is no unit of length: expected one such as m`)
	_, _, err := prepared(t, usual, append(pendulum(10, 4), npz.Array{Key: "names", Text: "a|b|c"})...)
	require.ErrorContains(t, err, "in.npz: names has 3 names, with | between, and positions have 2 particles: expected as many")
}

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
