package plot

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// projectionTolerance covers the rounding of the eigenvectors of a 3 x 3
// matrix with entries near 10.
const projectionTolerance = 1e-12

func TestPrincipalAxesShowTheSpread(t *testing.T) {
	// Spread 4 along z, 2 along x, 1 along y about (1, 2, 3).
	points := [][3]float32{{1, 2, 7}, {1, 2, -1}, {3, 2, 3}, {-1, 2, 3}, {1, 3, 3}, {1, 1, 3}}
	plane := principal(points)
	place := plane.project([3]float32{1 + 2, 2 + 3, 3 + 5})
	require.InDelta(t, 5, place.X, projectionTolerance)
	require.InDelta(t, 2, place.Y, projectionTolerance)
	for i := range points { // the order of points must not flip an axis
		turned := principal(append(append([][3]float32{}, points[i:]...), points[:i]...))
		for axis := range 2 {
			require.InDeltaSlice(t, plane.axes[axis][:], turned.axes[axis][:], projectionTolerance)
		}
	}
}

func TestAUnitIsAsLongOnBothAxes(t *testing.T) {
	p := plot.New()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 10, -1, 1
	area := vg.Rectangle{Max: vg.Point{X: 300, Y: 200}}
	equaliseScale(p, area)
	unit := (p.X.Max - p.X.Min) / 300
	require.InDelta(t, unit, (p.Y.Max-p.Y.Min)/200, projectionTolerance)
	require.Less(t, p.X.Min, 0.0)
	require.Greater(t, p.X.Max, 10.0)
}

func TestTicksAreRound(t *testing.T) {
	labels := func(ticks []plot.Tick) (labels []string) {
		for _, tick := range ticks {
			if tick.Label != "" {
				labels = append(labels, tick.Label)
			}
		}
		return labels
	}
	require.Equal(t, []string{"0", "100", "200", "300", "400", "500", "600"}, labels(linearTicks(-11, 612)))
	require.Equal(t, []string{"0.02", "0.05", "0.1", "0.2", "0.5"}, labels(logarithmicTicks(0.014, 0.8)))
	require.Equal(t, []string{"0.001", "0.01", "0.1", "1"}, labels(logarithmicTicks(0.0009, 1.1)))
	require.Equal(t, []string{"0.0265", "0.027", "0.0275"}, labels(logarithmicTicks(0.0262, 0.0279)))
}
