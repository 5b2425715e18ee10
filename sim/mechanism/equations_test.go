package mechanism

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/test/allclose"
)

// TestSolve holds the solution of the equations to gonum's: two turning bodies under forces, loads and
// resistances.
func TestSolve(t *testing.T) {
	m, err := New(Mechanism{
		Bodies: []Body{
			{Joint: Revolute(r3.Vec{X: 1}), Parent: -1, Members: []int{0, 1}},
			{Joint: Ball(), Parent: 0, Anchor: r3.Vec{Y: 1}, Members: []int{2, 3, 4}},
		},
		Rest: []r3.Vec{{Y: 1}, {Z: 2}, {X: 1}, {Y: 2, Z: 1}, {X: 1, Z: 3}}, Mass: []float64{1, 2, 3, 4, 5},
	})
	require.NoError(t, err)
	w := newWork(m)
	w.place(m.AtRest())
	w.weigh()
	force := []r3.Vec{{X: 1}, {Y: 2}, {Z: 3}, {X: 4, Y: 1}, {Z: 5}}
	copy(w.load, []float64{1, 2, 3, 4})
	copy(w.resistance, []float64{0.5, 0, 1, 2})
	h, right := w.massMatrix(), mat.NewVecDense(4, nil)
	for d := range 4 {
		h.SetSym(d, d, h.At(d, d)+w.resistance[d])
		right.SetVec(d, w.load[d])
		for i, f := range force {
			right.SetVec(d, right.AtVec(d)+r3.Dot(w.moving[d][i], f))
		}
	}
	var factors mat.Cholesky
	require.True(t, factors.Factorize(h))
	var want mat.VecDense
	require.NoError(t, factors.SolveVecTo(&want, right))
	got := make([]float64, 4)
	w.solve(got, force)
	allclose.Within(t, want.RawVector().Data, got, 1e-13)
}
