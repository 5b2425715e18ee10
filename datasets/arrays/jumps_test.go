package arrays

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/checks"
	"gmnc/datasets/npz"
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
