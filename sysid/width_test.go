package sysid

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStarts: the fit begins where the first joint moves at a twentieth of its usual rate.
func TestStarts(t *testing.T) {
	for _, c := range []struct {
		slow float64
		want int
	}{{0.04, 2}, {0.06, 1}} {
		m := &motion{time: make([]float64, 4), rate: [][]float64{{0, 0, 0, 2}, {0, c.slow, 1, 1.7320508}}}
		require.Equal(t, c.want, m.starts(), c)
	}
	require.Equal(t, 3, (&motion{time: make([]float64, 3), rate: [][]float64{{0, 0, 0}}}).starts())
}

// TestBestWidth: the search ends when two widths in turn are worse than the best, and not after one.
func TestBestWidth(t *testing.T) {
	for _, c := range []struct {
		offs  []float64
		want  float64
		tries int
	}{{[]float64{3, 4, 2, 1}, 4, 4}, {[]float64{3, 4, 3, 1}, 1, 3}, {[]float64{3}, 1, 1}} {
		var halves, kept []float64
		for i := range c.offs {
			halves = append(halves, float64(i+1))
		}
		tries := 0
		half, err := bestWidth(halves, func(half float64) (float64, func(), error) {
			tries++
			return c.offs[int(half)-1], func() { kept = append(kept, half) }, nil
		})
		require.NoError(t, err)
		require.Equal(t, c.want, half)
		require.Equal(t, c.want, kept[len(kept)-1])
		require.Equal(t, c.tries, tries)
	}
	_, err := bestWidth([]float64{1}, func(float64) (float64, func(), error) { return 0, nil, errors.New("no") })
	require.Error(t, err)
}

// TestVerdict: a law fits that leaves up to 1.5 times what noise and the filter leave, and the largest
// dependence is the first suspect.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		left    float64
		depends []Dependence
		want    string
	}{
		{1.48, nil, "The law fits: at no joint does it leave more than 1.5 times what noise and the filter leave of the smoothed torque."},
		{1.2, []Dependence{{"a", "x", 0.1}, {"b", "y", 0.3}}, "The law fits in part: at no joint does it leave more than 1.2 times what noise and the filter leave of the smoothed torque. The first suspect, with 30 % of what is left at b, is y."},
		{1.6, []Dependence{{"b", "y", 0.3}}, "The law does not fit: of the smoothed torque it leaves, in units of what noise and the filter leave, 1.6 at b. The first suspect, with 30 % of what is left at b, is y."},
		{1.6, nil, "The law does not fit: of the smoothed torque it leaves, in units of what noise and the filter leave, 1.6 at b. The residuals depend on nothing that was tried: angle, rate, load, time, direction, delay."},
	} {
		m := &Model{Train: Errors{Joints: []string{"a", "b"}, Error: []float64{1, 5 * c.left}, Passed: []float64{1, 3}, Taken: []float64{0.01, 4}, Size: []float64{1000, 1000}}, Depends: c.depends}
		require.Equal(t, c.want, m.Verdict())
	}
}

// TestBlurs: the filter takes motion away where it changes more than a hundredth of a joint's torque.
func TestBlurs(t *testing.T) {
	for _, c := range []struct {
		taken float64
		says  string
	}{{0.099, ""}, {0.11, " The filter takes motion away: it changes 1.1 % of the torque at b, beside the noise."}} {
		m := &Model{Train: Errors{Joints: []string{"a", "b"}, Error: []float64{0, 0}, Passed: []float64{1, 1}, Taken: []float64{0.05, c.taken}, Size: []float64{10, 10}}}
		if c.says == "" {
			require.NotContains(t, m.Verdict(), "takes motion away")
		} else {
			require.Contains(t, m.Verdict(), c.says)
		}
	}
}
