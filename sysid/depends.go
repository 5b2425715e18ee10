package sysid

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Dependence is a quantity on which the residuals of a joint's torque depend. The law does not
// fit there.
type Dependence struct {
	Joint string `json:"joint"`
	On    string `json:"on"`
	// Fraction is the fraction of the residuals' sum of squares that the quantity explains.
	Fraction float64 `json:"share"`
}

const (
	// leastFraction and leastScore are the fraction and the score above which a dependence is
	// reported. The score is the sum over blocks of the recordings, divided by its standard
	// deviation.
	leastFraction = 0.05
	leastScore    = 4
)

// filtered names the part of the motion that the filter removes.
const filtered = "what the filter takes of the acceleration: give a narrower --smooth, or record more often"

// suspects lists the quantities on which residuals may depend, as columns at a motion's rows. A
// quantity whose term the law has is skipped.
var suspects = []struct {
	name, term string
	column     func(f *fit, m *motion, j int, own friction) func(k, row int) float64
}{
	{"the direction of motion before: learn memory", memoryTerm, func(_ *fit, m *motion, j int, _ friction) func(k, row int) float64 {
		state := m.path[j].Friction(m.steps, startDisplacement, 0, false).State
		return func(_, row int) float64 { return m.filters[row].Value(state) }
	}},
	{"the cube root of the rate: learn root", rootTerm, func(_ *fit, m *motion, j int, _ friction) func(k, row int) float64 {
		return func(_, row int) float64 { return m.third[j][row] }
	}},
	{"the direction of motion times the load: learn load", "load", func(f *fit, m *motion, j int, own friction) func(k, row int) float64 {
		return func(k, _ int) float64 { return own.direction[k] * math.Abs(f.rigidTorque(m, j, k, f.constants)) }
	}},
	{"a constant: learn offset", "offset", func(*fit, *motion, int, friction) func(k, row int) float64 {
		return func(_, _ int) float64 { return 1 }
	}},
	{"how fast the torque changes: learn delay", "delay", func(f *fit, m *motion, j int, _ friction) func(k, row int) float64 {
		f.follow(m, f.constants)
		return func(k, _ int) float64 { _, by := f.delayed(m, j, k, 0); return by }
	}},
	{"the sine of the angle, as of a spring at the joint: try --residual", "", func(_ *fit, m *motion, j int, _ friction) func(k, row int) float64 {
		return func(_, row int) float64 { return math.Sin(m.angle[j][row]) }
	}},
	{"the cosine of the angle, as of a spring at the joint: try --residual", "", func(_ *fit, m *motion, j int, _ friction) func(k, row int) float64 {
		return func(_, row int) float64 { return math.Cos(m.angle[j][row]) }
	}},
	{"the rate", "viscous", func(_ *fit, m *motion, j int, _ friction) func(k, row int) float64 {
		return func(_, row int) float64 { return m.rate[j][row] }
	}},
	{"the rate times the load", "", func(f *fit, m *motion, j int, _ friction) func(k, row int) float64 {
		return func(k, row int) float64 { return m.rate[j][row] * math.Abs(f.rigidTorque(m, j, k, f.constants)) }
	}},
	{filtered, "", func(_ *fit, m *motion, j int, _ friction) func(k, row int) float64 {
		return func(_, row int) float64 { return m.lost(j, row) }
	}},
	{"time, as of a drive that warms up", "", func(_ *fit, m *motion, _ int, _ friction) func(k, row int) float64 {
		return func(_, row int) float64 { return m.time[row] - m.time[0] }
	}},
}

// depends returns the quantities on which the residuals of the fit depend.
func (f *fit) depends() (found []Dependence) {
	for _, suspect := range suspects {
		if suspect.term != "" && f.has[suspect.term] {
			continue
		}
		for j, link := range f.tree.Links {
			fraction, score := f.explained(j, true, suspect.column)
			if suspect.name == filtered && score > 0 {
				continue // noise of the acceleration has this sign, and what a filter removes has the other
			}
			if fraction > leastFraction && math.Abs(score) > leastScore {
				found = append(found, Dependence{link.Joint, suspect.name, fraction})
			}
		}
	}
	return found
}

// explained returns the fraction of a joint's squared residuals that a column explains beyond the
// joint's own columns of the law, and the score of that fraction. Rows that the fit leaves out
// count only if all is set.
func (f *fit) explained(j int, all bool, column func(f *fit, m *motion, j int, own friction) func(k, row int) float64) (fraction, score float64) {
	var own []int
	for _, c := range f.free {
		if c >= f.of(j, 0) && c < f.of(j+1, 0) {
			own = append(own, c)
		}
	}
	var x, left, columns []float64
	var blocks []int
	gradient := make([]float64, len(f.constants))
	for _, m := range f.motions {
		friction := f.friction(m, j, f.constants[f.of(j, 0):][:perJoint], true)
		at := column(f, m, j, friction)
		m.cut(blockSeconds)
		for _, block := range m.blocks[:len(m.blocks)-1] {
			blocks = append(blocks, len(x)+block)
		}
		for k, row := range m.rows {
			if !all && f.unknown(m, j, k) {
				left, x, columns = append(left, 0), append(x, 0), append(columns, make([]float64, len(own))...)
				continue
			}
			left = append(left, m.torque[j][row]-f.torque(m, &friction, j, k, f.constants, gradient))
			x = append(x, at(k, row))
			for _, c := range own {
				columns = append(columns, gradient[c])
			}
		}
	}
	blocks = append(blocks, len(x))
	if len(own) > 0 {
		beyond(x, mat.NewDense(len(x), len(own), columns))
	}
	var along, size, squares, scores float64
	for i := range x {
		along += x[i] * left[i]
		size += x[i] * x[i]
		squares += left[i] * left[i]
	}
	for b := range blocks[:len(blocks)-1] {
		var sum float64
		for i := blocks[b]; i < blocks[b+1]; i++ {
			sum += x[i] * left[i]
		}
		scores += sum * sum
	}
	if size == 0 || squares == 0 || scores == 0 {
		return 0, 0
	}
	return along * along / (size * squares), along / math.Sqrt(scores)
}

// beyond subtracts from a column its least-squares projection on other columns.
func beyond(x []float64, others *mat.Dense) {
	_, n := others.Dims()
	normal := mat.NewSymDense(n, nil)
	normal.SymOuterK(1, others.T())
	for i := range n {
		normal.SetSym(i, i, normal.At(i, i)*(1+1e-9)+1e-30)
	}
	right := mat.NewVecDense(n, nil)
	right.MulVec(others.T(), mat.NewVecDense(len(x), x))
	var factor mat.Cholesky
	var by, had mat.VecDense
	if !factor.Factorize(normal) || factor.SolveVecTo(&by, right) != nil {
		return
	}
	had.MulVec(others, &by)
	for i := range x {
		x[i] -= had.AtVec(i)
	}
}
