package plot

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"gmnc/internal/test/allclose"
)

// shapesOf returns the lines and areas that are drawn on a canvas of 100 by 50 points, as the corners
// of each to a tenth of a point, after the width of a line or the color of an area.
func shapesOf(picture func(c draw.Canvas)) (shapes []string) {
	var canvas recorder.Canvas
	picture(draw.NewCanvas(&canvas, 100, 50))
	corners := func(path vg.Path) string {
		var all []string
		for _, part := range path {
			switch part.Type {
			case vg.ArcComp:
				all = append(all, fmt.Sprintf("arc %.1f", part.Radius))
			case vg.CloseComp:
			default:
				all = append(all, fmt.Sprintf("%.1f,%.1f", math.Round(10*float64(part.Pos.X))/10+0, math.Round(10*float64(part.Pos.Y))/10+0))
			}
		}
		return strings.Join(all, " ")
	}
	width, paint := vg.Length(0), ""
	for _, action := range canvas.Actions {
		switch a := action.(type) {
		case *recorder.SetLineWidth:
			width = a.Width
		case *recorder.SetColor:
			paint = hexOf(a.Color)
		case *recorder.Stroke:
			shapes = append(shapes, fmt.Sprintf("%.1f: %s", float64(width), corners(a.Path)))
		case *recorder.Fill:
			shapes = append(shapes, paint+": "+corners(a.Path))
		case *recorder.FillString:
			shapes = append(shapes, fmt.Sprintf("%s at %.1f,%.1f", a.String, float64(a.Point.X), float64(a.Point.Y)))
		}
	}
	return shapes
}

// unitPlot returns a plot in which a unit of X and of Y is a point of the canvas.
func unitPlot() *plot.Plot {
	p := newPlot("", "")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 100, 0, 50
	return p
}

// TestArrows: an arrow's head begins four points before the end of its line and ends two points behind it; an arrow of
// less than a point is a dot.
func TestArrows(t *testing.T) {
	arrow := func(x, y vg.Length) []string {
		return shapesOf(func(c draw.Canvas) { drawArrow(c, vg.Point{X: 10, Y: 10}, vg.Point{X: 10 + x, Y: 10 + y}, blue) })
	}
	require.Equal(t, []string{"1.6: 10.0,10.0 31.0,10.0", "#0072b2: 33.0,10.0 27.0,13.2 27.0,6.8"}, arrow(21, 0))
	require.Equal(t, []string{"1.6: 10.0,10.0 10.0,31.0", "#0072b2: 10.0,33.0 6.8,27.0 13.2,27.0"}, arrow(0, 21))
	require.Len(t, arrow(0.6, 0.8), 2)
	dot := arrow(0.6, 0.79)
	require.Len(t, dot, 1)
	require.Contains(t, dot[0], "arc 2.0")
	require.Empty(t, shapesOf(func(c draw.Canvas) { drawHead(c, vg.Point{}, vg.Point{}, blue) }))
	require.Equal(t, []string{"1.6: 3.0,25.0 95.0,25.0", "#0072b2: 97.0,25.0 91.0,28.2 91.0,21.8"},
		shapesOf(func(c draw.Canvas) { loadMark{blue}.Thumbnail(&c) }))
}

// TestTorqueArrows: the ring of a torque has a head at its end.
func TestTorqueArrows(t *testing.T) {
	s := &scene{loads: []loadArrow{{from: place{10, 10, 0}, to: place{31, 10, 0}, ring: []place{{1, 2, 0}, {5, 2, 0}, {5, 30, 0}}, color: green}}}
	shapes := shapesOf(func(c draw.Canvas) { s.drawLoads(c, unitPlot()) })
	require.Equal(t, []string{"1.6: 1.0,2.0 5.0,2.0 5.0,30.0", "#009169: 5.0,32.0 1.8,26.0 8.2,26.0"}, shapes[2:])
	v := view{frame: [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}, eye: [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}}
	for _, axis := range []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}, {X: 0.9, Y: math.Sqrt(0.19)}} {
		ring := v.ring(r3.Vec{X: 1, Y: 2, Z: 3}, axis, 0.5)
		require.Len(t, ring, 25)
		offset := func(k int) r3.Vec {
			return r3.Sub(r3.Vec{X: ring[k].x, Y: ring[k].y, Z: ring[k].depth}, r3.Vec{X: 1, Y: 2, Z: 3})
		}
		for k := range ring {
			allclose.Within(t, []float64{0.5, 0}, []float64{r3.Norm(offset(k)), r3.Dot(offset(k), axis)}, 1e-12)
		}
		require.InDelta(t, 0.25*math.Sin(1.6*math.Pi/24), r3.Dot(axis, r3.Cross(offset(0), offset(1))), 1e-12, "right-handed")
		require.InDelta(t, 0.25*math.Cos(1.6*math.Pi), r3.Dot(offset(0), offset(24)), 1e-12, "four fifths")
	}
}

