package arrays

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/checks"
	"gmnc/datasets/npz"
)

// hidden makes particle 1 of recording 3 missing from a frame on, up to an end.
func hidden(first, end int) func(recording, frame int, x, v []float32) {
	return func(recording, frame int, x, _ []float32) {
		if recording == 3 && frame >= first && frame < end {
			for axis := range 3 {
				x[3+axis] = float32(math.NaN())
			}
		}
	}
}

// TestMissingMarkers: frames without a marker are named, and are in no sample. Missing in part of
// its coordinates, in a whole recording, or infinite, it is an error.
func TestMissingMarkers(t *testing.T) {
	o := Options{Interval: 1, Frames: 5}
	for _, c := range []struct {
		first, end, pieces int // the last is the number of pieces of 5 frames in the recording
		frames             string
	}{{20, 26, 7, "20 to 25"}, {0, 8, 7, "0 to 7"}, {36, 40, 8, "36 to 39"}} {
		for _, differences := range []bool{false, true} {
			in := drifting(5, hidden(c.first, c.end))
			if differences {
				in = []npz.Array{in[0], in[2]}
			}
			data, notes, err := prepared(t, o, in...)
			require.NoError(t, err)
			require.Equal(t, "positions: particle 1 is missing (NaN) in frames "+c.frames+" of recording 3 (the only such gap); no sample has these frames: leave them out and begin a recording after them (start), or fill them", notes[0])
			require.Len(t, notes, map[bool]int{false: 2, true: 3}[differences], "%v", notes)
			count := 0
			for split, samples := range data.Splits() {
				for i, start := range data.Origins[split].Starts {
					if data.Origins[split].Cases[i] == 3 {
						count++
						require.True(t, int(start)+4 < c.first || int(start) >= c.end, "%d", start)
					}
					require.Empty(t, checks.Jumps(*(*samples)[i].Trajectory, 2))
				}
			}
			require.Equal(t, c.pieces, count)
		}
	}
	velocities := drifting(5, nil)
	copy(velocities[1].Floats[12*50:], []float32{float32(math.NaN()), float32(math.NaN()), float32(math.NaN())})
	_, notes, err := prepared(t, o, velocities...)
	require.NoError(t, err)
	require.Contains(t, notes[0], "velocities: particle 0 is missing (NaN) in frames 10 to 10 of recording 1")

	_, _, err = prepared(t, o, drifting(5, hidden(0, 40))...)
	require.ErrorContains(t, err, "positions: recording 3: particle 1 is missing (NaN) in all of its frames: leave out the recording, or the particle")
	for _, value := range []float64{math.NaN(), math.Inf(1)} {
		part := drifting(5, nil)
		part[0].Floats[4] = float32(value)
		_, _, err = prepared(t, o, part...)
		require.ErrorContains(t, err, "positions: recording 0, frame 0, particle 1, axis y: ")
	}
}

// TestMisplacedParticles: no sample has frames in which particles have exchanged places.
func TestMisplacedParticles(t *testing.T) {
	in := drifting(5, func(recording, frame int, x, v []float32) {
		if recording == 1 && frame >= 10 && frame < 30 {
			for axis := range 3 {
				x[6+axis], x[9+axis] = x[9+axis], x[6+axis]
				v[6+axis], v[9+axis] = v[9+axis], v[6+axis]
			}
		}
	})
	data, notes, err := prepared(t, Options{Interval: 1, Frames: 5}, in...)
	require.NoError(t, err)
	require.Contains(t, notes[0], "positions: recording 1, frame 10: particle 2 and particle 3 exchange places from this frame to frame 29 (the only such exchange); no sample has these frames; exchange the two back there, with their velocities if these follow")
	for split := range data.Splits() {
		for i, start := range data.Origins[split].Starts {
			require.True(t, data.Origins[split].Cases[i] != 1 || start+4 < 10 || start >= 30)
		}
	}
	_, notes, err = prepared(t, usual, in...)
	require.NoError(t, err)
	require.Contains(t, notes[1], "recording 1 is left out whole, as it breaks off after frame 9, and none of its stretches has the 40 frames of a piece (the only such recording)")
}

// TestGapsOfTwoRecordings: frames of one recording are not filled from another, and its gap does not go on in the next.
func TestGapsOfTwoRecordings(t *testing.T) {
	nan := math.NaN()
	s := sourceOf(t)
	s.particles = 1
	g := &recordings.Group{Starts: []int{0, 3, 6, 9}}
	var x []float64
	for _, at := range []float64{1, 2, nan, nan, nan, 5, 9, 9, 9} {
		x = append(x, at, at, at)
	}
	require.NoError(t, s.fillMissing(g, "positions", x))
	var filled []float64
	for frame := range 9 {
		filled = append(filled, x[3*frame])
	}
	require.Equal(t, []float64{1, 2, 3, 5, 5, 5, 9, 9, 9}, filled)
	require.Equal(t, []int{1, 2, 3, 4}, g.Breaks)
	require.Len(t, s.Notes, 1)
	require.Contains(t, s.Notes[0], "positions: particle 0 is missing (NaN) in frames 2 to 2 of recording 0 (the first of 2 such gaps)")
}

// TestFilledFrames: missing frames are on the line through the next two that are known.
func TestFilledFrames(t *testing.T) {
	nan := math.NaN()
	s := &source{particles: 1}
	for axis := range 3 {
		part := []float64{nan, nan, nan}
		require.True(t, s.isMissing(part, 0, 0))
		part[axis] = 1
		require.False(t, s.isMissing(part, 0, 0))
	}
	for _, c := range []struct{ in, want []float64 }{
		{[]float64{1, nan, nan, 4}, []float64{1, 2, 3, 4}},
		{[]float64{nan, nan, 3, 5}, []float64{-1, 1, 3, 5}},
		{[]float64{1, 3, nan, nan}, []float64{1, 3, 5, 7}},
		{[]float64{nan, 3, nan, 5}, []float64{3, 3, 4, 5}},
		{[]float64{2, nan}, []float64{2, 2}},
	} {
		var vectors []float64
		for _, x := range c.in {
			vectors = append(vectors, x, x, x)
		}
		for frame := range c.in {
			last := frame
			for last < len(c.in) && s.isMissing(vectors, last, 0) {
				last++
			}
			if last > frame {
				s.fill3(vectors, 0, frame, last-1, 0, len(c.in))
			}
		}
		for frame, x := range c.want {
			require.Equal(t, []float64{x, x, x}, vectors[3*frame:3*frame+3])
		}
	}
}
