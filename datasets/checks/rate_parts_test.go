package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFindingOfPart: rates of a part are judged if it moves by a ten thousandth of the mean square, if they are 0, and
// by a tenth, if they explain less than half or are in another unit.
func TestFindingOfPart(t *testing.T) {
	const mean = 8
	zero, unrelated := Scale{displacements: 1}, Scale{along: 0.7, rates: 1, displacements: 1}
	related, twice := Scale{along: 0.71, rates: 1, displacements: 1}, Scale{along: 2, rates: 4, displacements: 1}
	for _, c := range []struct {
		moved float64
		scale Scale
		size  float64
		text  string
	}{
		{1e-4 * mean, zero, 0, ""}, {1.05e-4 * mean, zero, math.Inf(1), "are 0 in all frames, though its positions change"}, {0.95e-4 * mean, zero, 0, ""},
		{0.095 * mean, unrelated, 0, ""}, {0.1 * mean, unrelated, math.Inf(1), "explain 0.49 of the squares"}, {mean, related, 0, ""},
		{mean, Scale{along: 0.5, rates: 0.5, displacements: 1}, 0, ""},
		{0.095 * mean, twice, 0, ""}, {0.105 * mean, twice, 2, "are 2 times the differences of its positions"},
		{mean, Scale{along: 1.5, rates: 2.25, displacements: 1}, 0, ""}, {mean, Scale{along: 1.625, rates: 1.625 * 1.625, displacements: 1}, 1.625, "are 1.62 times"},
		{mean, Scale{along: 1.45, rates: 1.45 * 1.45, displacements: 1}, 0, ""},
		{mean, Scale{along: -1, rates: 1, displacements: 1}, math.Inf(1), "are -1 times"},
	} {
		size, text := part{0, c.moved, c.scale}.finding(words, mean)
		require.Equal(t, c.size, min(size, c.size+1), "%+v", c)
		require.Contains(t, text, c.text, "%+v", c)
		require.Equal(t, c.text == "", text == "", text)
	}
}

// TestMeanOfParts: what parts move is compared with the mean of all, the first finding is named, and parts that
// hardly move count as neither.
func TestMeanOfParts(t *testing.T) {
	fits, zero, twice := Scale{along: 1, rates: 1, displacements: 1}, Scale{displacements: 1}, Scale{along: 2, rates: 4, displacements: 1}
	all := func(last part) []part { return []part{{3, 1, fits}, {4, 1, fits}, {5, 1, fits}, last} }
	for moved, want := range map[float64][]int{0.076: nil, 0.078: {9}} { // a tenth of (3 + moved) / 4
		numbers, size, _ := exceptions(all(part{9, moved, twice}), words)
		require.Equal(t, want, numbers, moved)
		require.Equal(t, 2*float64(len(want)), size)
	}
	numbers, size, text := exceptions([]part{{7, 1, zero}, {3, 1, fits}, {4, 1, fits}, {5, 1, fits}, {9, 1, twice}}, words)
	require.Equal(t, []int{7, 9}, numbers)
	require.True(t, math.IsInf(size, 1))
	require.Contains(t, text, "are 0 in all frames")
	numbers, size, text = exceptions([]part{{7, 1, zero}, {3, 1, fits}, {4, 1, fits}, {5, 1e-9, zero}}, words)
	require.Zero(t, size)
	require.Nil(t, numbers, "two of four fit")
	require.Empty(t, text)
}

// TestStepsOfParts: a part moves by the squares of the steps of its columns within recordings, and stretches are those
// of a range of frames.
func TestStepsOfParts(t *testing.T) {
	r := &Recording{Elements: 2, Each: 1, Starts: []int{0, 3, 5, 6}, Time: 1,
		Positions: []float64{0, 5, 1, 5, 3, 6, 90, 9, 93, 9, 7, 7}, Rates: make([]float64, 12)}
	require.Equal(t, 1.+4+9, r.partOf(4, 0, 1).moved)
	require.Equal(t, 1., r.partOf(4, 1, 2).moved)
	require.Equal(t, 1.+4+9+1, r.partOf(4, 0, 2).moved)
	require.Equal(t, 4, r.partOf(4, 0, 2).number)
	require.Equal(t, 15., r.partOf(4, 0, 2).displacements)
	require.Equal(t, []int{3, 5}, r.between(3, 5).Starts)
	require.Equal(t, []int{0, 3, 5}, r.between(0, 5).Starts)
	require.Equal(t, 9., r.between(3, 5).partOf(0, 0, 2).moved)
}
