package reproduce

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/experiments/reproduce/protocol"
)

// vectorTolerance covers rounding in float64.
const vectorTolerance = 1e-12

func TestOutside(t *testing.T) {
	v := r3.Vec{X: 1, Y: 2, Z: 3}
	for given, want := range map[int]r3.Vec{0: v, 1: {Y: 2, Z: 3}, 2: {Z: 3}, 3: {}, 4: {}} {
		vectors := []r3.Vec{{X: 2}, {X: 5, Y: 1}, {X: 1, Y: 1, Z: 1}, {X: 3, Y: 1, Z: 4}}[:given]
		require.InDelta(t, 0, r3.Norm(r3.Sub(want, outside(v, vectors))), vectorTolerance, "%d vectors", given)
	}
}

// TestTheTargetIsEquivariant: a function of scalar products times vectors, so
// it lies in their span, and of two samples with the same products has the
// same coordinates.
func TestTheTargetIsEquivariant(t *testing.T) {
	f := fitting{protocol.Fit{Vectors: 2, Given: 2, Samples: 20, Seed: 1}}
	e := f.draw(0)
	require.Equal(t, e, f.draw(0))
	require.NotEqual(t, e, f.draw(1))
	for i, z := range e.vectors {
		require.InDelta(t, 0, r3.Norm(outside(e.target[i], z)), vectorTolerance)
	}
}

func TestUniversality(t *testing.T) {
	errors := func(f protocol.Fit) float64 {
		t.Helper()
		f.Vectors, f.Samples, f.Steps, f.Seed = 3, 500, 1000, 1
		errs, err := fitting{f}.do(t.Context(), func(float64) {})
		require.NoError(t, err)
		return errs.Mean
	}
	narrow, wide := errors(protocol.Fit{Given: 3, Width: 1}), errors(protocol.Fit{Given: 3, Width: 32})
	require.Less(t, wide, narrow/5, "with three vectors the error falls as the width grows")
	left := errors(protocol.Fit{Given: 1, Outside: true})
	require.Greater(t, left, 0.3)
	require.InEpsilon(t, left, errors(protocol.Fit{Given: 1, Width: 32}), 0.1, "with one vector it stops at what is outside its span")
}

func TestAFitIsStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := fitting{protocol.Fit{Vectors: 3, Given: 3, Width: 2, Samples: 10, Steps: 100, Seed: 1}}.do(ctx, func(float64) {})
	require.ErrorIs(t, err, context.Canceled)
}

func TestUniversalityIsATable(t *testing.T) {
	table := protocol.Table{Name: "small", Metric: protocol.RelativeError, Figure: protocol.OverWidths, Rows: protocol.Fitted(), Columns: protocol.Widths(1, 2)}
	for i := range table.Rows {
		table.Rows[i].Fit.Steps = 20
	}
	for i := range table.Columns {
		table.Columns[i].TrainSize = 50
	}
	report := reproduced(t, smallJob(t, table))
	blank, all := report.Tables[0].Missing()
	require.Equal(t, []int{0, 24}, []int{blank, all})
	outside := report.Tables[0].Comparisons[:2]
	require.Equal(t, outside[0].Measured, outside[1].Measured, "it has no width")
	_, err := report.Write(t.TempDir(), "gmnc reproduce small")
	require.NoError(t, err)
}

// TestProductsOfVectors: the scalar products of vectors have the norm 1 together.
func TestProductsOfVectors(t *testing.T) {
	got := normalizedGram([]r3.Vec{{X: 1}, {X: 1, Y: 2}})
	norm := math.Sqrt(1 + 1 + 1 + 25)
	for i, want := range []float64{1, 1, 1, 5} {
		require.InDelta(t, want/norm, got[i], 1e-12)
	}
	require.Len(t, got, 4)
}

// TestRelativeErrors: errors are relative to the mean square of the target.
func TestRelativeErrors(t *testing.T) {
	errs := relative([]r3.Vec{{X: 1}, {Y: 3}}, []r3.Vec{{X: 2}, {Z: 4}})
	require.InDelta(t, (1./10+9./10)/2, errs.Mean, 1e-12)
}

// TestWorkOfFits: a layer multiplies its features in each sample and step, forwards and back, and what is not fitted is only computed.
func TestWorkOfFits(t *testing.T) {
	f := fitting{protocol.Fit{Vectors: 3, Given: 2, Width: 5, Samples: 7, Steps: 11}}
	require.EqualValues(t, 3*11*7*5*(4+9+2), f.work())
	f.Outside = true
	require.EqualValues(t, 7, f.work())
}
