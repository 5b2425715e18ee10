package plot

import (
	"image/color"
	"math"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"gonum.org/v1/gonum/spatial/r3"
)

const (
	rodSides  = 12
	ballSides = 16
	ballRings = 10
)

// pose is the position of a solid, its rotation, and its size along its own axes.
type pose struct {
	at   [3]float32
	turn [4]float32 // a quaternion x, y, z, w
	size [3]float32
}

var noTurn = [4]float32{0, 0, 0, 1}

// between returns the pose of a rod along y that joins two points.
func between(from, to r3.Vec, radius float32) pose {
	along := r3.Sub(to, from)
	middle := r3.Scale(0.5, r3.Add(from, to))
	p := pose{at: [3]float32{float32(middle.X), float32(middle.Y), float32(middle.Z)}, turn: noTurn}
	if length := r3.Norm(along); length > 0 {
		p.turn, p.size = turn(r3.Vec{Y: 1}, r3.Scale(1/length, along)), [3]float32{radius, float32(length), radius}
	}
	return p
}

// turn returns the shortest rotation from one direction to another, both of length 1.
func turn(from, to r3.Vec) [4]float32 {
	axis, w := r3.Cross(from, to), 1+r3.Dot(from, to)
	if w < 1e-9 { // the directions are opposite: any axis across will do
		axis = r3.Cross(from, r3.Vec{X: 1})
		if r3.Norm(axis) < 0.5 {
			axis = r3.Cross(from, r3.Vec{Z: 1})
		}
		w = 0
	}
	norm := math.Hypot(r3.Norm(axis), w)
	return [4]float32{float32(axis.X / norm), float32(axis.Y / norm), float32(axis.Z / norm), float32(w / norm)}
}

// alignTurns chooses between each quaternion and its negative, which are the same rotation. It
// takes the one that is nearer to the previous quaternion, so that interpolation takes the
// short path.
func alignTurns(turns [][4]float32) {
	for k := 1; k < len(turns); k++ {
		product := float32(0)
		for i := range 4 {
			product += float32(turns[k][i] * turns[k-1][i])
		}
		for i := range 4 {
			if product < 0 {
				turns[k][i] *= -1
			}
		}
	}
}

// ball adds a sphere of radius 1 in the color of a role.
func (g *glb) ball(role Role) int {
	var profile [][2]float64
	for i := range ballRings + 1 {
		angle := math.Pi * float64(i) / ballRings
		profile = append(profile, [2]float64{math.Sin(angle), -math.Cos(angle)})
	}
	profile[ballRings][0] = 0
	return g.revolved(profile, ballSides, role)
}

// prism adds a prism along y whose corners are at distance 1 from that axis.
func (g *glb) prism(sides int, height float64, role Role) int {
	low, high := -height/2, height/2
	return g.revolved([][2]float64{{0, low}, {1, low}, {1, high}, {0, high}}, sides, role)
}

// revolved adds the solid that a profile of radii and heights, from bottom to top, makes around
// y.
func (g *glb) revolved(profile [][2]float64, around int, role Role) int {
	var points [][3]float32
	var corners []uint16
	for i, p := range profile {
		for k := range around {
			angle := 2 * math.Pi * float64(k) / float64(around)
			points = append(points, [3]float32{float32(p[0] * math.Cos(angle)), float32(p[1]), float32(p[0] * math.Sin(angle))})
			if i == 0 {
				continue
			}
			below, above := (i-1)*around, i*around
			next := (k + 1) % around
			if p[0] > 0 {
				corners = append(corners, uint16(below+k), uint16(above+k), uint16(above+next))
			}
			if profile[i-1][0] > 0 {
				corners = append(corners, uint16(below+k), uint16(above+next), uint16(below+next))
			}
		}
	}
	return g.mesh(points, corners, material(role.Color()))
}

// mesh adds triangles between points, three corners for each.
func (g *glb) mesh(points [][3]float32, corners []uint16, paint *gltf.Material) int {
	g.doc.Materials = append(g.doc.Materials, paint)
	g.doc.Meshes = append(g.doc.Meshes, &gltf.Mesh{Primitives: []*gltf.Primitive{{
		Indices:    gltf.Index(modeler.WriteIndices(g.doc, corners)),
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(g.doc, points)},
		Material:   gltf.Index(len(g.doc.Materials) - 1),
	}}})
	return len(g.doc.Meshes) - 1
}

// material returns a material of a color, converted to linear light.
func material(of color.Color) *gltf.Material {
	c := color.RGBAModel.Convert(of).(color.RGBA)
	light := func(part uint8) float64 {
		v := float64(part) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return &gltf.Material{PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
		BaseColorFactor: &[4]float64{light(c.R), light(c.G), light(c.B), 1}, MetallicFactor: gltf.Float(0), RoughnessFactor: gltf.Float(0.7),
	}}
}
