package excite

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/identify"
	"gmnc/internal/vector"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
	"gmnc/sysid/series"
)

// filter [s] is the half-width of the filter that smooths recordings.
const filter = 0.1

// Judge returns the information that recordings together give about the constants.
func Judge(t *rigid.Tree, recordings []jointlog.Recording, o Options) (Quality, error) {
	if err := o.Validate(t); err != nil {
		return Quality{}, err
	}
	d := newInformation(t, o)
	var motions []*Motion
	for _, r := range recordings {
		motions = append(motions, smoothed(r))
	}
	return d.of(motions...), nil
}

// smoothed returns the motion of a recording at its own times.
func smoothed(r jointlog.Recording) *Motion {
	n, rows := len(r.Angle), len(r.Time)
	m := &Motion{Time: r.Time, Angle: matrix(n, rows), Rate: matrix(n, rows), Acceleration: matrix(n, rows)}
	for row, time := range r.Time {
		f := series.NewFilter(r.Time, time, filter)
		for j := range n {
			m.Angle[j][row] = f.Value(r.Angle[j])
			m.Rate[j][row], m.Acceleration[j][row] = f.Derivatives(r.Angle[j])
		}
	}
	return m
}

// Quality measures the information that a motion gives about the constants.
type Quality struct {
	// Directions is the number of combinations of the constants that the motion determines. The
	// noise of the torques leaves less than a third of their prior uncertainty. Possible is the
	// number that any motion can determine.
	Directions int `json:"directions"`
	Possible   int `json:"possible"`
	// Condition is the condition number of the regressor of the possible combinations, in units
	// of each constant's prior uncertainty.
	Condition float64 `json:"condition"`
	// Error is the geometric mean of the standard errors of these combinations, relative to
	// their prior uncertainty.
	Error float64 `json:"error"`
}

// These are the constants of a joint, which follow the constants of the links.
const (
	rotor = iota
	viscous
	coulomb
	friction // the number of them
)

const (
	// noise is the standard deviation of a torque's noise, as a fraction of its typical size.
	noise = 0.05
	// unknown is the prior uncertainty of a constant, as a fraction of its size.
	unknown = 0.5
	// rotorFraction is the fraction of a joint's torque that the rotor or a friction can take.
	rotorFraction = 0.1
	// still [rad/s] is the rate below which Coulomb friction fades.
	still = 0.01
	// states is the number of random states that define the typical torques and the
	// combinations that any motion can determine.
	states = 200
	// perSecond is the number of independent rows in a second.
	perSecond = 5
	// zero is the fraction of the largest information below which there is no information.
	zero = 1e-10
	// leastInformation is the information from which on a combination counts as determined: its
	// error is at most a third of its prior uncertainty.
	leastInformation = 10
)

// informationModel measures information about the constants in units of their prior uncertainty.
type informationModel struct {
	tree      *rigid.Tree
	regressor *rigid.Regressor
	constants []float64 // of the links, as the robot's file has them
	scale     []float64 // prior uncertainty of each constant
	deviation []float64 // standard deviation of the noise of each joint's torque
	possible  *mat.Dense
}

