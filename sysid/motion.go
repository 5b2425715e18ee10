package sysid

import (
	"math"

	"gmnc/sysid/dahl"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
	"gmnc/sysid/series"
)

// motion is a recording as the law of joints needs it, smoothed at its own stamps. One filter
// smooths all quantities. Values are [joints][rows].
type motion struct {
	time                     []float64
	angle, rate, accelerates [][]float64
	torque                   [][]float64 // smoothed
	raw                      [][]float64 // as measured
	third                    [][]float64 // the cube root of the rate, smoothed
	swift                    [][]float64 // rates at all stamps of the log, 0 where noise hides them
	path                     []dahl.Path // how joints move between stamps
	steps                    []float64   // [s], between stamps
	turned                   [][]bool    // whether a joint reverses or is at rest within the filter
	filters                  []*series.Filter
	noise                    []float64 // rateNoise of the recording
	rated                    bool      // whether the recording has rates
	first                    int       // index of the first row in the log
	rows                     []int     // indices of the rows of the fit
	regressor                [][][]float64
	blocks                   []int   // where each block of rows begins, and the end of the last
	all                      *motion // the motion with all rows; nil before every is called
}

// unseen is the size of a rate, in standard deviations of its noise, below which the joint is
// taken to be at rest. Otherwise Coulomb friction would follow the noise.
const unseen = 2

// mostRows is roughly the largest number of a recording's rows that the fit takes, however long
// the recording is.
const mostRows = 2000

// rateNoise returns the noise of a recording's rates, or of its angles if it has no rates.
func rateNoise(r *jointlog.Recording) []float64 {
	if r.Rate != nil {
		return series.Noises(r.Time, r.Rate)
	}
	return series.Noises(r.Time, r.Angle)
}

// smoothed returns the motion of a recording with the given rateNoise, for a filter of the
// half-width half [s]. The fit takes about four rows of each width. Rows within half of the
// half-width from an end are left out.
func smoothed(tree *rigid.Tree, r *jointlog.Recording, noise []float64, half float64) *motion {
	n := len(r.Angle)
	m := &motion{noise: noise, rated: r.Rate != nil}
	for i, t := range r.Time[1:] {
		m.steps = append(m.steps, t-r.Time[i])
	}
	first, last := r.Time[0]+half/2, r.Time[len(r.Time)-1]-half/2
	var kept []int
	m.swift = matrix(n, len(r.Time))
	rates := matrix(n, len(r.Time))
	filters := make([]*series.Filter, len(r.Time))
	for i, t := range r.Time {
		filters[i] = series.NewFilter(r.Time, t, half)
		swift := series.NewFilter(r.Time, t, half/2)
		value, slope := swift.Gain()
		for j := range n {
			passed := noise[j] * value
			if r.Rate != nil {
				m.swift[j][i], rates[j][i] = swift.Value(r.Rate[j]), r.Rate[j][i]
			} else {
				m.swift[j][i], _ = swift.Derivatives(r.Angle[j])
				rates[j][i], passed = m.swift[j][i], noise[j]*slope
			}
			if math.Abs(m.swift[j][i]) < unseen*passed {
				m.swift[j][i] = 0
			}
		}
		if t >= first && t <= last {
			kept, m.time, m.filters = append(kept, i), append(m.time, t), append(m.filters, filters[i])
		}
	}
	for j := range n {
		m.path = append(m.path, dahl.NewPath(r.Time, rates[j]))
	}
	for _, columns := range []*[][]float64{&m.angle, &m.rate, &m.accelerates, &m.torque, &m.raw, &m.third} {
		*columns = matrix(n, len(kept))
	}
	for j := range n {
		thirds := make([]float64, len(r.Time))
		for i, v := range m.swift[j] {
			thirds[i] = math.Cbrt(v)
		}
		for i, f := range m.filters {
			m.angle[j][i] = f.Value(r.Angle[j])
			m.rate[j][i], m.accelerates[j][i] = f.Derivatives(r.Angle[j])
			if r.Rate != nil {
				m.rate[j][i] = f.Value(r.Rate[j])
				m.accelerates[j][i], _ = f.Derivatives(r.Rate[j])
			}
			m.torque[j][i] = f.Value(r.Torque[j])
			m.raw[j][i], m.third[j][i] = r.Torque[j][kept[i]], f.Value(thirds)
		}
	}
	m.first = kept[0]
	for j := range n {
		m.turned = append(m.turned, turns(m.swift[j], m.filters))
	}
	stride := max(1, int(half/(2*series.Step(r.Time))), len(kept)/mostRows)
	for i := m.starts() + stride/2; i < len(kept); i += stride {
		m.rows = append(m.rows, i)
	}
	m.regress(tree)
	return m
}

// mostTurned is the largest fraction of the rows at which a joint may reverse, so that the
// other rows are enough for a fit.
const mostTurned = 0.5

