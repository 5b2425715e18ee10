package checks

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// passing are two recordings of 30 frames of three particles that move in different directions.
func passing(change func(recording, frame int, x [][3]float64)) *Recording {
	r := &Recording{Elements: 3, Each: 3, Starts: []int{0, 30, 60}, JumpLength: func(system.Trajectory) float64 { return 1 }}
	for frame := range 60 {
		at := 0.1 * float64(frame%30)
		x := [][3]float64{{5 + at, math.Sin(at), 0}, {10, 5 + at, math.Cos(at)}, {10 + at, -at, 10}}
		change(frame/30, frame%30, x)
		for _, v := range x {
			r.Positions = append(r.Positions, v[:]...)
		}
	}
	return r
}

// TestMisplaced: particles that exchange places, or are at 0, 0, 0, are reported with all their
// frames, and their jumps are not reported once more.
func TestMisplaced(t *testing.T) {
	exchange := func(first, end int) func(recording, frame int, x [][3]float64) {
		return func(recording, frame int, x [][3]float64) {
			if recording == 1 && frame >= first && frame < end {
				x[0], x[2] = x[2], x[0]
			}
		}
	}
	zero := func(first, end int) func(recording, frame int, x [][3]float64) {
		return func(recording, frame int, x [][3]float64) {
			if recording == 1 && frame >= first && frame < end {
				x[1] = [3]float64{}
			}
		}
	}
	for name, c := range map[string]struct {
		change      func(recording, frame int, x [][3]float64)
		first, last int // of the recording
		other       int
		zeros       bool
	}{
		"exchanged":             {exchange(10, 20), 10, 19, 2, false},
		"exchanged at once":     {exchange(1, 3), 1, 2, 2, false},
		"exchanged for a frame": {exchange(10, 11), 10, 10, 2, false},
		"exchanged to the end":  {exchange(10, 30), 10, 29, 2, false},
		"zeros":                 {zero(10, 16), 10, 15, 0, true},
		"zeros first":           {zero(0, 4), 0, 3, 0, true},
		"zeros last":            {zero(20, 30), 20, 29, 0, true},
		"-9999": {func(recording, frame int, x [][3]float64) {
			if recording == 1 && frame >= 10 && frame < 16 {
				x[1] = [3]float64{-9999, -9999, -9999}
			}
		}, 10, 15, 0, true},
	} {
		r := passing(c.change)
		zeros, exchanges := r.Zeros(), r.Exchanges()
		want, other, particle := exchanges, zeros, 0
		if c.zeros {
			want, other, particle = zeros, exchanges, 1
		}
		fill := r.vector(30+c.first, particle)[0]
		if !c.zeros {
			fill = 0
		}
		require.Equal(t, []Misplaced{{Frame: 30 + c.first, Last: 30 + c.last, Particle: particle, Other: c.other, Fill: fill}}, want, name)
		require.Empty(t, other, name)
		require.Equal(t, 30+c.first-1, want[0].breaks()[0])
		require.Len(t, want[0].breaks(), c.last-c.first+2)
		require.Equal(t, want[0].breaks(), r.Broken(), "which has each frame once, in order")
		notes := r.Check(words)
		require.NotContains(t, fmt.Sprint(notes), "jumps by", name)
		require.Contains(t, notes[0].Found, fmt.Sprintf("recording 1, frame %d: particle %d", 100+c.first, particle))
		require.Contains(t, notes[0].Found, fmt.Sprintf("to frame %d", 100+c.last))
	}
	require.Equal(t, []int{0, 1}, Misplaced{Frame: 0, Last: 1}.breaks(), "before the first frame is none")
}

// TestExchangedTwice: two particles that exchange places again after they were back are misplaced twice, and others in between are another exchange.
func TestExchangedTwice(t *testing.T) {
	r := passing(func(recording, frame int, x [][3]float64) {
		if recording == 0 && (frame >= 5 && frame < 10 || frame >= 20 && frame < 25) {
			x[0], x[2] = x[2], x[0]
		}
	})
	require.Equal(t, []Misplaced{{Frame: 5, Last: 9, Particle: 0, Other: 2}, {Frame: 20, Last: 24, Particle: 0, Other: 2}}, r.Exchanges())
}

