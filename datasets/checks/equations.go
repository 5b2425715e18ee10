package checks

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// ownColumns is the number of columns of a joint's own: its rotor, viscous and dry friction.
	ownColumns = 3
	// perKernel is the number of equations in the width of a kernel.
	perKernel = 4
	// effective is the number of independent equations in each of these: of white noise, Hann's kernel
	// leaves 1.5 in its width.
	effective = 1.5 / perKernel
	// longestMotion is the greatest number of frames whose equations of motion are compared.
	longestMotion = 4000
	// leastFraction is the least fraction of the squares of a load that counts as unexplained, so that
	// exact data have a weight.
	leastFraction = 1e-8
)

// kernels are the widths [frames] over which equations of motion are averaged.
var kernels = []int{4, 8, 16, 32}

// lagrangian holds the terms of the equations of motion of joints from each frame to the next, by
// Lagrange: the load of a joint is the rate of change of its momentum dL/dv, less dL/dx, plus its friction.
// Both are sums of those of the numbers of Recording.States, times constants that need not be known.
type lagrangian struct {
	r       *Recording
	columns [][]float64 // of each joint [frames, states and ownColumns]
}

// lagrangian returns the terms of the equations of motion of the first longestMotion frames, or nil if it is
// not known how energies follow from the positions of joints.
func (r *Recording) lagrangian() *lagrangian {
	if r.Each != 1 || r.AddEnergies == nil || r.Loads == nil || r.States == nil || r.Rates == nil {
		return nil
	}
	m := &lagrangian{r: r.part(0, min(r.frames(), longestMotion))}
	states := len(r.States) / r.frames()
	for joint := range r.Elements {
		m.columns = append(m.columns, m.r.lagrange(joint, states))
	}
	return m
}

// lagrange returns the columns of a joint, by differences of the energies.
func (r *Recording) lagrange(joint, states int) []float64 {
	const step = stepOfPosition
	at := func(position, rate, times float64) []float64 { return r.moved(joint, position, rate, times).States }
	difference := func(a, b []float64, times float64) []float64 {
		floats.Sub(a, b)
		floats.Scale(times, a)
		return a
	}
	momenta := difference(at(0, 1, 1), at(0, -1, 1), 0.5)
	forces := difference(at(step, 0, 1), at(-step, 0, 1), 1/(2*step))
	floats.AddScaled(forces, -2, difference(at(step, 0, 0), at(-step, 0, 0), 1/(2*step))) // L is T - V, and the sum is T + V
	size, frames := states+ownColumns, r.frames()
	columns := make([]float64, frames*size)
	for k, first := range r.starts() {
		for t := first; t < r.Starts[k+1]-1; t++ {
			row, now := columns[t*size:][:size], t*r.Elements+joint
			for i := range states {
				a, b := t*states+i, (t+1)*states+i
				row[i] = (momenta[b]-momenta[a])/r.Time - float64((forces[a]+forces[b])/2)
			}
			displacement := r.Positions[now+r.Elements] - r.Positions[now]
			row[states] = (r.Rates[now+r.Elements] - r.Rates[now]) / r.Time
			row[states+1] = displacement / r.Time
			row[states+2] = math.Copysign(1, r.Rates[now]+r.Rates[now+r.Elements])
		}
	}
	return columns
}

// stepOfPosition is the step of the differences of energies. That of rates is 1, since kinetic energies are
// squares of them.
const stepOfPosition = 1e-4

// moved returns the recording with its energies if a joint had other positions and rates by these, and all rates
// were first multiplied by a number.
func (r *Recording) moved(joint int, position, rate, times float64) *Recording {
	other := &Recording{Elements: r.Elements, Each: 1, Starts: r.Starts, Time: r.Time, Positions: slices.Clone(r.Positions), Rates: slices.Clone(r.Rates)}
	floats.Scale(times, other.Rates)
	for i := joint; i < len(other.Positions); i += r.Elements {
		other.Positions[i], other.Rates[i] = other.Positions[i]+position, other.Rates[i]+rate
	}
	r.AddEnergies(other)
	return other
}

// equations are the equations of motion of joints, averaged by a kernel. White noise of rates nearly
// cancels in the differences of neighbors.
type equations struct {
	of       *lagrangian
	kernel   []float64
	frames   []int           // in which kernels begin
	terms    []*mat.Dense    // of each joint [frames, states and ownColumns]
	products []*mat.SymDense // of the terms with each other
	states   int
}

// averaged returns the equations, of kernels that have some frames on either side in their recording. It
// returns nil if there are too few for the constants.
func (m *lagrangian) averaged(width, margin int) *equations {
	e := &equations{of: m, states: len(m.r.States) / m.r.frames()}
	for k := range width { // of Hann
		e.kernel = append(e.kernel, (1-math.Cos(2*math.Pi*(float64(k)+0.5)/float64(width)))/float64(width))
	}
	every := max(1, width/perKernel)
	for k, first := range m.r.starts() {
		for t := first + margin; t+width+margin < m.r.Starts[k+1]; t += every {
			e.frames = append(e.frames, t)
		}
	}
	size := e.states + ownColumns
	if len(e.frames)*m.r.Elements < windowsOfEach*(e.states+ownColumns*m.r.Elements) {
		return nil
	}
	for _, columns := range m.columns {
		terms, products := mat.NewDense(len(e.frames), size, nil), mat.NewSymDense(size, nil)
		for row, t := range e.frames {
			for k, weight := range e.kernel {
				floats.AddScaled(terms.RawRowView(row), weight, columns[(t+k)*size:][:size])
			}
		}
		products.SymOuterK(1, terms.T())
		e.terms, e.products = append(e.terms, terms), append(e.products, products)
	}
	return e
}

