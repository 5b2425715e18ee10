package law

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/vector"
)

// linear is the weighted linear system of forces in basis functions of curves.
type linear struct {
	*pairs
	forces  []float64 // [n*3], weighted
	weights []float64 // [n]
	mean    float64   // the root mean square of forces, without weights
	// known holds the functions of the forms that replace curves.
	known map[int][]basis
}

// basis is a function of the distance that belongs to a curve.
type basis struct {
	curve int
	of    func(r float64) float64
}

func newSystem(p *pairs, forces []float64) (*linear, error) {
	n := p.particles
	if len(forces) < 3*n {
		return nil, fmt.Errorf("%d numbers are the forces on %d particles: there are three for each", len(forces), n)
	}
	s := &linear{pairs: p, weights: make([]float64, n), known: map[int][]basis{}}
	var sizes []float64
	for i := range n {
		size := vector.Norm([3]float64(forces[3*i : 3*i+3]))
		if math.IsNaN(size) || math.IsInf(size, 0) {
			return nil, fmt.Errorf("the force on particle %d of all samples is not finite", i)
		}
		sizes = append(sizes, size)
		s.mean += float64(size*size) / float64(n)
	}
	s.mean = math.Sqrt(s.mean)
	if s.mean == 0 {
		return nil, errors.New("the model has no force on any particle")
	}
	sorted := slices.Sorted(slices.Values(sizes))
	median := max(sorted[n/2], 1e-3*s.mean)
	for i, size := range sizes {
		s.weights[i] = 1 / math.Hypot(size, median)
		for axis := range 3 {
			s.forces = append(s.forces, forces[3*i+axis]*s.weights[i])
		}
	}
	return s, nil
}

// squares returns the sum of the weighted squares of forces.
func (s *linear) squares() (sum float64) {
	for _, f := range s.forces {
		sum += float64(f * f)
	}
	return sum
}

// functions returns the functions of all curves except some. A curve has the functions of its
// known form, or else its hats.
func (s *linear) functions(but ...int) (all []basis) {
	for c := range s.curves {
		switch {
		case slices.Contains(but, c):
		case s.known[c] != nil:
			all = append(all, s.known[c]...)
		default:
			all = append(all, s.hats(c)...)
		}
	}
	return all
}

// hats returns the piecewise linear functions of a curve.
func (s *linear) hats(c int) (all []basis) {
	for k := range s.curves[c].knots {
		all = append(all, basis{c, hat(s.curves[c].knots, k)})
	}
	return all
}

// hat returns the piecewise linear function that is 1 at knot k and 0 at all others.
func hat(knots []float64, k int) func(r float64) float64 {
	return func(r float64) float64 {
		switch {
		case r == knots[k]:
			return 1
		case r < knots[k] && k > 0 && r > knots[k-1]:
			return (r - knots[k-1]) / (knots[k] - knots[k-1])
		case r > knots[k] && k < len(knots)-1 && r < knots[k+1]:
			return (knots[k+1] - r) / (knots[k+1] - knots[k])
		}
		return 0
	}
}

// columns returns the weighted forces of each basis function on all particles, each [n*3].
func (s *linear) columns(functions []basis) [][]float64 {
	all := make([][]float64, len(functions))
	for b, function := range functions {
		column, curve := make([]float64, len(s.forces)), &s.curves[function.curve]
		for i := range s.all {
			one := &s.all[i]
			if one.kind != curve.kind {
				continue
			}
			value := function.of(one.distance) * s.weights[one.particle]
			if curve.charges {
				value *= one.charges
			}
			for axis := range 3 {
				column[3*one.particle+axis] += float64(value * one.direction[axis])
			}
		}
		all[b] = column
	}
	return all
}

// solution holds the coefficients of basis functions, and the weighted squares that these
// leave.
type solution struct {
	coefficients []float64
	left         float64
}

