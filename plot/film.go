package plot

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"gmnc/system"
)

// Film holds the frames of one system of particles.
type Film struct {
	// Prediction and Truth are positions [frames][particles]. The first frames of the two are
	// equal. The truth may have fewer frames, or none.
	Prediction, Truth [][][3]float32
	// Objects are drawn by their bars. Bonds are the other pairs of particles that belong
	// together.
	Objects system.Objects
	Bonds   [][2]int
	Pivots  [][3]float32 // points at which the system is fixed
	Planes  []Plane      // planes that nothing passes through
	Up      Axis         // the direction that is drawn upright
	Unit    string       // the unit of positions; may be empty
	Title   string
}

// Paths draws the paths of all particles from the first frame to the last, in space as
// Trajectory does. A path ends if a position is not finite, or farther away than the picture is
// wide. There it has a cross or an arrow, with its step.
func Paths(film Film) *Drawing {
	f, err := newProjection(film)
	if err != nil {
		return &Drawing{err: err}
	}
	drawing := f.picture(film, &paths{f})
	drawing.legend.add("first frame", &moment{marker: f.first.marker})
	return drawing
}

// projection is a film as it is seen, with the moments of each frame.
type projection struct {
	first, pivots     *moment
	prediction, truth []*moment
	joints            []joint
	ground            *box  // the planes
	low, high         place // the box around everything that is shown
}

// DataRange implements plot.DataRanger, for everything that is drawn.
func (f *projection) DataRange() (xMin, xMax, yMin, yMax float64) {
	return f.low.x, f.high.x, f.low.y, f.high.y
}

func newProjection(film Film) (*projection, error) {
	if err := film.check(); err != nil {
		return nil, err
	}
	reference := slices.Concat(film.Truth...)
	if len(film.Truth) < 2 {
		reference = slices.Concat(film.Prediction...)
	}
	view := newView(slices.Concat(reference, film.Pivots), film.Up.vector())
	marks := newScene(film.Picture())
	f := &projection{first: marks.input, pivots: marks.pivots, joints: marks.joints}
	for _, point := range film.Pivots {
		f.pivots.places = append(f.pivots.places, view.see(vector(point)))
	}
	seen := func(like *moment, frames [][][3]float32) (moments []*moment) {
		for _, points := range frames {
			m := *like
			m.places = nil
			for _, point := range points {
				m.places = append(m.places, view.see(vector(point)))
			}
			moments = append(moments, &m)
		}
		return moments
	}
	f.prediction, f.truth = seen(marks.prediction, film.Prediction), seen(marks.truth, film.Truth)
	f.bound(film.Unit)
	f.addGround(ground(view, f.near(film), film.Planes))
	return f, nil
}

// near returns the frames of the truth, and those of the prediction without the particles that
// are not drawn.
func (f *projection) near(film Film) [][][3]float32 {
	frames := slices.Clone(film.Truth)
	for step, points := range film.Prediction {
		var drawn [][3]float32
		for i, point := range points {
			if f.prediction[step].places[i].shown() {
				drawn = append(drawn, point)
			}
		}
		frames = append(frames, drawn)
	}
	return frames
}

// addGround makes room for planes.
func (f *projection) addGround(ground *box) {
	f.ground = ground
	for _, seen := range ground.seenPatches() {
		f.low.x, f.high.x = min(f.low.x, seen.x), max(f.high.x, seen.x)
		f.low.y, f.high.y = min(f.low.y, seen.y), max(f.high.y, seen.y)
	}
}

// bound finds the box of the truth, or of the first part of the prediction if there is no
// truth. Predictions that are far from it become exits.
func (f *projection) bound(unit string) {
	known := f.truth
	if len(known) < 2 {
		known = f.prediction[:1+len(f.prediction)/nearFirst]
	}
	f.low, f.high = bounds(known...)
	reach := max(f.high.x-f.low.x, f.high.y-f.low.y) / 2
	inside := slices.Clone(f.prediction[0].places) // where each particle was last inside
	for step, m := range f.prediction {
		for i, at := range m.places {
			if !at.shown() || at.x < f.low.x-reach || at.x > f.high.x+reach || at.y < f.low.y-reach || at.y > f.high.y+reach {
				truth := inside[i]
				if step < len(f.truth) {
					truth = f.truth[step].places[i]
				}
				m.leave(i, inside[i], truth, fmt.Sprintf("step %d", step), unit)
			} else {
				inside[i] = at
			}
		}
	}
	f.low, f.high = bounds(append(slices.Concat(f.prediction, f.truth), f.pivots)...)
}