// loads returns the loads of each joint that are the given number of frames later, averaged.
func (e *equations) loads(all []float64, late int) [][]float64 {
	joints := e.of.r.Elements
	loads := make([][]float64, joints)
	for joint := range loads {
		for _, t := range e.frames {
			var sum float64
			for k, weight := range e.kernel {
				sum += float64(weight * all[(t+k+late)*joints+joint])
			}
			loads[joint] = append(loads[joint], sum)
		}
	}
	return loads
}

// solution is what equations leave unexplained of loads.
type solution struct {
	left      [][]float64 // of each joint [frames]
	constants []float64
	fractions []float64 // of the squares of each joint's loads
}

// place returns the number of a term of a joint among the constants of all joints.
func (e *equations) place(joint, k int) int {
	if k < e.states {
		return k
	}
	return k + ownColumns*joint
}

// normal returns the normal equations for constants scaled by lengths, with a ridge.
func (e *equations) normal(loads [][]float64, squares []float64) (normal *mat.SymDense, right *mat.VecDense, lengths []float64) {
	n := e.states + ownColumns*len(loads)
	normal, right, lengths = mat.NewSymDense(n, nil), mat.NewVecDense(n, nil), make([]float64, n)
	for joint, own := range loads {
		if squares[joint] == 0 {
			continue
		}
		down := mat.NewVecDense(e.states+ownColumns, nil)
		down.MulVec(e.terms[joint].T(), mat.NewVecDense(len(own), own))
		for k := range down.Len() {
			at := e.place(joint, k)
			right.SetVec(at, right.AtVec(at)+down.AtVec(k)/squares[joint])
			for l := k; l < down.Len(); l++ {
				to := e.place(joint, l)
				normal.SetSym(at, to, normal.At(at, to)+e.products[joint].At(k, l)/squares[joint])
			}
		}
	}
	for k := range n {
		lengths[k] = math.Sqrt(normal.At(k, k))
	}
	for k := range n {
		for l := k; l < n; l++ {
			if lengths[k]*lengths[l] > 0 {
				normal.SetSym(k, l, normal.At(k, l)/(lengths[k]*lengths[l]))
			}
		}
		normal.SetSym(k, k, normal.At(k, k)+ridge)
		if lengths[k] > 0 {
			right.SetVec(k, right.AtVec(k)/lengths[k])
		}
	}
	return normal, right, lengths
}

// independent is the least eigenvalue of the normal equations, relative to those of columns that have nothing in
// common, for a combination of constants that the motion determines.
const independent = 1e-6

// rank returns the number of combinations of constants that the motion determines.
func (e *equations) rank(squares []float64) (count int) {
	normal, _, _ := e.normal(e.loads(e.of.r.Loads, 0), squares)
	var eigen mat.EigenSym
	if !eigen.Factorize(normal, false) {
		return 0
	}
	for _, value := range eigen.Values(nil) {
		if value > independent {
			count++
		}
	}
	return count
}

// solve fits the constants by least squares, in which each joint has the weight of the inverse of
// these squares.
func (e *equations) solve(loads [][]float64, squares []float64) *solution {
	normal, right, lengths := e.normal(loads, squares)
	n := len(lengths)
	var factors mat.Cholesky
	if !factors.Factorize(normal) || factors.SolveVecTo(right, right) != nil {
		return nil
	}
	s := &solution{constants: make([]float64, n)}
	for k := range n {
		if lengths[k] > 0 {
			s.constants[k] = right.AtVec(k) / lengths[k]
		}
	}
	for joint, own := range loads {
		constants := make([]float64, e.states+ownColumns)
		for k := range constants {
			constants[k] = s.constants[e.place(joint, k)]
		}
		left := mat.NewVecDense(len(own), nil)
		left.MulVec(e.terms[joint], mat.NewVecDense(len(constants), constants))
		left.SubVec(mat.NewVecDense(len(own), own), left)
		s.left = append(s.left, left.RawVector().Data)
		s.fractions = append(s.fractions, sumOfSquares(s.left[joint])/sumOfSquares(own))
	}
	return s
}

// rounds is the number of times that weights are set by what is left.
const rounds = 3

// explain fits the constants with weights by what each joint's loads leave.
func (e *equations) explain(loads [][]float64) *solution {
	squares := make([]float64, len(loads))
	for joint, own := range loads {
		squares[joint] = sumOfSquares(own)
	}
	s := e.solve(loads, squares)
	for range rounds {
		if s == nil {
			return nil
		}
		s = e.solve(loads, s.squares(loads))
	}
	return s
}

// squares returns the squares that are left of each joint's loads.
func (s *solution) squares(loads [][]float64) (all []float64) {
	for joint, left := range s.left {
		all = append(all, max(sumOfSquares(left), leastFraction*sumOfSquares(loads[joint])))
	}
	return all
}