// TestNotMisplaced: a particle that always is at the origin or passes it, one that jumps alone,
// and two that jump elsewhere, are not misplaced.
func TestNotMisplaced(t *testing.T) {
	for name, change := range map[string]func(recording, frame int, x [][3]float64){
		"pinned there": func(_, frame int, x [][3]float64) {
			x[1] = [3]float64{}
			if frame == 12 {
				x[2][0] += 9
			}
		},
		"passes": func(_, frame int, x [][3]float64) {
			x[1] = [3]float64{float64(frame-15) / 8, 0, 0}
			if frame == 12 {
				x[2][0] += 9
			}
		},
		"alone": func(_, frame int, x [][3]float64) {
			if frame > 12 {
				x[2][0] += 9
			}
		},
		"all": func(_, frame int, x [][3]float64) {
			if frame == 12 {
				for i := range x {
					x[i] = [3]float64{0, 0, float64(i)}
				}
			}
		},
		"both": func(_, frame int, x [][3]float64) {
			if frame > 12 {
				x[0][0], x[2][0] = x[0][0]+9, x[2][0]+9
			}
		},
	} {
		r := passing(change)
		require.Empty(t, r.Zeros(), name)
		require.Empty(t, r.Exchanges(), name)
		jumps, _ := r.Breaks()
		require.NotEmpty(t, jumps, name)
	}
	joints := passing(func(int, int, [][3]float64) {})
	joints.Elements, joints.Each = 9, 1
	require.Empty(t, joints.Zeros())
	require.Empty(t, joints.Exchanges())
}

// TestCrossesBox: an atom that leaves the corner of a periodic box by a jump is not filled with zeros,
// if two others or more jump as far along an axis, to a fiftieth.
func TestCrossesBox(t *testing.T) {
	corner := func(others ...float64) *Recording {
		return passing(func(recording, frame int, x [][3]float64) {
			if recording == 0 && frame == 0 {
				x[1] = [3]float64{}
			}
			for k, other := range others {
				if recording == 1 && frame > 8*(k+1) {
					x[2*k] = [3]float64{x[2*k][0] - other, x[2*k][1], x[2*k][2]}
				}
			}
		})
	}
	require.Len(t, corner(10).Zeros(), 1)
	require.Empty(t, corner(10, 10).Zeros())
	require.Empty(t, corner(10.1, 9.9).Zeros())
	require.Len(t, corner(10.3, 9.7).Zeros(), 1)
	require.Empty(t, corner(10.25, 9.95).Zeros(), "10.15 and 9.85, with their own steps")
	require.Len(t, corner(10.35, 9.85).Zeros(), 1, "10.25 and 9.75")
}

// TestAlone: a particle goes more than twice as far as half of the others or more.
func TestAlone(t *testing.T) {
	for _, c := range []struct {
		others []float64 // how far they go, where the particle goes 1
		alone  bool
	}{{[]float64{0.49, 0.49, 0.51, 0.51}, true}, {[]float64{0.49, 0.51, 0.51, 0.51}, false}} {
		r := &Recording{Elements: 5, Each: 3, Positions: make([]float64, 15)}
		for _, length := range append([]float64{1}, c.others...) {
			r.Positions = append(r.Positions, length, 0, 0)
		}
		require.Equal(t, c.alone, r.alone(0, 0), "%v", c.others)
	}
}

// TestExchangedWith: two particles exchange places if each continues the motion of the other, with less
// than 0.15 of the deviation from their own motions. Of several particles the nearest counts.
func TestExchangedWith(t *testing.T) {
	for _, c := range []struct {
		off   float64 // of both from the motions that they continue
		third float64 // where another particle rests, from which it goes by as much as the second does
		other int
	}{{0, 20, 1}, {1, 20, 1}, {1.1, 20, -1}, {0, 10.5, 1}, {0, 9.5, 1}} {
		r := &Recording{Elements: 3, Each: 3}
		for _, x := range [][]float64{{0, 10, c.third}, {1, 10, c.third}, {10 - c.off, 2 + c.off, c.third - 8}} {
			for _, x := range x {
				r.Positions = append(r.Positions, x, 0, 0)
			}
		}
		require.Equal(t, c.other, r.exchangedWith(Jump{Frame: 1}, false), "%+v", c)
	}
}