// TestExitArrows: an exit's arrow ends where its line leaves the canvas, 26 points after its beginning.
func TestExitArrows(t *testing.T) {
	c := draw.NewCanvas(&recorder.Canvas{}, 100, 50)
	from := vg.Point{X: 60, Y: 20}
	for _, d := range []struct {
		dx, dy float64
		want   vg.Point
	}{
		{3, 0, vg.Point{X: 100, Y: 20}}, {-3, 0, vg.Point{X: 0, Y: 20}}, {0, 0.1, vg.Point{X: 60, Y: 50}}, {0, -9, vg.Point{X: 60, Y: 0}},
		{4, 3, vg.Point{X: 100, Y: 50}}, {4, 1, vg.Point{X: 100, Y: 30}}, {-4, -2, vg.Point{X: 20, Y: 0}}, {0, 0, from},
	} {
		at := edge(c, from, d.dx, d.dy)
		allclose.Within(t, []float64{float64(d.want.X), float64(d.want.Y)}, []float64{float64(at.X), float64(at.Y)}, 1e-9, "%v", d)
	}
	require.Equal(t, vg.Point{X: 101, Y: 20}, edge(c, vg.Point{X: 101, Y: 20}, 1, 0), "one outside stays")
	require.Equal(t, []string{"1.8: 74.0,20.0 91.0,20.0", "#0072b2: 100.0,20.0 91.0,24.5 91.0,15.5"},
		shapesOf(func(c draw.Canvas) { arrow(c, vg.Point{X: 100, Y: 20}, 5, 0, blue) }))
	require.Equal(t, []string{"1.8: 60.0,24.0 60.0,41.0", "#0072b2: 60.0,50.0 55.5,41.0 64.5,41.0"},
		shapesOf(func(c draw.Canvas) { arrow(c, vg.Point{X: 60, Y: 50}, 0, 2, blue) }))
	require.Empty(t, shapesOf(func(c draw.Canvas) { arrow(c, from, 0, 0, blue) }))
}

// TestNamesOfExits: a name is six points from the tip toward the middle, inside the canvas, and has 40 letters at most.
func TestNamesOfExits(t *testing.T) {
	name := func(x, y vg.Length, name string) string {
		shapes := shapesOf(func(c draw.Canvas) { nameExit(c, vg.Point{X: x, Y: y}, name) })
		require.Len(t, shapes, 1)
		return shapes[0]
	}
	var width float64 // of "ab"
	var x, y float64
	_, err := fmt.Sscanf(name(80, 10, "ab"), "ab at %f,%f", &x, &y)
	require.NoError(t, err)
	width = 80 - 6 - x
	require.Greater(t, width, 5.)
	low := y
	require.GreaterOrEqual(t, low, 16.)
	_, err = fmt.Sscanf(name(20, 10, "ab"), "ab at %f,%f", &x, &y)
	require.NoError(t, err)
	require.Equal(t, []float64{26, low}, []float64{x, y})
	_, err = fmt.Sscanf(name(20, 40, "ab"), "ab at %f,%f", &x, &y)
	require.NoError(t, err)
	require.Less(t, y, 34.)
	require.Greater(t, y, 20.)
	_, err = fmt.Sscanf(name(3, 25, "ab"), "ab at %f,%f", &x, &y)
	require.NoError(t, err)
	require.Equal(t, []float64{9, low + 15}, []float64{x, y}, "in the middle it is above")
	require.Contains(t, name(99, 25, strings.Repeat("x", 30)), "at 0.0,", "at the left edge at least")
	require.Contains(t, name(50, 25, strings.Repeat("x", 40)), strings.Repeat("x", 40)+" at")
	require.Contains(t, name(50, 25, strings.Repeat("x", 41)), "…")
}