// turns returns, for each row, whether a joint reverses or is at rest within the filter. It
// returns nil if that holds at too many rows.
func turns(rates []float64, filters []*series.Filter) (rows []bool) {
	count := 0
	for _, f := range filters {
		around := f.Turns(rates)
		if rows = append(rows, around); around {
			count++
		}
	}
	if float64(count) > mostTurned*float64(len(rows)) {
		return nil
	}
	return rows
}

// trembling returns the standard deviation of a joint's acceleration at a row due to noise.
func (m *motion) trembling(j, row int) float64 {
	if _, slope := m.filters[row].Gain(); m.rated {
		return m.noise[j] * slope
	}
	return m.noise[j] * m.filters[row].Bend()
}

// lost returns what a second smoothing changes in a joint's acceleration at a row, as an
// estimate of what the filter removes. It returns 0 if the filter reaches beyond the rows.
func (m *motion) lost(j, row int) float64 {
	again, known := m.filters[row].Inside(m.accelerates[j], m.first)
	if !known {
		return 0
	}
	return again - m.accelerates[j][row]
}

// starting is the fraction of a joint's root mean square rate above which it has begun to move.
const starting = 0.05

// starts returns the first row at which any joint moves. The friction on a robot that has not
// moved yet is unknown: it can be anything up to Coulomb's.
func (m *motion) starts() int {
	first := len(m.time)
	for _, rate := range m.rate {
		least := starting * math.Sqrt(squared(rate))
		for i, v := range rate[:first] {
			if math.Abs(v) > least {
				first = i
				break
			}
		}
	}
	return first
}

// regress computes the regressor at the rows of the fit.
func (m *motion) regress(tree *rigid.Tree) {
	m.regressor = make([][][]float64, len(m.rows))
	regressor, n := rigid.NewRegressor(tree), len(tree.Links)
	for k, row := range m.rows {
		m.regressor[k] = matrix(n, n*rigid.Constants)
		regressor.Rows(at(m.angle, row), at(m.rate, row), at(m.accelerates, row), m.regressor[k])
	}
}

// cut divides the rows into blocks of at least the given number of seconds each, except the
// last.
func (m *motion) cut(seconds float64) {
	m.blocks = []int{0}
	begin := m.time[m.rows[0]]
	for k, row := range m.rows {
		if m.time[row]-begin >= seconds {
			m.blocks, begin = append(m.blocks, k), m.time[row]
		}
	}
	m.blocks = append(m.blocks, len(m.rows))
}

// neighbors returns the rows next to the k-th, or the k-th itself in place of one beyond a gap.
func (m *motion) neighbors(k int) (before, after int) {
	at := func(k int) float64 { return m.time[m.rows[k]] }
	before, after = max(k-1, 0), min(k+1, len(m.rows)-1)
	const gap = 3
	switch left, right := at(k)-at(before), at(after)-at(k); {
	case left > gap*right && right > 0:
		before = k
	case right > gap*left && left > 0:
		after = k
	}
	return before, after
}

// slope returns the time derivative of values at the k-th row. It is that of the quartic
// through five rows if they are evenly spaced.
func (m *motion) slope(values []float64, k int) float64 {
	at := func(k int) float64 { return m.time[m.rows[k]] }
	if k >= 2 && k+2 < len(values) {
		step, even := (at(k+2)-at(k-2))/4, true
		for i := k - 2; i < k+2; i++ {
			even = even && math.Abs(at(i+1)-at(i)-step) < 0.01*step
		}
		if even {
			return (8*(values[k+1]-values[k-1]) - (values[k+2] - values[k-2])) / (12 * step)
		}
	}
	before, after := m.neighbors(k)
	if after == before {
		return 0
	}
	return (values[after] - values[before]) / (at(after) - at(before))
}

// part returns the motion with only those rows that keep accepts, given their time [s] from the
// first.
func (m *motion) part(keep func(seconds float64) bool) *motion {
	p := *m
	p.rows, p.regressor = nil, nil
	for k, row := range m.rows {
		if keep(m.time[row] - m.time[0]) {
			p.rows, p.regressor = append(p.rows, row), append(p.regressor, m.regressor[k])
		}
	}
	return &p
}

// whole returns the motion with all of its rows.
func (m *motion) whole(tree *rigid.Tree) *motion { return m.from(tree, 0) }

// every returns the result of whole, which it computes once.
func (m *motion) every(tree *rigid.Tree) *motion {
	if len(m.rows) == len(m.time) {
		return m
	}
	if m.all == nil {
		m.all = m.whole(tree)
	}
	return m.all
}

// from returns the motion with all of its rows from first on.
func (m *motion) from(tree *rigid.Tree, first int) *motion {
	w := *m
	w.rows = nil
	for i := first; i < len(m.time); i++ {
		w.rows = append(w.rows, i)
	}
	w.regress(tree)
	return &w
}

// at returns a row of columns.
func at(columns [][]float64, row int) []float64 {
	values := make([]float64, len(columns))
	for j, column := range columns {
		values[j] = column[row]
	}
	return values
}

func matrix(rows, columns int) [][]float64 {
	made, all := make([][]float64, rows), make([]float64, rows*columns)
	for i := range made {
		made[i] = all[i*columns:][:columns]
	}
	return made
}
