package plot

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// StraightLine names the baseline of constant velocity in legends; its error is
// predict.StraightLine.
const StraightLine = "constant velocity x + vT"

// Series is one line of a picture, from point to point. X and Y have the same length.
type Series struct {
	Name string
	X, Y []float64
	// Low and High are the ends of the band around the line, as long as X, or nil if there is
	// no band.
	Low, High []float64
	Role      Role
	// Points says that each point has a marker, and that there is no line.
	Points bool
	// Thin says that the series is one of many that need not be distinguished: a gray line
	// without a marker. All thin series of one name share an entry of the legend.
	Thin bool
}

// Mark is a marked value of X, such as the end of the truth.
type Mark struct {
	X    float64 `json:"x"`
	Name string  `json:"name"`
}

// markersPerSeries is roughly the number of points of a long series that have a marker.
const markersPerSeries = 10

// Axes describes the axes of Curves.
type Axes struct {
	Title  string // see Title
	X, Y   string // labels, with their units
	WholeX bool   // only whole numbers have ticks
	LogX   bool   // linear if a value is not positive
	LogY   bool   // the same for Y
	ZeroY  bool   // a linear axis begins at 0
	Marks  []Mark // vertical lines, named in the legend
}

// TimePerEdge draws the nanoseconds per edge over the number of edges in a batch.
func TimePerEdge(title string, series []Series) *Drawing {
	return Curves(Axes{Title: title, X: "edges in a batch", Y: "time per edge, ns", LogX: true, ZeroY: true}, series)
}

// MemoryPerEdge draws the bytes per edge over the number of edges in a batch.
func MemoryPerEdge(title string, series []Series) *Drawing {
	return Curves(Axes{Title: title, X: "edges in a batch", Y: "memory per edge, bytes", LogX: true, LogY: true}, series)
}

// Curves draws series as lines. A value that is not finite leaves a gap. It is an error if
// there is nothing to draw.
func Curves(axes Axes, series []Series) *Drawing {
	p := newPlot(axes.X, axes.Y)
	legend := &legend{}
	p.Add(grid())
	points, err := addAll(p, legend, series)
	if err != nil {
		return &Drawing{err: err}
	}
	if len(points) == 0 {
		return failed("no series has a finite %s at a finite number of %s", axes.Y, axes.X)
	}
	scale(&p.X, axes.LogX)
	if axes.WholeX {
		p.X.Tick.Marker = plot.TickerFunc(wholeTicks)
	}
	scale(&p.Y, axes.LogY)
	if axes.ZeroY {
		p.Y.Min = 0
	}
	for _, mark := range axes.Marks {
		p.Add(markLine{mark.X})
		legend.add(mark.Name, markLine{})
	}
	return &Drawing{plot: p, title: axes.Title, legend: legend, height: curveHeight, chart: chartOfCurves(p, axes, series)}
}

// ZeroToHundred makes Y an axis of percentages from 0 to 100.
func (d *Drawing) ZeroToHundred() *Drawing {
	if d.plot != nil {
		d.plot.Y.Min, d.plot.Y.Max = 0, 100
		d.chart.Percent = true
	}
	return d
}

// These are the width and the height of pictures.
const (
	pictureWidth = 16 * vg.Centimeter
	curveHeight  = 11 * vg.Centimeter
)

// addAll draws all series and returns their points.
func addAll(p *plot.Plot, legend *legend, series []Series) (points plotter.XYs, err error) {
	turn := 0
	for _, s := range series {
		if s.Low != nil && len(s.Low) == len(s.X) && len(s.High) == len(s.X) {
			p.Add(newBand(s, turn)) // below all lines
		}
		if s.Role == NoRole {
			turn++
		}
	}
	turn = 0
	for _, s := range series {
		if len(s.X) != len(s.Y) || s.Low != nil && (len(s.Low) != len(s.X) || len(s.High) != len(s.X)) {
			return nil, fmt.Errorf("series %q has %d places and %d values", s.Name, len(s.X), len(s.Y))
		}
		runs := drawableRuns(s)
		points = slices.Concat(append(runs, points)...)
		if s.Thin {
			addThin(p, legend, s.Name, runs)
			continue
		}
		if style := styleOf(s.Role, s.Name, turn); s.Points {
			addPoints(p, legend, s.Name, slices.Concat(runs...), style)
		} else {
			addSeries(p, legend, s.Name, runs, style)
		}
		if s.Role == NoRole {
			turn++
		}
	}
	return points, nil
}

