package shooting

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/train/shooting/stretches"
)

// TestLostBodies: a stretch whose motion leaves the range of numbers has no predictions, and one of a fit that is stopped no derivatives.
// Without the equations of bodies, joints move by the model.
func TestLostBodies(t *testing.T) {
	p := cartProblem(carts(t, cartTruth, 2, 5, 0, false))
	f := p.begin(4, 9, true)
	require.True(t, f.jointed())
	ctx, stop := context.WithCancel(t.Context())
	f.ctx, f.at = ctx, slices.Clone(cartTruth)
	for _, gravity := range []float64{math.NaN(), math.Inf(1)} {
		lost, err := f.roll(moved(f.at, 4, gravity), f.offset)
		require.NoError(t, err)
		require.Equal(t, make([]stretches.Rows, 2), lost)
	}
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	by := f.loadSlopes()
	for _, column := range f.bodyColumns(0, by[0]) {
		require.NotNil(t, column)
	}
	stop()
	require.Equal(t, make([]stretches.Rows, 4+len(f.at)), f.bodyColumns(0, by[0]))
	require.ErrorIs(t, f.derive(), context.Canceled)
	p.Bodies = nil
	require.False(t, p.begin(4, 9, true).jointed())
}
