package jointlog

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/checks"
	"gmnc/internal/test/bag"
)

// TestLoadsInChecks: torques are looked at row by row, and the energies of the robot too if rows are even.
func TestLoadsInChecks(t *testing.T) {
	r := Recording{Time: []float64{0, 1, 2, 3}, Angle: [][]float64{{0, 1, 2, 3}, {4, 5, 6, 7}}, Torque: [][]float64{{1, 2, 3, 4}, {5, 6, 7, 8}}}
	o := Options{Joints: joints, Energies: func(*checks.Recording) {}}
	looked := forChecks([]Recording{r}, o)
	require.Equal(t, []float64{1, 5, 2, 6, 3, 7, 4, 8}, looked.Loads)
	require.NotNil(t, looked.AddEnergies)
	require.Equal(t, 1, looked.Each)
	r.Time = []float64{0, 1, 2.7, 3}
	uneven := forChecks([]Recording{r}, o)
	require.Nil(t, uneven.AddEnergies)
	require.Zero(t, uneven.Time)
}

// TestWidthsOfQuantities: angles, rates and torques each have a half-width of their own.
func TestWidthsOfQuantities(t *testing.T) {
	var time, slow, fast []float64
	for i := range 300 {
		now := 0.01*float64(i) + 0.002*math.Sin(float64(7*i))
		time, slow, fast = append(time, now), append(slow, math.Sin(now)+0.1*math.Sin(float64(i*i))), append(fast, math.Sin(40*now))
	}
	for want, values := range map[string][3][]float64{
		"angles 0.0444, rates 0.15, torques 0.0444": {fast, slow, fast}, "angles 0.0444, rates 0.0444, torques 0.15": {fast, fast, slow},
	} {
		r := &Recording{Name: "log", Time: time, Angle: [][]float64{values[0]}, Rate: [][]float64{values[1]}, Torque: [][]float64{values[2]}}
		parts, note := r.Even(0.01)
		require.Len(t, parts, 1)
		require.Equal(t, "log: rows are uneven, and are taken every 0.01 s from local cubics, whose half-widths in s leave out one row in turn best: "+want, note)
	}
}

// TestFirstRowOfEven: even rows begin with the first, and a single row before a gap is left out.
func TestFirstRowOfEven(t *testing.T) {
	r := swinging(stamps(60, 0, 0))
	parts, _ := r.Even(0.01)
	require.Len(t, parts, 1)
	require.Zero(t, parts[0].Time[0])
	for i := range r.Time[1:] {
		r.Time[1+i] += 5
	}
	parts, _ = r.Even(0.01)
	require.Len(t, parts, 1)
	require.InDelta(t, 5.01, parts[0].Time[0], 1e-12)
	require.Equal(t, Recording{Name: "log.csv"}, r.rows(3, 3).at(1, 1, 1, 1))
}

// TestLastRowOfEven: the last even row is not after the last one of the recording.
func TestLastRowOfEven(t *testing.T) {
	const step = 1e-4
	for last, count := range map[float64]int{7: 8, 7.95: 8, 8: 9, 8 - 1e-10: 9} {
		r := &Recording{Angle: make([][]float64, 1)}
		for i := range 8 {
			r.Time, r.Angle[0] = append(r.Time, step*float64(i)), append(r.Angle[0], 0)
		}
		r.Time[7] = step * last
		require.Len(t, r.at(step, 4*step, 1, 1).Time, count, "%g", last)
	}
}

// TestRestartsAtEdges: the shortest recordings, steps other than 1, a stamp alone and short runs between.
func TestRestartsAtEdges(t *testing.T) {
	count := func(from, to int) (stamps []float64) {
		for i := from; i < to; i++ {
			stamps = append(stamps, float64(i)/2)
		}
		return stamps
	}
	of := func(parts ...[]float64) []int {
		r := Recording{}
		for _, part := range parts {
			r.Time = append(r.Time, part...)
		}
		return r.restarts()
	}
	require.Equal(t, []int{10}, of(count(0, 10), count(-1, 9)), "20 rows, which go back by ten steps")
	require.Nil(t, of(count(0, 10), count(0, 10)), "by nine")
	require.Nil(t, of(count(0, 20), []float64{2}, count(0, 13)), "the row alone is no recording, and the next goes back by four steps")
	require.Nil(t, of(count(0, 20), count(0, 9), count(-12, 8)), "nine rows are in order before")
	require.Nil(t, of(make([]float64, 20), make([]float64, 10)), "all stamps are the same")
}

// TestRowsOfParts: each part of a divided recording is sorted, and loses rows of the same stamp.
func TestRowsOfParts(t *testing.T) {
	r := Recording{Name: "log", Angle: make([][]float64, 1)}
	for i := range 24 {
		r.Time, r.Angle[0] = append(r.Time, float64(i%12)), append(r.Angle[0], float64(i))
	}
	r.Time[15] = 2
	l := &Log{}
	parts := l.divide(r)
	require.Len(t, parts, 2)
	require.Len(t, parts[0].Time, 12)
	require.Equal(t, []float64{0, 1, 2, 4}, parts[1].Time[:4])
	require.Equal(t, []float64{12, 13, 14, 16}, parts[1].Angle[0][:4])
	require.Len(t, l.Notes, 2)
	require.Equal(t, "log 1: 1 rows have the stamp of another row, and are left out", l.Notes[1])
}

// TestGainOfMCAP: a log of currents has the gain by which they were multiplied.
func TestGainOfMCAP(t *testing.T) {
	path := bag.Write(t, "sensor_msgs/msg/JointState", "", states()...)
	log, err := Read(path, Options{Joints: joints, Columns: map[string]string{currentKey: effort}, Gain: []float64{2, 10}, Checked: true})
	require.NoError(t, err)
	require.Equal(t, []float64{2, 10}, log.Gain)
	log, err = Read(path, Options{Joints: joints, Gain: []float64{2, 10}, Checked: true})
	require.NoError(t, err)
	require.Nil(t, log.Gain)
}

// TestNotesOfSeveral: notes of several files come together.
func TestNotesOfSeveral(t *testing.T) {
	one, other := file(t, "one.csv", "time,q_0,q_1\n"+rows), file(t, "other.csv", "time,q_0,q_1\n"+rows)
	log, err := ReadAll([]string{one}, []string{other}, Options{Joints: joints, Checked: true})
	require.NoError(t, err)
	require.Len(t, log.Notes, 2)
	require.Contains(t, log.Notes[0], "one.csv and 1 more: the columns numbered 0, 1 are taken to be")
	require.Contains(t, log.Notes[1], "one.csv and 1 more: 1 rows have the stamp of another row")
}
