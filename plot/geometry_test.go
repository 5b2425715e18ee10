package plot

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"gmnc/internal/test/allclose"
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
		allclose.Within(t, want[:], have[:], projectionTolerance)
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

// TestFlatSystemsAreSeenFromTheFront: a plane with the z axis stands on it, and nothing of
// it is foreshortened.
func TestFlatSystemsAreSeenFromTheFront(t *testing.T) {
	points := [][3]float32{{0, 0, 0}, {3, 0, -1}, {1, 0, -2}, {-2, 0, -0.5}}
	for _, up := range []r3.Vec{{}, ZAxis.vector()} {
		v := newView(points, up)
		a, b := v.see(vector(points[1])), v.see(vector(points[2]))
		require.InDelta(t, 2, a.x-b.x, projectionTolerance)
		require.InDelta(t, 1, a.y-b.y, projectionTolerance)
		require.InDelta(t, a.depth, b.depth, projectionTolerance)
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
	equalizeScale(p, area)
	unit := (p.X.Max - p.X.Min) / 300
	require.InDelta(t, unit, (p.Y.Max-p.Y.Min)/200, projectionTolerance)
	require.Less(t, p.X.Min, 0.0)
	require.Greater(t, p.X.Max, 10.0)
}

func TestTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		ticks []plot.Tick
		want  []string
	}{
		{linearTicks(-11, 612), []string{"0", "100", "200", "300", "400", "500", "600"}},
		{linearTicks(0.123405, 0.123474), []string{"0.12341", "0.12342", "0.12343", "0.12344", "0.12345", "0.12346", "0.12347"}},
		{linearTicks(0, 21), []string{"0", "5", "10", "15", "20"}},
		{linearTicks(0, 1.2e6), []string{"0", "200000", "400000", "600000", "800000", "1e+06", "1.2e+06"}},
		{linearTicks(1234566, 1234572), []string{"1234566", "1234567", "1234568", "1234569", "1234570", "1234571", "1234572"}},
		{linearTicks(-1234567.5, -1234567), []string{"-1234567.5", "-1234567.4", "-1234567.3", "-1234567.2", "-1234567.1", "-1234567"}},
		{roundTicks(1)(0, 13), []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"}},
		{roundTicks(1)(0, 14), []string{"0"}}, // too many
		{logarithmicTicks(0.0262, 0.0279), []string{"0.0265", "0.027", "0.0275"}},
		{logarithmicTicks(1, 3.9), []string{"1", "1.5", "2", "2.5", "3", "3.5"}}, // up to a ratio of 4, on a round step
		{logarithmicTicks(1, 4.1), []string{"1", "2", "3"}},                      // up to 10, as many as a small panel has room for
		{logarithmicTicks(1, 9.9), []string{"1", "2", "3", "5"}},
		{logarithmicTicks(1, 11), []string{"1", "2", "5", "10"}}, // up to 100, these multiples
		{logarithmicTicks(0.014, 0.8), []string{"0.02", "0.05", "0.1", "0.2", "0.5"}},
		{logarithmicTicks(1, 99), []string{"1", "2", "5", "10", "20", "50"}},
		{logarithmicTicks(1, 10), []string{"1", "2", "3", "5", "10"}},
		{logarithmicTicks(1, 100), []string{"1", "2", "5", "10", "20", "50", "100"}},
		{logarithmicTicks(1, 4), []string{"1", "2", "3"}},
		{logarithmicTicks(1, 101), []string{"1", "10", "100"}}, // beyond, powers of ten
		{logarithmicTicks(0.0009, 1.1), []string{"0.001", "0.01", "0.1", "1"}},
		{logarithmicTicks(1e-3, 1e4), []string{"0.001", "0.01", "0.1", "1", "10", "100", "1000", "10000"}},
		{logarithmicTicks(1e-4, 1e4), []string{"0.0001", "0.01", "1", "100", "10000"}}, // from eight powers on, every other
	} {
		var labels []string
		for _, tick := range c.ticks {
			if tick.Label == "" {
				continue
			}
			labels = append(labels, tick.Label)
			value, err := strconv.ParseFloat(tick.Label, 64)
			require.NoError(t, err)
			require.InEpsilon(t, 1+value, 1+tick.Value, 1e-12, "the label is where its number is")
		}
		require.Equal(t, c.want, labels)
	}
}

// TestLogarithmicTicksBetweenLabels: the multiples of powers of ten have ticks, too.
func TestLogarithmicTicksBetweenLabels(t *testing.T) {
	var values []float64
	for _, tick := range logarithmicTicks(0.5, 3000) {
		values = append(values, tick.Value)
	}
	require.Len(t, values, 5+9+9+9+3)
	require.InEpsilon(t, 0.5, values[0], 1e-12)
	require.InEpsilon(t, 3000, values[len(values)-1], 1e-12)
}

// TestAxesLeaveRoom for markers at their ends: a fiftieth of the range, a seventh of a
// logarithmic end; values that are all one are in the middle of their axis.
func TestAxesLeaveRoom(t *testing.T) {
	for _, c := range []struct{ min, max, low, high float64 }{
		{0, 100, -2, 102}, {5, 5, 2.5, 7.5}, {0, 0, -0.5, 0.5}, {-0.1, -0.1, -0.6, 0.4}, {1e6, 1e6 + 1e-7, 5e5, 1.5e6},
	} {
		axis := plot.Axis{Min: c.min, Max: c.max}
		scale(&axis, false)
		allclose.Within(t, []float64{c.low, c.high}, []float64{axis.Min, axis.Max}, 1e-6, "%+v", c)
	}
	axis := plot.New().X
	axis.Min, axis.Max = 1, 100
	scale(&axis, true)
	allclose.Within(t, []float64{1 / 1.15, 115}, []float64{axis.Min, axis.Max}, 1e-9)
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