// TestExitsOnTheCanvas: more than six exits have no names, one without a last position is not drawn, and one that is
// not finite is a cross.
func TestExitsOnTheCanvas(t *testing.T) {
	marker := draw.GlyphStyle{Color: blue, Radius: 3, Shape: draw.CircleGlyph{}}
	one := exit{from: place{50, 25, 0}, to: place{150, 25, 0}, name: "step 1"}
	shapes := func(exits ...exit) []string {
		return shapesOf(func(c draw.Canvas) { drawExits(c, unitPlot(), exits, marker) })
	}
	drawn := shapes(one)
	require.Len(t, drawn, 3)
	require.Equal(t, "1.8: 74.0,25.0 91.0,25.0", drawn[0])
	require.Contains(t, drawn[2], "step 1 at ")
	require.Len(t, shapes(one, one, one, one, one, one), 18)
	require.Len(t, shapes(one, one, one, one, one, one, one), 14)
	require.Len(t, shapes(exit{from: nowhere, to: one.to, name: "lost"}, one), 3)
	cross := shapes(exit{from: one.from, to: nowhere, name: "step 2"})
	require.Len(t, cross, 3)
	half := 5 * math.Cos(math.Pi/4)
	require.Contains(t, cross[0], fmt.Sprintf("%.1f,%.1f", 50-half, 25-half))
}

// TestBands: a band has an area for each run of two points or more, and does not reach the points that are not finite.
func TestBands(t *testing.T) {
	nan := math.NaN()
	b := newBand(Series{X: []float64{10, 20, 30, 40, 50, nan}, Low: []float64{1, 2, 3, nan, 0, 9}, High: []float64{11, 14, 13, 90, 12, 90}}, 1)
	require.Equal(t, color.NRGBA{R: green.R, G: green.G, B: green.B, A: 64}, b.fill)
	xMin, xMax, yMin, yMax := b.DataRange()
	require.Equal(t, []float64{10, 50, 0, 14}, []float64{xMin, xMax, yMin, yMax})
	shapes := shapesOf(func(c draw.Canvas) { b.Plot(c, unitPlot()) })
	require.Len(t, shapes, 1)
	require.Contains(t, shapes[0], ": 10.0,11.0 20.0,14.0 30.0,13.0 30.0,3.0 20.0,2.0 10.0,1.0")
	two := newBand(Series{X: []float64{10, 20, nan, 40, 50}, Low: make([]float64, 5), High: []float64{1, 1, 1, 1, 1}}, 0)
	require.Len(t, shapesOf(func(c draw.Canvas) { two.Plot(c, unitPlot()) }), 2)
}

// TestMarkLines: a marked value has a line over the whole height, unless it is outside the axis.
func TestMarkLines(t *testing.T) {
	for x, want := range map[float64][]string{-1: nil, 0: {"1.1: 0.0,0.0 0.0,50.0"}, 100: {"1.1: 100.0,0.0 100.0,50.0"}, 101: nil} {
		require.Equal(t, want, shapesOf(func(c draw.Canvas) { markLine{x}.Plot(c, unitPlot()) }), "%g", x)
	}
	require.Equal(t, []string{"1.1: 50.0,18.0 50.0,32.0"}, shapesOf(func(c draw.Canvas) { markLine{}.Thumbnail(&c) }))
}

