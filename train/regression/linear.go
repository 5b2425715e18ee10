package regression

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gmnc/system"
)

// linearRidges holds the ridges that are tried, in units of the mean square of an input.
var linearRidges = floats.LogSpan(make([]float64, 9), 1e-6, 1e2)

// linearCandidates returns a linear map for each ridge. Each coordinate of each sample is an
// equation for the weights of all particles at once.
func linearCandidates(training []system.Sample) (all []candidate) {
	by := scalesOf(training)
	n := training[0].Particles()
	inputs, outputs := mat.NewDense(3*len(training), 2*n, nil), mat.NewDense(3*len(training), n, nil)
	for k := range training {
		rows := inputs.Slice(3*k, 3*k+3, 0, 2*n).(*mat.Dense)
		rows.Copy(by.rows(&training[k]))
		outputs.Slice(3*k, 3*k+3, 0, n).(*mat.Dense).Copy(mat.NewDense(n, 3, displacementOf(&training[k])).T())
	}
	var gram mat.SymDense
	gram.SymOuterK(1, inputs.T())
	var right mat.Dense
	right.Mul(inputs.T(), outputs)
	for _, ridge := range linearRidges {
		all = append(all, func() (*Model, error) {
			weights, err := solveRidge(&gram, ridge*float64(len(training)), &right)
			if err != nil {
				return nil, err
			}
			return &Model{displacement: func(s *system.Sample) []float64 {
				var product mat.Dense
				product.Mul(weights.T(), by.rows(s).T())
				return product.RawMatrix().Data
			}}, nil
		})
	}
	return all
}

// rows returns the inputs of a linear map, with a row for each coordinate: first all positions
// about their mean, then all velocities.
func (by scales) rows(s *system.Sample) *mat.Dense {
	n := s.Particles()
	rows := mat.NewDense(3, 2*n, nil)
	for at, x := range centered(s.Position) {
		rows.Set(at%3, at/3, x*by.position)
		rows.Set(at%3, n+at/3, float64(s.Velocity[at])*by.velocity)
	}
	return rows
}
