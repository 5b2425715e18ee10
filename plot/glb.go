package plot

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"gonum.org/v1/gonum/spatial/r3"
)

// GLB returns a film as an animated scene in binary glTF 2.0, which Blender, browsers and 3D
// viewers open. Predictions are spheres, and the truth, as far as it is known, is cubes with
// thinner bars. A step takes 0.12 seconds, lengths are in the unit of the film, and the film's
// Up is up. A particle whose position is not finite has size 0. names are those of particles; a
// particle without a name has its number.
func GLB(film Film, names []string) ([]byte, error) {
	if err := film.check(); err != nil {
		return nil, err
	}
	g := newGLB(film)
	if len(film.Truth) > 1 {
		g.role(film, names, film.Truth, Truth, g.prism(4, math.Sqrt2, Truth), truthWidth)
	}
	g.role(film, names, film.Prediction, Prediction, g.ball(Prediction), 1)
	g.ground(film)
	if len(g.animation.Channels) > 0 { // glTF has no empty animations
		g.doc.Animations = []*gltf.Animation{g.animation}
	}
	var file bytes.Buffer
	if err := gltf.NewEncoder(&file).Encode(g.doc); err != nil {
		return nil, fmt.Errorf("cannot write a scene of glTF: %w", err)
	}
	return file.Bytes(), nil
}

// glb is a scene under construction.
type glb struct {
	doc       *gltf.Document
	root      *gltf.Node
	animation *gltf.Animation
	times     int // the accessor of the seconds of all frames
	frames    int
	radius    float64 // the radius of a particle
}

func newGLB(film Film) *glb {
	g := &glb{doc: gltf.NewDocument(), root: &gltf.Node{Name: "system"}, animation: &gltf.Animation{Name: "rollout"}, frames: len(film.Prediction)}
	g.doc.Asset.Generator = "gmnc"
	g.doc.Nodes = []*gltf.Node{g.root}
	g.doc.Scenes[0] = &gltf.Scene{Name: film.Title, Nodes: []int{0}, Extras: map[string]any{"unit": film.Unit, "secondsAStep": frameTime}}
	if up := film.Up.vector(); up != (r3.Vec{}) {
		turned := turn(up, r3.Vec{Y: 1})
		for i, part := range turned {
			g.root.Rotation[i] = float64(part)
		}
	}
	seconds := make([]float32, g.frames)
	for k := range seconds {
		seconds[k] = float32(float64(k) * frameTime)
	}
	g.times = modeler.WriteAccessor(g.doc, gltf.TargetNone, seconds)
	accessor := g.doc.Accessors[g.times]
	accessor.Min, accessor.Max = []float64{0}, []float64{float64(seconds[len(seconds)-1])}
	g.radius = 0.03 * reachOf(film.Prediction[:1], film.Truth)
	return g
}

// reachOf returns the diagonal of the box around the finite points of frames, or 1 if all are
// one point.
func reachOf(films ...[][][3]float32) float64 {
	low, high := r3.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}, r3.Vec{X: math.Inf(-1), Y: math.Inf(-1), Z: math.Inf(-1)}
	for _, frames := range films {
		for _, frame := range frames {
			for _, point := range frame {
				if v := vector(point); finite(point) {
					low = r3.Vec{X: min(low.X, v.X), Y: min(low.Y, v.Y), Z: min(low.Z, v.Z)}
					high = r3.Vec{X: max(high.X, v.X), Y: max(high.Y, v.Y), Z: max(high.Z, v.Z)}
				}
			}
		}
	}
	if reach := r3.Norm(r3.Sub(high, low)); reach > 0 {
		return reach
	}
	return 1
}

