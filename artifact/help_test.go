package artifact

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHelpOf: forces help where the mean gain tells it, or where most samples gain though one
// decides the mean; they do not where a gain of a tenth would be seen.
func TestHelpOf(t *testing.T) {
	of := func(count int, gain func(i int) float64) (with, without []float64) {
		for i := range count {
			with, without = append(with, 1-gain(i)), append(without, 1)
		}
		return with, without
	}
	alternating := func(size float64) func(int) float64 {
		return func(i int) float64 { return size * float64(1-2*(i%2)) }
	}
	winning := func(wins int) func(int) float64 {
		return func(i int) float64 {
			if i < wins {
				return 0.2
			}
			return -0.2 * float64(wins) / float64(16-wins) // the mean is 0
		}
	}
	for _, c := range []struct {
		want  Help
		count int
		gain  func(i int) float64
	}{
		{Helps, 16, func(i int) float64 { return 0.5 + 0.1*float64(i%2) }},
		{Helps, 33, func(i int) float64 { // one far off, 27 better
			if i == 0 {
				return -20
			}
			if i < 6 {
				return -0.1
			}
			return 0.1
		}},
		{HelpUndecided, 16, winning(12)}, // 1.75 deviations more than half
		{Helps, 16, winning(13)},         // 2.25
		{HelpsNot, 16, alternating(0.1)},
		{HelpUndecided, 16, alternating(0.4)},
		{HelpUndecided, 4, alternating(0.1)},
	} {
		with, without := of(c.count, c.gain)
		require.Equal(t, c.want, helpOf(with, without), "%v", with)
	}
}
