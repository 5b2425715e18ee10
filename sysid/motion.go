package sysid

import (
	"math"

	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
	"gmnc/sysid/series"
)

// motion is a recording as the law of joints takes it: smoothed at its own stamps, all
// quantities by one filter. Values are [joints][rows].
type motion struct {
	name                     string
	time                     []float64
	angle, rate, accelerates [][]float64
	torque, change           [][]float64 // smoothed, and its derivative
	raw                      [][]float64 // as measured
	third                    [][]float64 // the cube root of the rate, smoothed
	swift, path              [][]float64 // rates, and how far joints have gone, at all stamps of the log
	filters                  []*series.Filter
	rows                     []int // those that the fit takes
	regressor                [][][]float64
	blocks                   []int // of rows: where each block begins, and the end
}

// mostRows is about the most rows of a recording that the fit takes, of any length.
const mostRows = 2000

// smoothed makes the motion of a recording with a half-width of the filter [s]. The fit takes
// four rows or so of each width; what the filter sees beyond the ends is left out.
func smoothed(tree *rigid.Tree, r *jointlog.Recording, half float64) *motion {
	n := len(r.Angle)
	m := &motion{name: r.Name}
	first, last := r.Time[0]+half/2, r.Time[len(r.Time)-1]-half/2
	var kept []int
	m.swift = matrix(n, len(r.Time))
	filters := make([]*series.Filter, len(r.Time))
	for i, t := range r.Time {
		filters[i] = series.NewFilter(r.Time, t, half)
		swift := series.NewFilter(r.Time, t, half/2)
		for j := range n {
			if r.Rate != nil {
				m.swift[j][i] = swift.Value(r.Rate[j])
			} else {
				m.swift[j][i], _ = swift.Derivatives(r.Angle[j])
			}
		}
		if t >= first && t <= last {
			kept, m.time, m.filters = append(kept, i), append(m.time, t), append(m.filters, filters[i])
		}
	}
	if m.path = paths(r, m.swift); r.Rate != nil {
		m.path = paths(r, r.Rate)
	}
	for _, columns := range []*[][]float64{&m.angle, &m.rate, &m.accelerates, &m.torque, &m.change, &m.raw, &m.third} {
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
			m.change[j][i], _ = f.Derivatives(r.Torque[j])
			m.raw[j][i], m.third[j][i] = r.Torque[j][kept[i]], f.Value(thirds)
		}
	}
	stride := max(1, int(half/(2*series.Step(r.Time))), len(kept)/mostRows)
	for i := stride / 2; i < len(kept); i += stride {
		m.rows = append(m.rows, i)
	}
	m.regress(tree)
	return m
}

// paths are how far joints have gone at a log's own stamps: the sum of smoothed rates, by
// which friction turns around.
func paths(r *jointlog.Recording, rates [][]float64) [][]float64 {
	paths := matrix(len(rates), len(r.Time))
	for j, rate := range rates {
		for i := 1; i < len(rate); i++ {
			paths[j][i] = paths[j][i-1] + (r.Time[i]-r.Time[i-1])*(rate[i]+rate[i-1])/2
		}
	}
	return paths
}

// regress computes the regressor of the rows that the fit takes.
func (m *motion) regress(tree *rigid.Tree) {
	m.regressor = make([][][]float64, len(m.rows))
	regressor, n := rigid.NewRegressor(tree), len(tree.Links)
	for k, row := range m.rows {
		m.regressor[k] = matrix(n, n*rigid.Constants)
		regressor.Rows(at(m.angle, row), at(m.rate, row), at(m.accelerates, row), m.regressor[k])
	}
}

// cut puts the rows into blocks of about a number of seconds each.
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

// part is the motion with those rows alone of which keep says, for the time [s] from the
// first, that they are kept.
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

// whole is the motion with all of its rows.
func (m *motion) whole(tree *rigid.Tree) *motion {
	w := *m
	w.rows = make([]int, len(m.time))
	for i := range w.rows {
		w.rows[i] = i
	}
	w.regress(tree)
	return &w
}

// at is a row of columns.
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

// memory is the state of Dahl's friction along a path of angles: between -1 and 1, it follows
// the direction of motion within a way of about length: dz/dx = (sign(dx) - z) / length.
func memory(path []float64, length float64) []float64 {
	z := make([]float64, len(path))
	for i := 1; i < len(path); i++ {
		way := path[i] - path[i-1]
		z[i] = sign(way) + (z[i-1]-sign(way))*math.Exp(-math.Abs(way)/length)
	}
	return z
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
