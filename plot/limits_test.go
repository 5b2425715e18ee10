package plot

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gmnc/internal/test/allclose"
)

// TestTitlesOfSteps: a film says at which step it is, and where its truth has ended, if it has one.
func TestTitlesOfSteps(t *testing.T) {
	film := turning(4)
	film.Title = "run"
	require.Equal(t, "run, step 3", film.titleAt(3))
	film.Truth = film.Truth[:2]
	require.Equal(t, "run, step 1", film.titleAt(1))
	require.Equal(t, "run, step 2, where no truth is known", film.titleAt(2))
	film.Truth = film.Truth[:1]
	require.Equal(t, "run, step 2", film.titleAt(2))
}

// TestExtentOfFilms: a truth of two frames sets the extent, in which predictions stay along both axes of the picture.
func TestExtentOfFilms(t *testing.T) {
	left := func(truth []place, predicted ...place) bool {
		f := &projection{pivots: &moment{}}
		for _, at := range truth {
			f.truth = append(f.truth, &moment{places: []place{at}})
		}
		for _, at := range predicted {
			f.prediction = append(f.prediction, &moment{places: []place{at}})
		}
		f.bound("")
		return len(f.firstExits()) > 0
	}
	require.False(t, left([]place{{}, {x: 40}}, place{}, place{x: 4}, place{x: 50}), "the truth sets the extent")
	require.True(t, left([]place{{}}, place{}, place{x: 4}, place{x: 50}))
	for _, sign := range []float64{-1, 1} {
		start, half := place{y: 2 * sign}, place{y: -2 * sign}
		require.False(t, left([]place{start, half}, place{}, place{y: 4 * sign}))
		require.True(t, left([]place{start, half}, place{}, place{y: 4.01 * sign}))
		require.False(t, left([]place{start, half}, place{}, place{x: 2 * sign}))
		require.True(t, left([]place{start, half}, place{}, place{x: 2.01 * sign}))
	}
}

// TestPlacesThatAreShown: a place is shown if all of its numbers can be drawn, and an exit begins at the truth, or else at the input.
func TestPlacesThatAreShown(t *testing.T) {
	nan := math.NaN()
	require.True(t, place{}.shown())
	for _, at := range []place{{x: nan}, {y: nan}, {depth: nan}} {
		require.False(t, at.shown())
	}
	input, truth := place{1, 0, 0}, place{3, 0, 0}
	for _, known := range []place{truth, nowhere} {
		s := &scene{input: &moment{places: []place{input, {}}}, truth: &moment{places: []place{known, {x: 4}}}, prediction: &moment{places: []place{{x: 99}, {}}}}
		s.dropFar("")
		require.Len(t, s.prediction.exits, 1)
		want := truth
		if !known.shown() {
			want = input
		}
		require.Equal(t, want, s.prediction.exits[0].from)
	}
}

// TestWidestOfParts: parts below each other share the range of all, and the ticks of the part whose range is the largest.
func TestWidestOfParts(t *testing.T) {
	of := func(low, high float64) *Drawing {
		d := &Drawing{plot: newPlot("", "")}
		d.plot.X.Min, d.plot.X.Max = low, high
		d.plot.X.Tick.Marker = plot.ConstantTicks{{Value: high - low}}
		return d
	}
	for _, parts := range [][]*Drawing{{of(0, 10), of(100, 101)}, {of(100, 101), of(0, 10)}, {of(-10, 0), of(100, 101)}, {of(100, 101), of(-10, 0)}} {
		low := min(parts[0].plot.X.Min, parts[1].plot.X.Min)
		alignX(parts)
		for _, part := range parts {
			require.Equal(t, []float64{low, 101}, []float64{part.plot.X.Min, part.plot.X.Max})
			require.Equal(t, plot.ConstantTicks{{Value: 10}}, part.plot.X.Tick.Marker)
		}
	}
}

// TestHeightOfPages: a page has room for its drawing, for the further lines of its title, and for all rows of its legend.
func TestHeightOfPages(t *testing.T) {
	usual := titleHeight("One\nTwo", pictureWidth-2*margin, false)
	d := &Drawing{title: "T", legend: &legend{}, height: 300}
	require.Equal(t, vg.Length(300), d.pageHeight())
	d.title = "1\n2\n3\n4"
	title := titleHeight(d.title, pictureWidth-2*margin, false)
	require.Greater(t, title, usual)
	require.InDelta(t, float64(300+title-usual), float64(d.pageHeight()), 1e-9)
	for range 50 {
		d.legend.add("name")
	}
	require.InDelta(t, float64(50*18+title+2*margin), float64(d.pageHeight()), 1e-9)
}

// TestRowsOfLegends: each entry is a row below the one before, with its mark and its name.
func TestRowsOfLegends(t *testing.T) {
	l := &legend{}
	l.add("a", markLine{})
	l.add("b", markLine{})
	shapes := shapesOf(func(c draw.Canvas) { l.draw(c) })
	require.Equal(t, []string{"1.1: 14.0,34.0 14.0,48.0", "1.1: 14.0,16.0 14.0,30.0"}, []string{shapes[0], shapes[2]})
	require.Contains(t, shapes[1], "a at 36.0,")
	require.Contains(t, shapes[3], "b at 36.0,")
}

// TestRangeOfDots: deviations are in the range, at their lower ends only above 0.
func TestRangeOfDots(t *testing.T) {
	row := &dotRow{count: 2, dots: []dotMark{{at: Estimate{0.5, 0.2}}}, marks: []dotMark{{at: Estimate{3, 4}}}, dashes: []dotMark{{at: Estimate{2, math.NaN()}}}}
	xMin, xMax, yMin, yMax := row.DataRange()
	allclose.Within(t, []float64{-0.5, 1.5, 0.3, 7}, []float64{xMin, xMax, yMin, yMax}, 1e-12)
	row.lying = true
	xMin, xMax, yMin, yMax = row.DataRange()
	allclose.Within(t, []float64{0.3, 7, -0.5, 1.5}, []float64{xMin, xMax, yMin, yMax}, 1e-12)
}

// TestCellsOfOneValue: equal values can be drawn, and a map without any cannot.
func TestCellsOfOneValue(t *testing.T) {
	require.NoError(t, HeatMap(Axes{}, Heat{Rows: []string{"a"}, X: []float64{0, 1, 2}, Values: [][]float64{{3, 3}}}).err)
	require.ErrorContains(t, HeatMap(Axes{Y: "error"}, Heat{Rows: []string{"a"}, X: []float64{0, 1}, Values: [][]float64{{math.NaN()}}}).err, "no error is finite")
}

// TestPointsFarOutside: points of an animation are at most ten panels away, and those that are not finite are there, too.
func TestPointsFarOutside(t *testing.T) {
	m := &motion{view: view{frame: [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}, eye: [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}}, scale: 2, middle: place{x: 1, y: 1}}
	const half, far = motionPanel / 2., 10. * motionPanel
	for point, want := range map[[3]float32][2]float64{
		{1, 1, 0}: {half, half}, {3, 4, 0}: {half + 4, half - 6}, {1e9, 1e9, 0}: {far, -far}, {-1e9, -1e9, 0}: {-far, far}, {float32(math.Inf(1)), 0, 0}: {far, far},
	} {
		x, y := m.at(point)
		require.Equal(t, want, [2]float64{x, y}, "%v", point)
	}
}
