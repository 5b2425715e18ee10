package checks

import (
	"math"

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
	// leastFraction is the least fraction of the squares of a load that counts as unexplained, so that
	// exact data have a weight.
	leastFraction = 1e-8
)

// kernels are the widths [frames] over which equations of motion are averaged.
var kernels = []int{4, 8, 16, 32}

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
	e := &equations{of: m, states: m.states}
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

// averages are the averaged loads of each joint, and the products of its terms with them.
type averages struct{ loads, products [][]float64 }

// loads returns the loads of each joint that are the given number of frames later, averaged.
func (e *equations) loads(all []float64, late int) (a averages) {
	joints := e.of.r.Elements
	for joint := range joints {
		own, products := make([]float64, len(e.frames)), mat.NewVecDense(e.states+ownColumns, nil)
		for row, t := range e.frames {
			for k, weight := range e.kernel {
				own[row] += float64(weight * all[(t+k+late)*joints+joint])
			}
		}
		products.MulVec(e.terms[joint].T(), mat.NewVecDense(len(own), own))
		a.loads, a.products = append(a.loads, own), append(a.products, products.RawVector().Data)
	}
	return a
}

// place returns the number of a term of a joint among the constants of all joints.
func (e *equations) place(joint, k int) int {
	if k < e.states {
		return k
	}
	return k + ownColumns*joint
}
