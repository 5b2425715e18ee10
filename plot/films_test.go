package plot

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gmnc/internal/test/allclose"
)

// namesOf are the names in the legend of a drawing.
func namesOf(t *testing.T, d *Drawing) (names []string) {
	require.NoError(t, d.err)
	for _, entry := range d.legend.entries {
		names = append(names, entry.name)
	}
	return names
}

// TestLegendsOfFilms: the legend says where the truth ends, how many particles are lost in the end, and what is fixed.
func TestLegendsOfFilms(t *testing.T) {
	film := turning(4)
	require.Equal(t, []string{"prediction", "truth", "first frame"}, namesOf(t, Paths(film)))
	film.Truth = film.Truth[:3]
	film.Prediction[3][1][0] = float32(math.NaN())
	film.Pivots, film.Planes = [][3]float32{{0, 0, 1}}, []Plane{{Normal: ZAxis, Offset: -0.1}}
	require.Equal(t, []string{"prediction (1 not finite in the end)", "truth (ends at step 2)", "fixed", "plane", "first frame"}, namesOf(t, Paths(film)))
	film.Truth = film.Truth[:1]
	require.NotContains(t, namesOf(t, Paths(film)), "truth")
	f, err := newProjection(film)
	require.NoError(t, err)
	require.Len(t, f.pivots.places, 1)
	first := f.firstExits()[0]
	require.Equal(t, []any{1, f.prediction[2].places[1], "step 3, not finite"}, []any{first.particle, first.from, first.name}, "from where it was last")
	e := &displayList{}
	f.hold(e)
	require.Len(t, e.strokes, 1)
	xMin, xMax, yMin, yMax := f.DataRange()
	require.Equal(t, []float64{f.low.x, f.high.x, f.low.y, f.high.y}, []float64{xMin, xMax, yMin, yMax})
	require.Equal(t, []float64{1.6, 1.6, 0.8}, []float64{pathThickness(&moment{}), pathThickness(&moment{layer: 1}), pathThickness(&moment{layer: 2})})
}

// TestPredictionsThatLeaveAFilm: a prediction may be half of the extent of the truth outside of it; beyond that it leaves, and
// without a truth the first half of the prediction sets the extent.
func TestPredictionsThatLeaveAFilm(t *testing.T) {
	exits := func(truth int, far float64) int {
		f := &projection{pivots: &moment{}}
		add := func(to *[]*moment, x float64) { *to = append(*to, &moment{places: []place{{x, 0, 0}}}) }
		for k := range truth {
			add(&f.truth, float64(4*k))
		}
		add(&f.prediction, 0)
		add(&f.prediction, 4)
		add(&f.prediction, far)
		f.bound("")
		return len(f.firstExits())
	}
	require.Zero(t, exits(2, 6))
	require.Equal(t, 1, exits(2, 6.01))
	require.Equal(t, 1, exits(2, -2.01))
	require.Zero(t, exits(1, 6))
	require.Equal(t, 1, exits(0, 6.01))
}

// TestLook: the upright direction, and the one away from the eye, are across each other and of length 1.
func TestLook(t *testing.T) {
	height, away := Look([][3]float32{{0, 0, 0}, {3, 0, 0}, {0, 1, 0}, {0, 0, 2}}, ZAxis)
	require.Equal(t, [3]float64{0, 0, 1}, height)
	allclose.Within(t, []float64{1}, []float64{math.Sqrt(away[0]*away[0] + away[1]*away[1] + away[2]*away[2])}, 1e-12)
	require.Negative(t, away[2], "from above")
	height, _ = Look([][3]float32{{0, 0, 0}, {3, 0, 0}, {0, 1, 2}}, Axis{0, 2, 0})
	require.Equal(t, [3]float64{0, 1, 0}, height)
	require.Equal(t, r3.Vec{}, NoAxis.vector())
	require.Equal(t, []r3.Vec{{Z: 1}, {Y: 1}, {Z: 1}, {}}, []r3.Vec{within(r3.Vec{Y: 1}), within(r3.Vec{Z: 1}), within(r3.Vec{X: 1}), within(r3.Unit(r3.Vec{X: 1, Y: 1, Z: 1}))})
}

// TestPoints: three numbers of a flat list are a position.
func TestPoints(t *testing.T) {
	require.Equal(t, [][3]float32{{1, 2, 3}, {4, 5, 6}}, Points([]float32{1, 2, 3, 4, 5, 6}))
	require.Empty(t, Points(nil))
}