// TestBarsOnTheCanvas: a bar with an outline is hollow, and the baseline crosses its bar.
func TestBarsOnTheCanvas(t *testing.T) {
	area := vg.Rectangle{Min: vg.Point{X: 1, Y: 2}, Max: vg.Point{X: 3, Y: 5}}
	corners := "1.0,2.0 3.0,2.0 3.0,5.0 1.0,5.0 1.0,2.0"
	require.Equal(t, []string{"#0072b2: " + corners}, shapesOf(func(c draw.Canvas) { drawBar(c, fills[1], area) }))
	require.Equal(t, []string{"#ffffff: " + corners, "1.6: " + corners}, shapesOf(func(c draw.Canvas) { drawBar(c, fills[2], area) }))
	row := &barRow{bars: []Bar{{Kind: "k", Value: 20, Straight: 30}, {Kind: "k", Value: math.NaN(), Straight: -5}}, kinds: map[string]draw.LineStyle{"k": fills[1]}}
	xMin, xMax, yMin, yMax := row.DataRange()
	allclose.Within(t, []float64{-0.6, 1.6, -5, 30}, []float64{xMin, xMax, yMin, yMax}, 1e-12)
	p := unitPlot()
	p.X.Min, p.X.Max = -1, 1
	require.Equal(t, []string{"#0072b2: 32.5,0.0 67.5,0.0 67.5,20.0 32.5,20.0 32.5,0.0", "1.4: 82.5,-5.0 117.5,-5.0", "1.4: 32.5,30.0 67.5,30.0"},
		shapesOf(func(c draw.Canvas) { row.Plot(c, p) }))
}

// TestDotsOnTheCanvas: what was expected is a dash over the line of its deviation, of which only the part inside the
// axis is drawn; in a picture that lies, both are turned.
func TestDotsOnTheCanvas(t *testing.T) {
	style := draw.GlyphStyle{Color: blue, Radius: 2, Shape: draw.CircleGlyph{}}
	row := &dotRow{count: 3, dashes: []dotMark{{10, Estimate{20, 5}, style}, {40, Estimate{4, 5}, style}, {70, Estimate{30, 0}, style}, {90, Estimate{30, math.NaN()}, style}}}
	shapes := func(p *plot.Plot) []string { return shapesOf(func(c draw.Canvas) { row.Plot(c, p) }) }
	require.Equal(t, []string{"2.4: 10.0,15.0 10.0,25.0", "1.2: 6.8,20.0 13.2,20.0", "2.4: 40.0,4.0 40.0,9.0", "1.2: 36.8,4.0 43.2,4.0",
		"1.2: 66.8,30.0 73.2,30.0", "1.2: 86.8,30.0 93.2,30.0"}, shapes(unitPlot()))
	xMin, xMax, yMin, yMax := row.DataRange()
	require.Equal(t, []float64{-0.5, 2.5, 4, 30}, []float64{xMin, xMax, yMin, yMax}, "a lower end below 0 does not count")
	row.dashes = row.dashes[:1]
	xMin, xMax, yMin, yMax = row.DataRange()
	require.Equal(t, []float64{-0.5, 2.5, 15, 25}, []float64{xMin, xMax, yMin, yMax})
	row.lying = true
	xMin, xMax, yMin, yMax = row.DataRange()
	require.Equal(t, []float64{15, 25, -0.5, 2.5}, []float64{xMin, xMax, yMin, yMax})
	require.Equal(t, []string{"2.4: 15.0,10.0 25.0,10.0", "1.2: 20.0,6.8 20.0,13.2"}, shapes(unitPlot()))
	row.dots, row.marks, row.dashes = []dotMark{{5, Estimate{Value: 6}, style}}, []dotMark{{5, Estimate{Value: 7}, style}}, nil
	drawn := shapes(unitPlot())
	require.Len(t, drawn, 2)
	require.Contains(t, drawn[0], "arc 1.1")
	require.Contains(t, drawn[1], "arc 2.0")
	require.Equal(t, []string{"1.2: 46.8,25.0 53.2,25.0"}, shapesOf(func(c draw.Canvas) { expectedMark{}.Thumbnail(&c) }))
}

// TestShades: every other place, from the second on, has a shade of its width.
func TestShades(t *testing.T) {
	p := unitPlot()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, 4.5, -0.5, 4.5
	require.Equal(t, []string{"#f6f6f6: 20.0,0.0 40.0,0.0 40.0,50.0 20.0,50.0", "#f6f6f6: 60.0,0.0 80.0,0.0 80.0,50.0 60.0,50.0"},
		shapesOf(func(c draw.Canvas) { shades{&dotRow{count: 5}}.Plot(c, p) }))
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	require.Equal(t, []string{"#f6f6f6: 0.0,30.0 100.0,30.0 100.0,40.0 0.0,40.0"},
		shapesOf(func(c draw.Canvas) { shades{&dotRow{count: 2, lying: true}}.Plot(c, p) }))
}

