package jointlog

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRestarts: stamps begin again where they go back by ten rows or more and ten rows in order are
// on either side. Late messages and rows in any order are not other recordings.
func TestRestarts(t *testing.T) {
	count := func(from, to int) (stamps []float64) {
		for i := from; i < to; i++ {
			stamps = append(stamps, float64(i))
		}
		return stamps
	}
	reversed := count(0, 40)
	slices.Reverse(reversed)
	for _, c := range []struct {
		parts [][]float64
		want  []int
	}{
		{[][]float64{count(0, 20), count(0, 20)}, []int{20}},
		{[][]float64{count(0, 20), count(9, 29)}, []int{20}},
		{[][]float64{count(0, 20), count(10, 29)}, nil},
		{[][]float64{count(0, 20), count(0, 10)}, []int{20}},
		{[][]float64{count(0, 20), count(0, 9)}, nil},
		{[][]float64{count(10, 20), count(0, 20), count(0, 15)}, []int{10, 30}},
		{[][]float64{count(11, 20), count(0, 20)}, nil},
		{[][]float64{reversed}, nil},
		{[][]float64{{3}}, nil},
	} {
		r := Recording{Time: slices.Concat(c.parts...)}
		require.Equal(t, c.want, r.restarts(), c.parts)
	}
}

// TestDivided: a table whose stamps begin again is two recordings, which a note says.
func TestDivided(t *testing.T) {
	text := "time,shoulder_pos,elbow_pos\n" + strings.Repeat("10,0,0\n11,1,0\n12,2,0\n13,3,0\n14,4,0\n15,5,0\n16,6,0\n17,7,0\n18,8,0\n19,9,0\n20,10,0\n", 2)
	log, err := Read(file(t, "log.csv", text), Options{Joints: joints, Checked: true})
	require.NoError(t, err)
	require.Len(t, log.Splits[""], 2)
	require.Len(t, log.Notes, 1)
	require.Contains(t, log.Notes[0], "log.csv: the time goes back from 20 to 10 in row 11, counted from 0 (the first of 1 such rows), so these are 2 recordings")
	for i, r := range log.Splits[""] {
		require.True(t, strings.HasSuffix(r.Name, []string{"log.csv 0", "log.csv 1"}[i]), r.Name)
		require.Equal(t, []float64{0, 1, 2}, r.Time[:3])
		require.Equal(t, []float64{0, 1, 2}, r.Angle[0][:3])
		require.Nil(t, r.Rate)
	}
}
