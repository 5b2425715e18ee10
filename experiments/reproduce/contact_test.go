package reproduce

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

// TestContact: recordings of any length are measured from their first frames.
func TestContact(t *testing.T) {
	i := slices.IndexFunc(protocol.Tables, func(table protocol.Table) bool { return table.Name == corpus.Contact })
	selected, err := protocol.Select(protocol.Tables[i:i+1], []string{protocol.All}, []string{"tosses, whole"})
	require.NoError(t, err)
	table := selected[0]
	table.Rows, table.Columns = slices.Clone(table.Rows[:1]), table.Columns[:1] // of 262 samples
	o := &table.Rows[0].Training
	o.Unroll, o.Curriculum, o.Epochs = 3, []int{2}, 2
	table.Columns[0].TrainSize = 4
	job := smallJob(t, table)
	job.Seeds, job.Source = job.Seeds[:1], testenv.Data(t)
	places := reproduced(t, job).Tables[0].Comparisons
	require.Len(t, places, 1)
	require.NotNil(t, places[0].Measured[0].Errors, "%v", places[0].Measured[0])
	require.Greater(t, places[0].Measured[0].Errors.Rollout, 0.1)
	require.Less(t, places[0].Measured[0].Errors.Rollout, 13.5, "the error of a flight without a ground")
}

// TestRecordedMeasures: errors are means over frames and recordings, or their median.
func TestRecordedMeasures(t *testing.T) {
	errors := [][]float64{{0, 1, 2}, {0, 4}, {0, 0, 0, 8}}
	for measure, want := range map[protocol.Recorded]float64{
		protocol.WholeMean: 5. / 3, protocol.WholeMedian: 2, protocol.LastFrame: 14. / 3, "frame 1": 5. / 3, protocol.DeepestPoint: 0.25,
	} {
		found, err := ofRecordings(measure, errors, 0.25)
		require.NoError(t, err)
		require.InDelta(t, want, found, 1e-12, measure)
	}
	middle, err := ofRecordings(protocol.WholeMedian, [][]float64{{3}, {1}}, 0)
	require.NoError(t, err)
	require.EqualValues(t, 1, middle, "of two recordings, the lower one")
	found, err := ofRecordings("frame 0", [][]float64{{3, 1}, {5, 4}}, 0)
	require.NoError(t, err)
	require.EqualValues(t, 4, found)
	_, err = ofRecordings("frame -1", errors, 0)
	require.ErrorContains(t, err, `no measure is called "frame -1"`)
	_, err = ofRecordings("frame 2", errors, 0)
	require.EqualError(t, err, "test recording 1: it has 2 frames, and none 2 to measure")
	_, err = ofRecordings("hole", errors, 0)
	require.ErrorContains(t, err, `no measure is called "hole"`)
}

// TestStarts: recordings follow each other through all frames.
func TestStarts(t *testing.T) {
	require.NoError(t, checkStarts([]int{0, 2, 5}, 5))
	for _, starts := range [][]int{nil, {0}, {1, 5}, {0, 4}, {0, 6}} {
		require.ErrorContains(t, checkStarts(starts, 5), "expected the first frame")
	}
	require.EqualError(t, checkStarts([]int{0, 3, 3, 5}, 5), "test_start: recording 1 starts at frame 3 and ends at 3")
}

// TestShortRest: a recording may have fewer frames than the last ones that are measured.
func TestShortRest(t *testing.T) {
	of := truth{starts: []int{0, 2}, velocities: make([]float32, 2*3)}
	s := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3), Objects: system.Objects{{Kind: system.Body, Members: []int{0}}}}
	require.InDelta(t, 5, of.resting(0, 1, &s, []float32{3, 4, 0}), 1e-6)
}

// TestRest: the speed of a body counts in the last ten frames, if it is at rest in all of these in truth.
func TestRest(t *testing.T) {
	const frames = 12
	of := truth{starts: []int{0, frames}, velocities: make([]float32, frames*3)}
	s := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3), Objects: system.Objects{{Kind: system.Body, Members: []int{0}}}}
	fast := []float32{3, 4, 0}
	require.Zero(t, of.resting(0, 1, &s, fast), "an earlier frame")
	require.InDelta(t, 5, of.resting(0, 2, &s, fast), 1e-6)
	require.InDelta(t, 5, of.resting(0, 11, &s, fast), 1e-6)
	of.velocities[3*1] = 1
	require.InDelta(t, 5, of.resting(0, 2, &s, fast), 1e-6, "it moves before")
	of.velocities[3*2] = 1
	require.Zero(t, of.resting(0, 11, &s, fast), "it moves in the first of these")
	of.velocities[3*2] = 0.9e-2
	require.InDelta(t, 5, of.resting(0, 11, &s, fast), 1e-6, "so slow is at rest")
}

