package harmonics

import "math"

// MaxDegree is the highest degree of [Recursion]: the degree of the product of two
// features of degree 2.
const MaxDegree = 4

// Step makes the harmonics of a degree from the harmonics of two lower degrees:
//
//	Y_l = (Y_l1 (x) Y_l2) Table
//
// with the outer product as a row of (2 l1 + 1)(2 l2 + 1) numbers and Table
// with 2l + 1 columns, row-major.
type Step struct {
	Degree, First, Second int
	Table                 []float64
}

// Recursion gives the harmonics of degrees 2 to MaxDegree, in order, from the harmonic of
// degree 1, which is sqrt(3 / 4 pi) times the unit vector. Each is a Clebsch-Gordan
// product, scaled to the norm of harmonics, |Y_l|^2 = (2l + 1) / 4 pi. They are
// polynomials in the vector without a lower term: of the vector 0 they are 0.
func Recursion() []Step {
	known := [][]float64{{Norm(0)}, {0, Norm(1), 0}} // at the pole
	var steps []Step
	for _, degrees := range [][3]int{{2, 1, 1}, {3, 2, 1}, {4, 2, 2}} {
		step := Step{degrees[0], degrees[1], degrees[2], ClebschGordan(degrees[1], degrees[2], degrees[0])}
		// At the pole only the component m = 0 is there, and it is positive.
		scale := Norm(step.Degree) / step.apply(known[step.First], known[step.Second])[step.Degree]
		for i := range step.Table {
			step.Table[i] *= scale
		}
		known = append(known, step.apply(known[step.First], known[step.Second]))
		steps = append(steps, step)
	}
	return steps
}

// Norm is |Y_l|, the same in all directions.
func Norm(degree int) float64 { return math.Sqrt(float64(2*degree+1) / (4 * math.Pi)) }

func (s Step) apply(first, second []float64) []float64 {
	result := make([]float64, 2*s.Degree+1)
	for i, a := range first {
		for j, b := range second {
			for k := range result {
				result[k] += float64(a * b * s.Table[(i*len(second)+j)*len(result)+k])
			}
		}
	}
	return result
}

// At evaluates the harmonics of degrees 0 to MaxDegree at a unit vector.
func At(direction [3]float64) [][]float64 {
	first := make([]float64, 3)
	for axis, x := range direction {
		first[axis] = Norm(1) * x
	}
	values := [][]float64{{Norm(0)}, first}
	for _, step := range Recursion() {
		values = append(values, step.apply(values[step.First], values[step.Second]))
	}
	return values
}