// drawableRuns splits a series at its gaps.
func drawableRuns(s Series) []plotter.XYs {
	var runs []plotter.XYs
	var run plotter.XYs
	for i := range s.X {
		if drawable(s.X[i]) && drawable(s.Y[i]) {
			run = append(run, plotter.XY{X: s.X[i], Y: s.Y[i]})
		} else if run != nil {
			runs, run = append(runs, run), nil
		}
	}
	if run != nil {
		runs = append(runs, run)
	}
	return runs
}

// addSeries draws the runs of a series. The first point of each run has a marker, so that a run
// of a single point is visible.
func addSeries(p *plot.Plot, legend *legend, name string, runs []plotter.XYs, style seriesStyle) {
	count := 0
	for _, run := range runs {
		count += len(run)
	}
	step := max(1, count/markersPerSeries)
	var marked plotter.XYs
	for _, run := range runs {
		p.Add(&plotter.Line{XYs: run, LineStyle: style.line})
		for i := 0; i < len(run); i += step {
			marked = append(marked, run[i])
		}
	}
	markers := marks{&plotter.Scatter{XYs: marked, GlyphStyle: style.marker}}
	if count == 0 {
		name += " (never finite)"
	} else {
		p.Add(markers)
	}
	legend.add(name, &plotter.Line{LineStyle: style.line}, markers)
}

// addPoints draws the points of a series as small markers.
func addPoints(p *plot.Plot, legend *legend, name string, points plotter.XYs, style seriesStyle) {
	style.marker.Radius *= 0.6
	markers := marks{&plotter.Scatter{XYs: points, GlyphStyle: style.marker}}
	p.Add(markers)
	legend.add(name, markers)
}

// addThin draws the runs of a thin series.
func addThin(p *plot.Plot, legend *legend, name string, runs []plotter.XYs) {
	line := lineOf(0.7, Input.Color())
	for _, run := range runs {
		p.Add(&plotter.Line{XYs: run, LineStyle: line})
	}
	if !legend.has(name) {
		legend.add(name, &plotter.Line{LineStyle: line})
	}
}

// marks are points that, unlike gonum's, do not make the axes longer.
type marks struct{ *plotter.Scatter }

// GlyphBoxes implements plot.GlyphBoxer.
func (marks) GlyphBoxes(*plot.Plot) []plot.GlyphBox { return nil }

func grid() *plotter.Grid {
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = gridGrey, gridGrey
	grid.Horizontal.Width, grid.Vertical.Width = vg.Points(0.6), vg.Points(0.6)
	return grid
}

// scale makes an axis logarithmic if that is asked for and possible.
func scale(axis *plot.Axis, logarithmic bool) {
	if logarithmic && axis.Min > 0 {
		useLogarithm(axis)
	} else {
		addMargin(axis)
	}
}

// addMargin keeps markers off the ends of a linear axis. It widens an axis whose values are all
// equal, or too close to each other for float64 to divide the range.
func addMargin(axis *plot.Axis) {
	const (
		margin   = 0.02 // relative to the range
		smallest = 1e-12
	)
	extra := margin * (axis.Max - axis.Min)
	if size := max(math.Abs(axis.Min), math.Abs(axis.Max)); axis.Max-axis.Min <= smallest*size {
		extra = max(1, size) / 2
	}
	axis.Min, axis.Max = axis.Min-extra, axis.Max+extra
}

// useLogarithm makes an axis of positive values logarithmic, with a little room at both ends.
func useLogarithm(axis *plot.Axis) {
	const margin = 1.15
	axis.Min, axis.Max = axis.Min/margin, axis.Max*margin
	if axis.Min == 0 { // the smallest float64 was divided
		axis.Min = math.SmallestNonzeroFloat64
	}
	axis.Scale = plot.LogScale{}
	axis.Tick.Marker = plot.TickerFunc(logarithmicTicks)
}

// WithStraight adds a line at the error of constant velocity, straight, to errors over epochs.
// The line goes from the first epoch to the last. If the error is not finite, or there are no
// epochs, it returns all as it is.
func WithStraight(all []Series, straight float64) []Series {
	var epochs []float64
	for _, series := range all {
		epochs = append(epochs, series.X...)
	}
	if !drawable(straight) || len(epochs) == 0 {
		return all
	}
	return append(all, Series{Name: StraightLine, Role: Straight, X: []float64{slices.Min(epochs), slices.Max(epochs)}, Y: []float64{straight, straight}})
}