func newInformation(t *rigid.Tree, o Options) *informationModel {
	n := len(t.Links)
	d := &informationModel{tree: t, regressor: rigid.NewRegressor(t)}
	reach, heaviest := 0.1, tiny
	for _, l := range t.Links {
		own := rigid.Of(l)
		d.constants = append(d.constants, own[:]...)
		reach, heaviest = max(reach, vector.Norm(l.Origin)), max(heaviest, l.Mass)
	}
	random := d.random(o)
	for _, l := range t.Links {
		mass := unknown * max(l.Mass, 1e-3*heaviest)
		for k := range rigid.Constants {
			scale := mass
			if k > 0 {
				scale *= reach // a first moment
			}
			if k > 3 {
				scale *= reach // an inertia
			}
			d.scale = append(d.scale, scale)
		}
	}
	for j := range n {
		size := max(rootMeanSquare(random.Torque[j]), tiny)
		d.deviation = append(d.deviation, noise*size)
		d.scale = append(d.scale, rotorFraction*size/rootMeanSquare(random.Acceleration[j]), rotorFraction*size/rootMeanSquare(random.Rate[j]), rotorFraction*size)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(d.information(random), true) {
		panic("excite: information is no number")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	values := eigen.Values(nil)
	first := 0
	for values[first] < zero*values[len(values)-1] {
		first++
	}
	d.possible = mat.DenseCopyOf(vectors.Slice(0, len(values), first, len(values)))
	return d
}

// random returns random states within the limits.
func (d *informationModel) random(o Options) *Motion {
	n, source := len(d.tree.Links), rand.New(rand.NewPCG(1, 3))
	m := &Motion{Time: make([]float64, states), Angle: matrix(n, states), Rate: matrix(n, states), Acceleration: matrix(n, states), Torque: matrix(n, states)}
	for j := range n {
		low, high := span(d.tree, j)
		rate := o.rate(d.tree, j)
		for row := range states {
			m.Angle[j][row] = low + (high-low)*source.Float64()
			m.Rate[j][row] = rate * (2*source.Float64() - 1)
			m.Acceleration[j][row] = 2 * math.Pi * harmonics / o.Seconds * rate * (2*source.Float64() - 1)
		}
	}
	for row := range m.Time {
		m.Time[row] = o.Seconds * float64(row) / (states - 1)
	}
	d.torques(m)
	return m
}

// rootMeanSquare returns the root mean square of values.
func rootMeanSquare(values []float64) float64 {
	var squares float64
	for _, v := range values {
		squares += float64(v * v)
	}
	return math.Sqrt(squares / float64(len(values)))
}

// rows computes the regressor of the torques in a state, [joints][10 joints].
func (d *informationModel) rows(m *Motion, row int, into [][]float64) {
	n := len(d.tree.Links)
	angle, rate, acceleration := make([]float64, n), make([]float64, n), make([]float64, n)
	for j := range n {
		angle[j], rate[j], acceleration[j] = m.Angle[j][row], m.Rate[j][row], m.Acceleration[j][row]
	}
	d.regressor.Rows(angle, rate, acceleration, into)
}

// torques sets the torques of a motion.
func (d *informationModel) torques(m *Motion) {
	n := len(d.tree.Links)
	rows := matrix(n, n*rigid.Constants)
	for row := range m.Time {
		d.rows(m, row, rows)
		d.torque(m, row, rows)
	}
}

// torque sets the torques of a state, given its regressor: the torques of the links and the
// file's friction.
func (d *informationModel) torque(m *Motion, row int, rows [][]float64) {
	for j, l := range d.tree.Links {
		torque := float64(l.Damping*m.Rate[j][row]) + float64(l.Friction*math.Tanh(m.Rate[j][row]/still))
		for c, y := range rows[j] {
			torque += float64(y * d.constants[c])
		}
		m.Torque[j][row] = torque
	}
}

// information returns the information of a motion about all constants, in units of their prior
// uncertainty. It is the sum of y y^T over the variance of the noise, where five rows of a
// second count as independent. The method also sets the torques of a motion that has them.
func (d *informationModel) information(m *Motion) *mat.SymDense {
	n := len(d.tree.Links)
	size := n * (rigid.Constants + friction)
	sum, rows, y := mat.NewSymDense(size, nil), matrix(n, n*rigid.Constants), make([]float64, size)
	data, stride := sum.RawSymmetric().Data, sum.RawSymmetric().Stride
	each := perSecond * (m.Time[len(m.Time)-1] - m.Time[0]) / float64(len(m.Time))
	for row := range m.Time {
		d.rows(m, row, rows)
		if m.Torque != nil {
			d.torque(m, row, rows)
		}
		for j := range n {
			clear(y)
			copy(y, rows[j])
			own := y[n*rigid.Constants+j*friction:]
			own[rotor], own[viscous], own[coulomb] = m.Acceleration[j][row], m.Rate[j][row], math.Tanh(m.Rate[j][row]/still)
			for i := range y {
				y[i] *= d.scale[i] / d.deviation[j]
			}
			for i, value := range y {
				if value == 0 {
					continue
				}
				line := data[i*stride:]
				for k := i; k < size; k++ {
					line[k] += float64(each * value * y[k])
				}
			}
		}
	}
	return sum
}

// within returns the information of motions about the combinations that any motion can
// determine. It also sets their torques.
func (d *informationModel) within(motions ...*Motion) *mat.SymDense {
	all := mat.NewSymDense(len(d.scale), nil)
	for _, m := range motions {
		all.AddSym(all, d.information(m))
	}
	return identify.Within(all, d.possible)
}

// missing returns the mean of the logarithms of the standard errors that information leaves,
// relative to the prior uncertainty.
func missing(information *mat.SymDense) float64 {
	size := information.SymmetricDim()
	all := mat.NewSymDense(size, nil)
	all.CopySym(information)
	for i := range size {
		all.SetSym(i, i, 1+all.At(i, i))
	}
	var factors mat.Cholesky
	if !factors.Factorize(all) {
		return math.Inf(1)
	}
	return -factors.LogDet() / 2 / float64(size)
}

// of returns the quality of motions together.
func (d *informationModel) of(motions ...*Motion) Quality { return quality(d.within(motions...)) }

// quality returns what information about the possible combinations says of them.
func quality(information *mat.SymDense) Quality {
	var eigen mat.EigenSym
	if !eigen.Factorize(information, false) {
		panic("excite: information is no number")
	}
	values := eigen.Values(nil)
	q := Quality{Possible: len(values), Condition: math.Sqrt(values[len(values)-1] / max(values[0], tiny)), Error: math.Exp(missing(information))}
	for _, value := range values {
		if value >= leastInformation {
			q.Directions++
		}
	}
	return q
}
