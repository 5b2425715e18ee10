package plot

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// projectionTolerance covers the rounding of the eigenvectors of a 3 x 3
// matrix with entries near 10.
const projectionTolerance = 1e-12

func TestTheFrameShowsTheSpread(t *testing.T) {
	// Spread 4 along z, 2 along x, 1 along y about (1, 2, 3).
	points := [][3]float32{{1, 2, 7}, {1, 2, -1}, {3, 2, 3}, {-1, 2, 3}, {1, 3, 3}, {1, 1, 3}}
	requireAt := func(want [3]float64, v view) {
		t.Helper()
		have := v.within(r3.Vec{X: 1 + 2, Y: 2 + 3, Z: 3 + 5})
		require.InDeltaSlice(t, want[:], have[:], projectionTolerance)
	}
	requireAt([3]float64{5, 2, -3}, newView(points, r3.Vec{}))
	requireAt([3]float64{5, 3, 2}, newView(points, YAxis.vector()))
	requireAt([3]float64{2, 5, 3}, newView(points, ZAxis.vector()))
	// Points on a line along the height leave a frame to look at.
	requireAt([3]float64{3, 5, -2}, newView(points[:2], ZAxis.vector()))
	for i := range points { // the order of points must not flip an axis
		requireAt([3]float64{5, 2, -3}, newView(slices.Concat(points[i:], points[:i]), r3.Vec{}))
	}
}

func TestTheEyeSeesLengthsAsTheyAre(t *testing.T) {
	v := newView([][3]float32{{1, 2, 7}, {1, 2, -1}, {3, 2, 3}, {1, 3, 3}}, r3.Vec{})
	for i, a := range v.eye {
		for k, b := range v.eye {
			want := 0.0
			if i == k {
				want = 1
			}
			require.InDelta(t, want, r3.Dot(a, b), projectionTolerance)
		}
	}
	near, far := v.see(v.at([3]float64{0, 0, -1})), v.see(v.at([3]float64{0, 0, 1}))
	require.Less(t, near.depth, far.depth)
	require.Less(t, near.y, far.y, "seen from above")
	point := r3.Vec{X: 3, Y: -1, Z: 0.5}
	require.InDelta(t, 0, r3.Norm(r3.Sub(point, v.at(v.within(point)))), projectionTolerance)
}

func TestWhatIsNearCoversWhatIsFar(t *testing.T) {
	require.Equal(t, []float64{1.25, 1, 0.75, 1}, []float64{nearness(-1, -1, 1), nearness(0, -1, 1), nearness(1, -1, 1), nearness(3, 3, 3)})
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

// TestDrawingOrder: near or far, what was measured and predicted is not hidden
// by where it began.
func TestDrawingOrder(t *testing.T) {
	e := &displayList{strokes: []stroke{{depth: 1, layer: 0}, {depth: 9, layer: 2}, {depth: 5, layer: 1}, {depth: 7, layer: 1}}}
	e.sort()
	var depths []float64
	for _, stroke := range e.strokes {
		depths = append(depths, stroke.depth)
	}
	require.Equal(t, []float64{1, 7, 5, 9}, depths)
}