// role adds the particles and the bars of a role; thickness multiplies the width of bars.
func (g *glb) role(film Film, names []string, frames [][][3]float32, role Role, marker int, thickness float64) {
	rod := g.prism(rodSides, 1, role)
	name := map[Role]string{Truth: "truth", Prediction: "prediction"}[role]
	called := func(particle int) string {
		if particle < len(names) {
			return names[particle]
		}
		return fmt.Sprint(particle)
	}
	for i := range frames[0] {
		g.add(name+": "+called(i), marker, g.course(func(k int) (p pose, shown bool) {
			if k >= len(frames) || !finite(frames[k][i]) {
				return p, false
			}
			r := float32(g.radius)
			return pose{at: frames[k][i], size: [3]float32{r, r, r}, turn: noTurn}, true
		}))
	}
	for _, j := range film.Picture().joints() {
		r := float32(g.radius * thickness * j.width / (2 * stickWidth))
		g.add(fmt.Sprintf("%s: %s to %s", name, called(j.from), called(j.to)), rod, g.course(func(k int) (p pose, shown bool) {
			if k >= len(frames) || !finite(frames[k][j.from]) || !finite(frames[k][j.to]) {
				return p, false
			}
			return between(vector(frames[k][j.from]), vector(frames[k][j.to]), r), true
		}))
	}
}

// ground adds the planes near the first frame and the truth, visible from both sides.
func (g *glb) ground(film Film) {
	frames := append(slices.Clone(film.Truth), film.Prediction[0])
	for _, patch := range ground(newView(slices.Concat(frames...), film.Up.vector()), frames, film.Planes).patches {
		var points [][3]float32
		for _, corner := range patch.corners() {
			points = append(points, [3]float32{float32(corner.X), float32(corner.Y), float32(corner.Z)})
		}
		paint := material(lightGrey)
		paint.DoubleSided = true
		mesh := g.mesh(points, []uint16{0, 1, 2, 0, 2, 3}, paint)
		index := len(g.doc.Nodes)
		g.doc.Nodes = append(g.doc.Nodes, &gltf.Node{Name: "plane", Mesh: gltf.Index(mesh)})
		g.root.Children = append(g.root.Children, index)
	}
}

// course returns a pose for each frame. A pose that is not shown has size 0, at the last
// position that was shown.
func (g *glb) course(at func(frame int) (pose, bool)) (poses []pose) {
	last := pose{turn: noTurn}
	for k := range g.frames {
		now, shown := at(k)
		if shown {
			last = now
		}
		now = last
		if !shown {
			now.size = [3]float32{}
		}
		poses = append(poses, now)
	}
	return poses
}

// add adds a node with a mesh and animates it.
func (g *glb) add(name string, mesh int, poses []pose) {
	index := len(g.doc.Nodes)
	node := &gltf.Node{Name: name, Mesh: gltf.Index(mesh)}
	g.doc.Nodes, g.root.Children = append(g.doc.Nodes, node), append(g.root.Children, index)
	var at, size [][3]float32
	var turns [][4]float32
	for _, p := range poses {
		at, size, turns = append(at, p.at), append(size, p.size), append(turns, p.turn)
	}
	for i := range 3 {
		node.Translation[i], node.Scale[i] = float64(at[0][i]), float64(size[0][i])
	}
	for i, part := range turns[0] {
		node.Rotation[i] = float64(part)
	}
	alignTurns(turns)
	animate(g, index, gltf.TRSTranslation, at)
	animate(g, index, gltf.TRSScale, size)
	animate(g, index, gltf.TRSRotation, turns)
}

// animate animates a property of a node, unless its values are all the same.
func animate[T comparable](g *glb, node int, property gltf.TRSProperty, values []T) {
	same := true
	for _, value := range values {
		same = same && value == values[0]
	}
	if same {
		return
	}
	a := g.animation
	a.Channels = append(a.Channels, &gltf.AnimationChannel{Sampler: len(a.Samplers), Target: gltf.AnimationChannelTarget{Node: gltf.Index(node), Path: property}})
	a.Samplers = append(a.Samplers, &gltf.AnimationSampler{Input: g.times, Output: modeler.WriteAccessor(g.doc, gltf.TargetNone, values)})
}
