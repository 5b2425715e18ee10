package measure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// TestDrawnLike: systems are drawn in each region of the ranges, and around the true inputs if there
// are some, of which nothing is known without ranges.
func TestDrawnLike(t *testing.T) {
	trained := small(t)
	c := trained.Config
	like := func(of Amount, examples []verify.Group) *Sampled {
		s, err := SampleLike(c, of, examples)
		require.NoError(t, err)
		return s
	}
	amount := Amount{inside: 4, edges: 2, beyond: 2, moved: 4, snapped: 2, seed: 3}
	require.Nil(t, like(amount, nil), "no data")
	c.Data = &run.DataInfo{}
	require.Nil(t, like(amount, nil), "no ranges")
	c.Data.Ranges = system.MeasureRanges(sticks(3), nil)
	require.Nil(t, like(Amount{}, nil), "no amount")
	s := like(amount, nil)
	plain := len(samplesOf(s.Groups))
	require.GreaterOrEqual(t, plain, 4+2+2)
	require.GreaterOrEqual(t, len(samplesOf(s.Moved)), 4)
	examples := verify.Examples(c.Model, system.Examples(sticks(2)), false)
	around := like(amount, examples)
	// A quarter more, one, is drawn around each of the two inputs, which are among the groups.
	require.Len(t, samplesOf(around.Groups), plain+2+2)
	require.Equal(t, like(amount, examples).Groups, around.Groups, "of the same seed")
	amount.seed++
	require.NotEqual(t, like(amount, examples).Groups, around.Groups)
}
