package sysid

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid/series"
)

// TestStarts: the fit begins where the first joint moves at a twentieth of its usual rate.
func TestStarts(t *testing.T) {
	for _, c := range []struct {
		slow float64
		want int
	}{{0.049, 2}, {0.054, 1}} {
		m := &motion{time: make([]float64, 4), rate: [][]float64{{0, 0, 0, 2}, {0, c.slow, 1, 1.7320508}}}
		require.Equal(t, c.want, m.starts(), c)
		m.rate = [][]float64{{0, 0, 0, 200}, {0, -100 * c.slow, 100, -173.20508}}
		require.Equal(t, c.want, m.starts(), "%v, a hundred times as fast", c)
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
	require.EqualError(t, err, "no")
}

// TestVerdict: a law fits whose residual is up to 1.5 times what noise and the filter explain, and the largest
// dependence is the first suspect.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		left    float64
		depends []Dependence
		want    string
	}{
		{1.48, nil, "The law fits the training log: at every joint, the residual of the smoothed torque is at most 1.5 times what noise and the filter explain."},
		{1.2, []Dependence{{"a", "x", 0.1}, {"b", "y", 0.3}}, "The law fits the training log in part: at every joint, the residual of the smoothed torque is at most 1.2 times what noise and the filter explain. The first suspect, with 30 % of the residual at b, is y."},
		{1.6, []Dependence{{"b", "y", 0.3}}, "The law does not fit the training log: the residual of the smoothed torque is larger than noise and the filter explain, by a factor of 1.6 at b. The first suspect, with 30 % of the residual at b, is y."},
		{1.6, nil, "The law does not fit the training log: the residual of the smoothed torque is larger than noise and the filter explain, by a factor of 1.6 at b. The residuals depend on nothing that was tried: angle, rate, load, time, direction, delay."},
	} {
		m := &Model{Train: Errors{Joints: []string{"a", "b"}, Fitted: []float64{1, 5 * c.left}, Passed: []float64{1, 2}, Trembling: []float64{0, math.Sqrt(5)}, Filtered: []float64{0.01, 4}, Size: []float64{1000, 1000}}, Depends: c.depends}
		require.Equal(t, c.want, m.Verdict())
		require.Equal(t, c.left < 1.5 && c.depends == nil, m.Errs() == "", "standard errors hold if the law fits")
	}
}

// TestOverestimates: a residual below a tenth of what noise and the filter explain says that the
// estimate of noise does not hold.
func TestOverestimates(t *testing.T) {
	for left, told := range map[float64]bool{0.09: true, 0.104: false} {
		m := &Model{Train: Errors{Joints: []string{"a", "b"}, Fitted: []float64{1, 2 * left}, Passed: []float64{1, 2}, Trembling: []float64{0, 0}, Filtered: []float64{0, 0}, Size: []float64{1000, 1000}}}
		require.Equal(t, told, strings.Contains(m.Verdict(), fmt.Sprintf("The estimate of noise does not hold, and so this says nothing about the fit: the residual is far smaller than what noise and the filter explain, %.2g times as large at b.", left)), m.Verdict())
		require.Equal(t, told, m.Errs() != "")
	}
}

// TestBeyond: a test log whose errors at a joint are over three times those of training is worse.
func TestBeyond(t *testing.T) {
	m := &Model{Train: Errors{Error: []float64{1, 0.1}}}
	require.Empty(t, m.Beyond(Errors{Joints: []string{"a", "b"}, Error: []float64{3, 0.29}}))
	require.Contains(t, m.Beyond(Errors{Joints: []string{"a", "b"}, Error: []float64{3.1, 0.32}}),
		"On the test log it is worse: the error of the smoothed torque at b is 3.2 times that on the training log.")
}

// TestBlurs: the filter removes a part of the motion where it changes more than a hundredth of a joint's torque.
func TestBlurs(t *testing.T) {
	for _, c := range []struct {
		taken float64
		says  string
	}{{0.099, ""}, {0.11, " The filter removes a part of the motion: it changes the torque at b by 1.1 %, without the noise."}} {
		m := &Model{Train: Errors{Joints: []string{"a", "b"}, Fitted: []float64{0, 0}, Passed: []float64{1, 1}, Trembling: []float64{0, 0}, Filtered: []float64{0.05, c.taken}, Size: []float64{10, 10}}}
		if c.says == "" {
			require.NotContains(t, m.Verdict(), "removes a part of the motion")
		} else {
			require.Contains(t, m.Verdict(), c.says)
		}
	}
}

