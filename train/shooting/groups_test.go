package shooting

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
	"gmnc/system"
	"gmnc/train/shooting/stretches"
)

// TestGradientsOfGroups: the gradients of a group are those of its stretches after the move, added up. A stretch without equations has none.
func TestGradientsOfGroups(t *testing.T) {
	e := scoreEquations{
		gradient: mat.NewVecDense(2, nil),
		ofStretches: []*mat.SymDense{
			mat.NewSymDense(2, []float64{1, 0, 0, 2}), nil, mat.NewSymDense(2, []float64{3, 1, 1, 4}), mat.NewSymDense(2, []float64{1, 0, 0, 1}),
		},
		gradients: []*mat.VecDense{mat.NewVecDense(2, []float64{0.5, -1}), nil, mat.NewVecDense(2, []float64{1, 1}), mat.NewVecDense(2, nil)},
	}
	got := e.gradientsAfter(mat.NewVecDense(2, []float64{10, 100}), []int{0, 0, 1, 0}, 2)
	require.Equal(t, []float64{10 + 0.5 + 10, 200 - 1 + 100, 130 + 1, 410 + 1}, got.RawMatrix().Data)
}

// TestSizesOfColumns: a size is a root mean square in units of the noise, in which a channel of less weight has more noise.
func TestSizesOfColumns(t *testing.T) {
	f := &fit{noise: []float64{2, 5}, weights: [][]float64{{1, 0.25}, {1, 1}}}
	for range 2 {
		start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
		f.stretches = append(f.stretches, stretches.Stretch{States: coordinate{}, Recorded: stretches.Rows{0, 0}, Records: [2][]float64{make([]float64, 3), make([]float64, 3)}, Start: start})
	}
	for _, c := range []struct {
		column  []stretches.Rows
		squares float64
		count   float64
	}{
		{[]stretches.Rows{{6, 0}, nil}, 9, 2},
		{[]stretches.Rows{{6}, nil}, 9, 1},
		{[]stretches.Rows{nil, {0, 10}}, 4, 2},
		{[]stretches.Rows{{0, 10}, nil}, 1, 2},
		{[]stretches.Rows{{2, 20}, {4, 15}}, 1 + 4 + 4 + 9, 4},
		{[]stretches.Rows{nil, nil}, 0, 1},
	} {
		require.InDelta(t, c.squares, f.squares(c.column), 1e-12, "%v", c.column)
		require.InDelta(t, math.Sqrt(c.squares/c.count), f.size(c.column), 1e-12, "%v", c.column)
	}
}

// TestDirectionsOfFactors: each factor moves with the parameters that adjust to it, and without the other factors.
func TestDirectionsOfFactors(t *testing.T) {
	e := scoreEquations{
		products: mat.NewSymDense(4, []float64{
			2, 0, 1, 0,
			0, 4, 0, 2,
			1, 0, 5, 3,
			0, 2, 3, 5,
		}),
		gradient: mat.NewVecDense(4, nil),
	}
	directions := e.directions(2, []int{0, 1})
	allclose.Within(t, []float64{-0.5, 0, 0, -0.5, 1, 0, 0, 1}, directions.RawMatrix().Data, 1e-6)
	alone := e.directions(2, []int{1})
	allclose.Within(t, []float64{0, 0, 0, -0.5, 1, 0, 0, 1}, alone.RawMatrix().Data, 1e-6, "the first is fixed")
}