// TestDepth: the depth is of the particle that is farthest behind the plane, and 0 if none is.
func TestDepth(t *testing.T) {
	var s system.Sample
	system.Planes.Set(&s, []float32{0, 0, 1, 0.5})
	above, below := depth(&s, []float32{0, 0, 2, 7, 7, 1}), depth(&s, []float32{0, 0, 2, 7, 7, -3, 1, 1, -2})
	require.Zero(t, above)
	require.InDelta(t, 1, below-depth(&s, []float32{0, 0, -2}), 1e-6)
}

// TestOverRecordings: predictions are compared with the recordings of a file, each in its own frames. Frames are those of each recording, or
// follow each other from the first ones that the file names.
func TestOverRecordings(t *testing.T) {
	resting := func(x float32) system.Sample {
		s := system.Sample{Position: []float32{x, 0, 0, x, 1, 0}, Velocity: []float32{3, 4, 0, 0, 0, 0}}
		s.Objects = system.Objects{{Kind: system.Body, Members: []int{0, 1}}}
		system.Planes.Set(&s, append([]float32{1, 0, 0, 0}, make([]float32, system.Planes.Columns-4)...))
		return s
	}
	two := []system.Sample{resting(0), resting(-5)}
	file := func(arrays ...npz.Array) string {
		path := filepath.Join(t.TempDir(), "recordings.npz")
		require.NoError(t, npz.Write(path, arrays))
		return path
	}
	// The particles of the first recording rest at x = 0, and those of the second at x = -5.
	frames := func(first, second int, shape ...int) []npz.Array {
		var x []float32
		for frame := range first + second {
			at := float32(0)
			if frame >= first {
				at = -5
			}
			x = append(x, at, 0, 0, at, 1, 0)
		}
		return []npz.Array{{Key: "test_positions", Shape: append(shape, 2, 3), Floats: x}, {Key: "test_velocities", Shape: append(shape, 2, 3), Floats: make([]float32, len(x))}}
	}
	even := file(frames(3, 3, 2, 3)...)
	uneven := file(append(frames(2, 4, 6), npz.Array{Key: "test_start", Shape: []int{3}, Ints: []int64{0, 2, 6}})...)
	for _, c := range []struct {
		m    protocol.Recorded
		path string
		want float64
	}{
		{protocol.WholeMean, even, 1}, {protocol.WholeMean, uneven, (0.5 + 1.5) / 2}, {protocol.LastFrame, even, 2}, {protocol.LastFrame, uneven, (1. + 3) / 2},
		{"frame 1", uneven, 1}, {protocol.RestingSpeed, uneven, 5},
	} {
		off, err := overRecordings(t.Context(), c.m, moved{by: 1}, two, c.path)
		require.NoError(t, err)
		require.InDelta(t, c.want, off, 1e-6, "%s of %s", c.m, c.path)
	}
	deepest, err := overRecordings(t.Context(), protocol.DeepestPoint, moved{by: 1}, two, uneven)
	require.NoError(t, err)
	require.InDelta(t, depth(&two[1], two[1].Position), deepest, 1e-6)
	require.Positive(t, deepest)

	_, err = overRecordings(t.Context(), protocol.WholeMean, moved{}, two[:1], even)
	require.EqualError(t, err, even+" has 2 test recordings, and 1 samples were made of them: expected one of each")
	_, err = overRecordings(t.Context(), protocol.WholeMean, moved{by: -1}, two, even)
	require.ErrorContains(t, err, "it moves back")
	for text, arrays := range map[string][]npz.Array{
		"test_positions": frames(1, 1, 2, 1)[1:], "test_velocities": frames(1, 1, 2, 1)[:1],
		"test_start: recording 0 starts at frame 0 and ends at 0": append(frames(1, 1, 2), npz.Array{Key: "test_start", Shape: []int{3}, Ints: []int64{0, 0, 2}}),
	} {
		_, err := overRecordings(t.Context(), protocol.WholeMean, moved{}, two, file(arrays...))
		require.ErrorContains(t, err, text)
	}
}