// TestDrawingsThatFail: what has nothing to draw says so, and a grid leaves out the parts that fail, unless all do.
func TestDrawingsThatFail(t *testing.T) {
	good, bad := Curves(Axes{X: "x", Y: "y"}, losses), Curves(Axes{X: "x", Y: "y"}, nil)
	require.Len(t, Grid("", 2, bad, good, bad).parts, 1)
	require.Same(t, bad, Grid("", 2, bad, bad))
	require.ErrorContains(t, Multiples(Axes{}, []string{"a"}, nil).err, "1 names of 0 parts")
	require.ErrorContains(t, Multiples(Axes{}, []string{"a"}, [][]Series{nil}).err, "no series has a finite")
	require.ErrorContains(t, SideBySide("", nil).err, "there are no predictions")
	wrong := onePicture()
	wrong.Truth = nil
	require.ErrorContains(t, SideBySide("", []Picture{wrong}).err, "input, prediction and truth have 5, 5 and 0 particles")
	_, err := bad.SVG()
	require.Equal(t, bad.err, err)
	_, err = Motion("", nil)
	require.ErrorContains(t, err, "there are no films")
	_, err = Motion("", []Moving{{Film: Film{Title: "empty"}}})
	require.ErrorContains(t, err, "empty: there are no frames")
	sized := good.Sized(3, 4)
	require.Equal(t, []vg.Length{3 * vg.Centimeter, 4 * vg.Centimeter}, []vg.Length{sized.wide, sized.height})
	require.Zero(t, good.wide)
	require.Equal(t, pictureWidth, good.width())
	require.Equal(t, 3*vg.Centimeter, sized.width())
}

// TestColumnsOfMultiples: three parts in a row at most, and four in two rows.
func TestColumnsOfMultiples(t *testing.T) {
	for count, columns := range map[int]int{1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 7: 3} {
		names, series := make([]string, count), make([][]Series, count)
		for i := range series {
			series[i] = losses
		}
		d := Multiples(Axes{X: "x", Y: "y", Title: "T"}, names, series)
		require.Equal(t, columns, d.columns)
		require.Equal(t, []string{"x", "y"}, []string{d.xLabel, d.yLabel})
		rows := vg.Length((count + columns - 1) / columns)
		require.InDelta(t, float64(titleHeight("T\n", 22*vg.Centimeter, false)+2*margin+rows*5*vg.Centimeter), float64(d.height), 1e-9)
	}
}

// TestWideningOfAxes: a fiftieth of the range to either side, half of the size of equal values, and a factor on logarithmic axes.
func TestWideningOfAxes(t *testing.T) {
	of := func(widen func(axis *plot.Axis), low, high float64) []float64 {
		axis := plot.Axis{Min: low, Max: high}
		widen(&axis)
		return []float64{axis.Min, axis.Max}
	}
	allclose.Within(t, []float64{-0.2, 10.2}, of(addMargin, 0, 10), 1e-12)
	allclose.Within(t, []float64{2, 6}, of(addMargin, 4, 4), 1e-12)
	allclose.Within(t, []float64{-0.5, 0.5}, of(addMargin, 0, 0), 1e-12)
	allclose.Within(t, []float64{-0.3, 0.7}, of(addMargin, 0.2, 0.2), 1e-12)
	allclose.Within(t, []float64{2 / 1.15, 8 * 1.15}, of(useLogarithm, 2, 8), 1e-12)
	require.Equal(t, math.SmallestNonzeroFloat64, of(useLogarithm, math.SmallestNonzeroFloat64, 1)[0])
	axis := plot.Axis{Min: 0, Max: 8}
	scale(&axis, true)
	require.False(t, logarithmic(&axis), "0 has no logarithm")
}

// TestAxisLabels: a label takes the height of its lines and its padding, and is centered or inside the page.
func TestAxisLabels(t *testing.T) {
	axis := newPlot("one", "two").X
	label := takeLabel(&axis, 0, 100)
	require.Empty(t, axis.Label.Text)
	line := label.style.FontExtents().Height
	require.Equal(t, 6+line, label.height())
	label.text = "one\ntwo"
	require.Equal(t, 6+2*line, label.height())
	require.Zero(t, axisLabel{}.height())
	require.Empty(t, shapesOf(func(c draw.Canvas) { axisLabel{}.draw(c, vg.Point{}) }))
	label.text = "w"
	width := label.style.Width("w")
	for x, want := range map[vg.Length]vg.Length{50: 50 - width/2, 0: 0, 100: 100 - width} {
		at := shapesOf(func(c draw.Canvas) { label.draw(c, vg.Point{X: x}) })
		require.Len(t, at, 1)
		allclose.Within(t, []float64{float64(want)}, []float64{positionOf(t, at[0])}, 0.11)
	}
}

// positionOf is the X of a text of one letter.
func positionOf(t *testing.T, shape string) (x float64) {
	var y float64
	_, err := fmt.Sscanf(shape, "w at %f,%f", &x, &y)
	require.NoError(t, err)
	return x
}
