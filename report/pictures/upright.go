package pictures

import (
	"gmnc/datasets"
	"gmnc/internal/vector"
	"gmnc/plot"
	"gmnc/system"
)

// axes holds the coordinate axes by their names, which Upright takes.
var axes = map[string]plot.Axis{"x": plot.XAxis, "y": plot.YAxis, "z": plot.ZAxis}

// Upright returns the vertical direction in pictures of a sample. name is auto, for the
// direction that the data set names or else the one against the sample's gravity, an axis x, y
// or z, or any other name for none.
func Upright(name string, about datasets.About, s *system.Sample) plot.Axis {
	if name == "auto" && about.Up != "" {
		name = about.Up
	}
	axis := axes[name]
	if g := system.Gravity.Of(s); g != nil && name == "auto" {
		for k := range axis {
			axis[k] = 0 - float64(g[k])
		}
	}
	return axis
}

// Pivots returns the points where a sample is fixed: its pinned particles, and the joints that
// connect it to the ground.
func Pivots(s system.Sample) (points [][3]float32) {
	positions := plot.Points(s.Position)
	for i, pinned := range system.Pinned.Of(&s) {
		if pinned != 0 {
			points = append(points, positions[i])
		}
	}
	if !s.Jointed() {
		return points
	}
	anchors := plot.Points(system.JointAnchor.Of(&s))
	for _, tree := range s.Objects.Of(system.Tree) {
		points = append(points, anchors[tree[0]])
	}
	return points
}

// Planes returns the planes of a sample that nothing can pass through, with normals of length
// 1.
func Planes(s system.Sample) (all []plot.Plane) {
	given := system.Planes.Of(&s)
	for number := range s.Planes() {
		p := given[number*system.PlaneColumns:][:system.PlaneColumns]
		normal := [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}
		all = append(all, plot.Plane{Normal: vector.Plus([3]float64{}, 1/vector.Norm(normal), normal), Offset: float64(p[3])})
	}
	return all
}