// gram holds the products of columns with each other and with the forces.
type gram struct {
	columns  [][]float64
	products *mat.SymDense
	right    []float64
	squares  float64 // the sum of squares of the forces
}

// gram returns the products of known columns, of the same samples, and of more columns. It does
// not compute the products of the known columns again.
func (s *linear) gram(known *gram, more [][]float64) *gram {
	old := 0
	g := &gram{columns: more}
	if known != nil {
		old = len(known.columns)
		g.columns, g.right = slices.Concat(known.columns, more), slices.Clone(known.right)
		g.squares = known.squares
	} else {
		g.squares = s.squares()
	}
	if len(g.columns) == 0 {
		return g // a single curve has no others
	}
	g.products = mat.NewSymDense(len(g.columns), nil)
	for a := range g.columns {
		if a < old {
			for b := range a + 1 {
				g.products.SetSym(a, b, known.products.At(a, b))
			}
			continue
		}
		g.right = append(g.right, product(g.columns[a], s.forces))
		for b := range a + 1 {
			g.products.SetSym(a, b, product(g.columns[a], g.columns[b]))
		}
	}
	return g
}

// ridge is added to the diagonal of normal equations with columns of length 1. It keeps them
// solvable if functions are alike on the data.
const ridge = 1e-10

// solve scales each column to length 1 and solves the normal equations.
func (s *linear) solve(g *gram) (solution, error) {
	n := len(g.columns)
	lengths, normal, right := make([]float64, n), mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for a := range n {
		lengths[a] = math.Sqrt(g.products.At(a, a))
		if lengths[a] == 0 {
			lengths[a] = 1
		}
		right.SetVec(a, g.right[a]/lengths[a])
		for b := range a + 1 {
			normal.SetSym(a, b, g.products.At(a, b)/(lengths[a]*lengths[b]))
		}
		normal.SetSym(a, a, normal.At(a, a)+ridge)
	}
	var factors mat.Cholesky
	if !factors.Factorize(normal) {
		return solution{}, errors.New("the forces on the data's particles do not tell its curves apart: take more samples")
	}
	var found mat.VecDense
	if err := factors.SolveVecTo(&found, right); err != nil && found.IsEmpty() {
		return solution{}, fmt.Errorf("the forces on the data's particles hardly tell its curves apart: take more samples (%w)", err)
	}
	result := solution{left: max(g.squares-mat.Dot(&found, right), 0)}
	for a := range n {
		result.coefficients = append(result.coefficients, found.AtVec(a)/lengths[a])
	}
	return result, nil
}

// product returns the scalar product.
func product(a, b []float64) (sum float64) {
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

// curve returns one curve, solved together with all others, and the weighted squares that they
// leave together.
func (s *linear) curve(c int) (curve Curve, left float64, err error) {
	of, own := s.curves[c], s.columns(s.hats(c))
	all, err := s.solve(s.gram(nil, slices.Concat(own, s.columns(s.functions(c)))))
	if err != nil {
		return curve, 0, err
	}
	counts := make([]int, len(of.knots))
	for i := range s.all {
		if s.all[i].kind == of.kind {
			counts[nearest(of.knots, s.all[i].distance)]++
		}
	}
	curve = Curve{Pairs: of.name, pairs: of.pairs, Charges: of.charges, Constrained: of.constrained}
	part := make([]float64, len(s.forces))
	for k, r := range of.knots {
		curve.Points = append(curve.Points, Point{Distance: r, Force: all.coefficients[k], Pairs: counts[k]})
		for i, x := range own[k] {
			part[i] += float64(x * all.coefficients[k])
		}
	}
	curve.Share = math.Sqrt(product(part, part) / s.squares())
	return curve, all.left, nil
}

// nearest returns the index of the knot that is nearest to a distance.
func nearest(knots []float64, r float64) int {
	k, _ := slices.BinarySearch(knots, r)
	if k == len(knots) || k > 0 && r-knots[k-1] < knots[k]-r {
		return k - 1
	}
	return k
}