// nearFirst is the inverse of the fraction of the frames that determine the box if there is no
// truth.
const nearFirst = 2

// firstExits returns the first exit of each particle.
func (f *projection) firstExits() (all []exit) {
	gone := map[int]bool{}
	for _, m := range f.prediction {
		for _, e := range m.exits {
			if !gone[e.particle] {
				gone[e.particle] = true
				all = append(all, e)
			}
		}
	}
	return all
}

func (film Film) check() error {
	if len(film.Prediction) == 0 || len(film.Prediction[0]) == 0 {
		return errors.New("there are no frames, or no particles in them")
	}
	if len(film.Truth) > len(film.Prediction) {
		return fmt.Errorf("the truth has %d frames, expected no more than the %d predicted ones", len(film.Truth), len(film.Prediction))
	}
	first := film.Prediction[0]
	for i, frame := range slices.Concat(film.Prediction, film.Truth) {
		if len(frame) != len(first) {
			return fmt.Errorf("frame %d of all has %d particles, expected %d", i, len(frame), len(first))
		}
	}
	if !slices.ContainsFunc(first, finite) {
		return errors.New("no position of the first frame is finite")
	}
	return film.Picture().check()
}

// Picture returns a picture with the first frame as all its three moments.
func (film Film) Picture() Picture {
	first := film.Prediction[0]
	return Picture{Input: first, Prediction: first, Truth: first, Objects: film.Objects, Bonds: film.Bonds}
}

// picture returns a drawing of the film, whose legend lacks what only the plotted one has.
func (f *projection) picture(film Film, plotted plot.Plotter) *Drawing {
	p := newPlot("", "")
	if film.Unit != "" {
		p.X.Label.Text = "lengths: " + film.Unit
	}
	p.HideAxes()
	p.Add(grid(), plotted)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = f.low.x, f.high.x, f.low.y, f.high.y
	legend := &legend{}
	name := "prediction"
	if left := f.prediction[len(f.prediction)-1].left(); left != "" {
		name += fmt.Sprintf(" (%s in the end)", left)
	}
	legend.add(name, &plotter.Line{LineStyle: lineOf(stickWidth, f.prediction[0].color)})
	if len(f.truth) > 1 {
		name := "truth"
		if len(f.truth) < len(f.prediction) {
			name = fmt.Sprintf("truth (ends at step %d)", len(f.truth)-1)
		}
		legend.add(name, &plotter.Line{LineStyle: lineOf(stickWidth*truthWidth, f.truth[0].color)})
	}
	if len(f.pivots.places) > 0 {
		legend.add(f.pivots.name, f.pivots)
	}
	if len(f.ground.patches) > 0 {
		legend.add("plane", planeMark{})
	}
	return &Drawing{plot: p, title: film.Title, legend: legend, height: trajectoryHeight, space: true}
}

// paths draws all frames as lines.
type paths struct{ *projection }

// Plot implements plot.Plotter.
func (p *paths) Plot(c draw.Canvas, plotted *plot.Plot) {
	p.ground.drawPatches(c, plotted)
	e := &displayList{canvas: c}
	e.x, e.y = plotted.Transforms(&c)
	for _, frames := range [][]*moment{p.prediction, p.truth} {
		for k := 1; k < len(frames); k++ {
			for i, to := range frames[k].places {
				e.line(lineOf(pathThickness(frames[k]), frames[k].color), frames[k-1].places[i], to, frames[k].layer)
			}
		}
		if len(frames) > 1 {
			p.bars(e, frames[len(frames)-1])
		}
	}
	p.bars(e, &moment{places: p.prediction[0].places, color: p.first.color, marker: p.first.marker})
	for _, at := range p.prediction[0].places {
		e.mark(p.first.marker, at, p.first.layer)
	}
	p.hold(e)
	e.sort()
	for _, stroke := range e.strokes {
		stroke.draw()
	}
	drawExits(c, plotted, p.firstExits(), p.prediction[0].marker)
}

// hold marks the points where the system is fixed.
func (f *projection) hold(e *displayList) {
	for _, at := range f.pivots.places {
		e.mark(f.pivots.marker, at, f.pivots.layer)
	}
}

// pathThickness returns the thickness of paths, which is smaller for those that are drawn on
// top.
func pathThickness(m *moment) float64 { return 1.6 / float64(max(1, m.layer)) }

// bars draws the lines that join the particles of a moment.
func (f *projection) bars(e *displayList, m *moment) {
	for _, j := range f.joints {
		e.line(j.line(truthWidth, m.color), m.places[j.from], m.places[j.to], m.layer)
	}
}