// TestTurned: rows are left out at which the filter sees a joint turn around or stand, of Coulomb's
// friction without memory alone, unless it turns at more than half of the rows.
func TestTurned(t *testing.T) {
	var time []float64
	for i := range 41 {
		time = append(time, 0.01*float64(i))
	}
	var filters []*series.Filter
	for _, at := range time {
		filters = append(filters, series.NewFilter(time, at, 0.045))
	}
	rates := make([]float64, len(time)) // which change their sign between the rows 19 and 20, or touch 0 in 20
	for i := range rates {
		rates[i] = float64(i) - 19.5
	}
	around := turns(rates, filters)
	for row, want := range map[int]bool{15: false, 16: true, 23: true, 24: false} {
		require.Equal(t, want, around[row], row)
	}
	for i := range rates {
		rates[i] = math.Abs(float64(i) - 20)
	}
	around = turns(rates, filters)
	for row, want := range map[int]bool{15: false, 16: true, 24: true, 25: false} {
		require.Equal(t, want, around[row], row)
	}
	for i := range rates {
		rates[i] = max(0, float64(i)-15) // stands at 20 of 41 rows, with what the filter sees
	}
	require.NotNil(t, turns(rates, filters))
	for i := range rates {
		rates[i] = max(0, float64(i)-16) // at 21
	}
	require.Nil(t, turns(rates, filters))

	m := &motion{rows: []int{0, 1}, turned: [][]bool{{false, true}, nil}}
	for _, c := range []struct {
		terms []string
		sure  bool
		j, k  int
		want  bool
	}{
		{[]string{"coulomb"}, true, 0, 1, true},
		{[]string{"coulomb"}, true, 0, 0, false},
		{[]string{"coulomb"}, true, 1, 1, false},
		{[]string{"coulomb"}, false, 0, 1, false},
		{[]string{"viscous"}, true, 0, 1, false},
		{[]string{"coulomb", "memory"}, true, 0, 1, false},
	} {
		f := &fit{law: &law{has: map[string]bool{}}, sure: c.sure}
		for _, term := range c.terms {
			f.has[term] = true
		}
		require.Equal(t, c.want, f.unknown(m, c.j, c.k), c)
	}
}

// TestTurnedFit: rows where friction is unknown have no weight in a fit, and others do.
func TestTurnedFit(t *testing.T) {
	tree, r := hinge(300)
	for i, time := range r.Time {
		r.Angle[0][i], r.Rate[0][i] = math.Sin(time), math.Cos(time)
		r.Torque[0][i] = 2*math.Cos(time) + math.Copysign(3, math.Cos(time)) + 0.01*math.Sin(50*time)
		if math.Abs(math.Cos(time)) < 0.03 {
			r.Torque[0][i] += 7 // as of a joint that sticks
		}
	}
	m := smoothed(tree, r, []float64{0}, 0.05)
	l, err := newLaw(tree, []string{"viscous", "coulomb"})
	require.NoError(t, err)
	for _, sure := range []bool{true, false} {
		f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
		f.sure = sure
		clear(f.constants[:10])
		f.constants[l.of(0, viscous)], f.constants[l.of(0, coulomb)] = 2, 3
		f.weigh()
		if sure {
			require.Greater(t, f.weights[0], 100.0, "the variance is about 1e-4 or less")
		} else {
			require.Less(t, f.weights[0], 10.0)
		}
		cost := f.normal(m, nil, nil, nil) / f.weights[0]
		if sure {
			require.Less(t, cost, 1.0, "the filter of the next rows sees the end of it")
		} else {
			require.Greater(t, cost, 10.0)
		}
		e := (&Model{fit: f}).measure([]*motion{m})
		if sure {
			require.Less(t, e.Fitted[0], 0.2*e.Error[0], "rows that the fit leaves out do not count")
		} else {
			require.InEpsilon(t, e.Error[0], e.Fitted[0], 1e-9)
		}
	}
}

// TestTrembling: a rotor of 2 kg m2 makes torques of the noise of accelerations, which is that of the slope of
// rates, or that of the second derivative of angles where there are no rates.
func TestTrembling(t *testing.T) {
	for _, rated := range []bool{true, false} {
		tree, r := hinge(300)
		for i, time := range r.Time {
			r.Angle[0][i], r.Rate[0][i], r.Torque[0][i] = math.Sin(time), math.Cos(time), -2*math.Sin(time)
		}
		if !rated {
			r.Rate = nil
		}
		m := smoothed(tree, r, []float64{0.01}, 0.05)
		l, err := newLaw(tree, []string{"rotor"})
		require.NoError(t, err)
		f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
		clear(f.constants[:10])
		f.constants[l.of(0, rotor)] = 2
		_, noise := m.filters[100].Gain()
		if !rated {
			noise = m.filters[100].Bend()
		}
		require.InEpsilon(t, 0.01*noise, m.trembling(0, 100), 1e-12)
		var square float64
		for _, row := range m.rows {
			square += math.Pow(2*m.trembling(0, row), 2) / float64(len(m.rows))
		}
		require.InEpsilon(t, square, f.trembling(m)[0], 1e-9)
	}
}

// TestTaken: what a second smoothing removes is less by the noise that it lets through, which is
// that of the filter in the middle.
func TestTaken(t *testing.T) {
	tree, r := hinge(60)
	for i, time := range r.Time {
		r.Time[i] += float64(time * time) // so that each filter lets another part of the noise through
		r.Torque[0][i] = math.Sin(60 * time)
	}
	m := smoothed(tree, r, []float64{0.01}, 0.1)
	all, some := removedByFilter(m, 0, 0), removedByFilter(m, 0, 0.001)
	require.InEpsilon(t, math.Pow(0.001*m.filters[len(m.filters)/2].Again(), 2), all-some, 1e-6)
	require.Zero(t, removedByFilter(m, 0, 1e3))
	m.filters = nil
	require.Zero(t, removedByFilter(m, 0, 0))
}
