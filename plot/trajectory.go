package plot

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gmnc/system"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Picture holds one system of particles at three moments: its input, a model's prediction, and
// the truth.
type Picture struct {
	// Input, Prediction and Truth are positions, with one for each particle.
	Input, Prediction, Truth [][3]float32
	// Objects are drawn by their bars. Bonds are the other pairs of particles that belong
	// together.
	Objects system.Objects
	Bonds   [][2]int
	Pivots  [][3]float32 // points at which the system is fixed
	Planes  []Plane      // planes that nothing passes through
	Loads   []Load       // loads that act on the input
	Up      Axis         // the direction that is drawn upright
	Unit    string       // the unit of positions; may be empty
	Title   string
}

// Axis is a direction, of any length.
type Axis [3]float64

// These are the coordinate axes. With NoAxis upright, the two directions of the largest spread
// are seen best.
var (
	NoAxis = Axis{}
	XAxis  = Axis{1, 0, 0}
	YAxis  = Axis{0, 1, 0}
	ZAxis  = Axis{0, 0, 1}
)

// vector returns the axis with length 1, or 0 for NoAxis.
func (a Axis) vector() r3.Vec {
	v := r3.Vec{X: a[0], Y: a[1], Z: a[2]}
	if a == NoAxis {
		return v
	}
	return r3.Unit(v)
}

// Trajectory draws a picture: a view of space, without perspective, in a box whose grid is the
// scale for all directions. Nearer particles are larger and cover farther ones. Predictions
// farther away than the picture is wide are arrows at its edge with their distances from the
// truth. Those that are not finite are crosses at the truth, and the legend counts both. It is
// an error if there are no particles, no finite input and truth, if the numbers of particles
// differ, or if an object or bond names a particle that does not exist.
func Trajectory(picture Picture) *Drawing {
	if err := picture.check(); err != nil {
		return &Drawing{err: err}
	}
	scene := newScene(picture)
	if scene.empty() {
		return failed("no input or true position is finite")
	}
	p := newPlot("", "")
	if picture.Unit != "" {
		p.X.Label.Text = "lengths: " + picture.Unit
	}
	p.HideAxes()
	p.Add(scene)
	return &Drawing{plot: p, title: picture.Title, legend: scene.legend(picture, (*moment).label), height: trajectoryHeight, space: true}
}

// legend returns a legend of the moments, named by a function, of the lines that join
// particles, and of the scale.
func (s *scene) legend(picture Picture, name func(*moment) string) *legend {
	legend := &legend{}
	for _, moment := range s.moments {
		legend.add(name(moment), moment)
	}
	for _, kind := range system.ObjectKinds() {
		if picture.Objects.Count(kind) > 0 {
			legend.add(barName(kind), &plotter.Line{LineStyle: barOf(kind).line(1, textGrey)})
		}
	}
	if slices.ContainsFunc(s.joints, func(j joint) bool { return j.width == bondWidth }) {
		legend.add("bond", &plotter.Line{LineStyle: lineOf(bondWidth, textGrey)})
	}
	if len(s.pivots.places) > 0 {
		legend.add(s.pivots.name, s.pivots)
	}
	if len(s.box.patches) > 0 {
		legend.add("plane", planeMark{})
	}
	for _, kind := range []string{"gravity", "force", "torque", "thrust"} {
		if slices.ContainsFunc(picture.Loads, func(l Load) bool { return l.Kind == kind }) {
			legend.add(kind, loadMark{loadColors[kind]})
		}
	}
	legend.add(s.box.scale(), s.box)
	return legend
}

const trajectoryHeight = 11.5 * vg.Centimeter

func (picture Picture) check() error {
	count := len(picture.Input)
	if count == 0 {
		return errors.New("there are no particles")
	}
	if len(picture.Prediction) != count || len(picture.Truth) != count {
		return fmt.Errorf("input, prediction and truth have %d, %d and %d particles, expected the same number", count, len(picture.Prediction), len(picture.Truth))
	}
	for _, kind := range system.ObjectKinds() {
		for i, members := range picture.Objects.Of(kind) {
			if err := checkParticles(members, count); err != nil {
				return fmt.Errorf("%s %d: %w", kind.Name, i, err)
			}
		}
	}
	for i, bond := range picture.Bonds {
		if err := checkParticles(bond[:], count); err != nil {
			return fmt.Errorf("bond %d: %w", i, err)
		}
	}
	return nil
}

func checkParticles(particles []int, count int) error {
	for _, particle := range particles {
		if particle < 0 || particle >= count {
			return fmt.Errorf("there is no particle %d, only 0 to %d", particle, count-1)
		}
	}
	return nil
}

// equalizeScale widens one axis so that a unit has the same length on both.
func equalizeScale(p *plot.Plot, area vg.Rectangle) {
	const margin = 1.06 // for the marks at the edge
	size := area.Size()
	unit := margin * max((p.X.Max-p.X.Min)/float64(size.X), (p.Y.Max-p.Y.Min)/float64(size.Y))
	if unit == 0 || math.IsNaN(unit) { // all points are equal
		unit = 2 / float64(size.X)
	}
	widen := func(axis *plot.Axis, length vg.Length) {
		center := (axis.Min + axis.Max) / 2
		axis.Min, axis.Max = center-unit*float64(length)/2, center+unit*float64(length)/2
	}
	widen(&p.X, size.X)
	widen(&p.Y, size.Y)
}

// Points returns the positions in a flat list, which has three numbers for each.
func Points(flat []float32) [][3]float32 {
	rows := make([][3]float32, len(flat)/3)
	for i := range rows {
		rows[i] = [3]float32(flat[3*i:])
	}
	return rows
}