// TestMarksOfLegends: the marks of a grid, a plane, a color and a diamond.
func TestMarksOfLegends(t *testing.T) {
	require.Equal(t, []string{"0.7: 0.0,22.0 100.0,22.0", "0.7: 0.0,28.0 100.0,28.0"}, shapesOf(func(c draw.Canvas) { new(box).Thumbnail(&c) }))
	require.Equal(t, []string{"1.4: 40.0,20.0 55.0,20.0 60.0,30.0 45.0,30.0 40.0,20.0"}, shapesOf(func(c draw.Canvas) { planeMark{}.Thumbnail(&c) }))
	require.Equal(t, []string{"#0072b2: 0.0,0.0 100.0,0.0 100.0,50.0 0.0,50.0"}, shapesOf(func(c draw.Canvas) { swatch{blue}.Thumbnail(&c) }))
	style := draw.GlyphStyle{Color: blue, Radius: 5}
	require.Equal(t, []string{"#0072b2: 4.0,20.0 10.0,14.0 16.0,20.0 10.0,26.0"},
		shapesOf(func(c draw.Canvas) { diamond{}.DrawGlyph(&c, style, vg.Point{X: 10, Y: 20}) }))
	require.Equal(t, []string{"1.1: 15.0,20.0 arc 5.0"}, shapesOf(func(c draw.Canvas) { ring{}.DrawGlyph(&c, style, vg.Point{X: 10, Y: 20}) }))
}

// TestCellsOnTheCanvas: the first row is on top, and what is not finite has no cell.
func TestCellsOnTheCanvas(t *testing.T) {
	h := &heatCells{Heat: Heat{Rows: []string{"a", "b"}, X: []float64{0, 10, 30}, Values: [][]float64{{1, 2}, {math.NaN(), 1}}}, low: 1, high: 2}
	p := unitPlot()
	p.Y.Max = 2
	low, high := hexOf(h.color(1)), hexOf(h.color(2))
	require.Equal(t, []string{low + ": 0.0,25.0 10.0,25.0 10.0,50.0 0.0,50.0", high + ": 10.0,25.0 30.0,25.0 30.0,50.0 10.0,50.0",
		low + ": 10.0,0.0 30.0,0.0 30.0,25.0 10.0,25.0"}, shapesOf(func(c draw.Canvas) { h.Plot(c, p) }))
}

// TestWallsOfBoxes: a wall has a line at each multiple of the step, and at both ends.
func TestWallsOfBoxes(t *testing.T) {
	axes := [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	b := &box{view: view{frame: axes, eye: axes}, low: [3]float64{5, 5, 0}, high: [3]float64{25, 30, 10}, step: 10}
	lines := func(along, across int) []string {
		return shapesOf(func(c draw.Canvas) { b.lines(c, unitPlot(), b.low, along, across) })
	}
	require.Equal(t, []string{"0.7: 5.0,5.0 5.0,30.0", "0.7: 25.0,5.0 25.0,30.0", "0.7: 10.0,5.0 10.0,30.0", "0.7: 20.0,5.0 20.0,30.0"}, lines(1, 0))
	require.Equal(t, []string{"0.7: 5.0,5.0 25.0,5.0", "0.7: 5.0,30.0 25.0,30.0", "0.7: 5.0,10.0 25.0,10.0", "0.7: 5.0,20.0 25.0,20.0", "0.7: 5.0,30.0 25.0,30.0"}, lines(0, 1))
	xMin, xMax, yMin, yMax := b.DataRange()
	require.Equal(t, []float64{5, 25, 5, 30}, []float64{xMin, xMax, yMin, yMax})
	b.more = []place{{-1, 40, 0}, {26, 2, 0}}
	xMin, xMax, yMin, yMax = b.DataRange()
	require.Equal(t, []float64{-1, 26, 2, 40}, []float64{xMin, xMax, yMin, yMax})
	require.Equal(t, "grid step 10", b.scale())
}
