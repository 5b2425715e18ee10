package verify

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gmnc/internal/vector"
	"gmnc/system"
)

// Motion moves a system, or renumbers its particles and objects. The predictions of a model
// with that symmetry move in the same way.
type Motion struct {
	// Name is the name of the motion in the symmetries of a description.
	Name   string
	axes   [3][3]float64 // the new x is axes x + shift
	shift  [3]float64
	number []int // the new number of each particle
	swap   bool  // whether the ends of sticks and hinges change places, and trees get other roots
}

// Renumbering is the name of a motion that is a symmetry of every model. The others are names
// of motions that only some models promise.
const (
	Renumbering  = "renumbering"
	rotations    = "rotations"
	reflections  = "reflections"
	translations = "translations"
)

// shiftSpread is the standard deviation of translations, in units of position.
const shiftSpread = 3

// motionsOf returns random motions for the systems of a group. Translations are scaled to the
// extents of the systems if these are of an order other than 1. The farthest particle is about
// twice the root mean square from the center. A single particle has no extent: its largest
// coordinate says where rounding would hide the translation.
func motionsOf(group Group, random *rand.Rand) []Motion {
	var extent float64
	for i := range group.Samples {
		if s := &group.Samples[i]; s.Particles() > 1 {
			extent = max(extent, 2*s.Extent())
		} else {
			extent = max(extent, largestOf(s.Position))
		}
	}
	motions := Motions(group.Samples[0].Particles(), random)
	for i := range motions {
		shift := &motions[i].shift
		*shift = vector.Plus([3]float64{}, factor(extent/typicalExtent), *shift)
	}
	return motions
}

// Motions returns a random motion of each kind for systems of n particles.
func Motions(n int, random *rand.Rand) []Motion {
	rotation, reflection, translation, renumbering := still(n), still(n), still(n), still(n)
	rotation.Name, rotation.axes = rotations, randomAxes(1, random)
	reflection.Name, reflection.axes = reflections, randomAxes(-1, random)
	translation.Name = translations
	for axis := range 3 {
		translation.shift[axis] = shiftSpread * random.NormFloat64()
	}
	renumbering.Name, renumbering.number, renumbering.swap = Renumbering, random.Perm(n), true
	return []Motion{rotation, reflection, translation, renumbering}
}

// Among reports whether the motion is one of the symmetries in a description of a model.
func (m Motion) Among(symmetry string) bool {
	return m.Name == Renumbering || strings.Contains(symmetry, m.Name)
}

// still returns the motion that leaves a system of n particles as it is.
func still(n int) Motion {
	m := Motion{axes: [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	for i := range n {
		m.number = append(m.number, i)
	}
	return m
}

// randomAxes returns an orthogonal matrix with the determinant 1 or -1: random vectors made
// orthogonal by the method of Gram and Schmidt.
func randomAxes(determinant float64, random *rand.Rand) [3][3]float64 {
	var rows [3][3]float64
	for i := range 2 {
		for axis := range 3 {
			rows[i][axis] = random.NormFloat64()
		}
		if i == 1 {
			along := vector.Dot(rows[0], rows[1])
			for axis := range 3 {
				rows[1][axis] -= float64(along * rows[0][axis])
			}
		}
		length := math.Sqrt(vector.Dot(rows[i], rows[i]))
		for axis := range 3 {
			rows[i][axis] /= length
		}
	}
	for axis := range 3 {
		j, k := (axis+1)%3, (axis+2)%3
		rows[2][axis] = determinant * (float64(rows[0][j]*rows[1][k]) - float64(rows[0][k]*rows[1][j]))
	}
	return rows
}

// Points returns moved positions [n,3] of a system.
func (m Motion) Points(x []float32) []float32 { return rows(m, m.turned(system.Point, x)) }

// Vectors returns rotated vectors [n,3], one for each particle, such as velocities.
func (m Motion) Vectors(v []float32) []float32 { return rows(m, m.turned(system.Vector, v)) }

// Scalars returns numbers of the particles [n] in the order of their new numbers.
func (m Motion) Scalars(x []float32) []float32 { return rows(m, x) }

// Field returns moved values of a field of a system.
func (m Motion) Field(f *system.Field, values []float32) []float32 {
	moved := m.turned(f.Turns, values)
	if f.Rows == system.OfSystem {
		return moved
	}
	return rows(m, moved)
}

// turned returns points or vectors, three numbers each, in the new axes, and scalars as they
// are. A reflection reverses axial vectors.
func (m Motion) turned(turns system.Turning, values []float32) []float32 {
	sense, shift := 1.0, [3]float64{}
	switch turns {
	case system.Scalar:
		return values
	case system.Point:
		shift = m.shift
	case system.Axial:
		sense = vector.Dot(m.axes[0], vector.Cross(m.axes[1], m.axes[2]))
	case system.Planar:
		return m.planes(values)
	}
	moved := make([]float32, len(values))
	for i := range moved {
		v, axis := values[i/3*3:], i%3
		x := [3]float64{float64(v[0]), float64(v[1]), float64(v[2])}
		moved[i] = float32(sense*vector.Dot(m.axes[axis], x) + shift[axis])
	}
	return moved
}

// planes returns normals and offsets in the new axes. An offset changes by the shift along its
// normal.
func (m Motion) planes(values []float32) []float32 {
	moved := make([]float32, len(values))
	for at := 0; at < len(values); at += system.PlaneColumns {
		normal := m.turned(system.Vector, values[at:at+3])
		copy(moved[at:], normal)
		n := [3]float64{float64(normal[0]), float64(normal[1]), float64(normal[2])}
		if length := vector.Norm(n); length > 0 {
			moved[at+3] = float32(float64(values[at+3]) + vector.Dot(n, m.shift)/length)
		}
	}
	return moved
}

// Sample returns a moved system. The objects of each kind are in the opposite order.
func (m Motion) Sample(s system.Sample) system.Sample {
	moved := system.Sample{Neighbors: rows(m, s.Neighbors)}
	for _, f := range system.Fields() {
		if values := f.Of(&s); values != nil && !f.Target {
			f.Set(&moved, m.Field(f, values))
		}
	}
	for i, neighbor := range moved.Neighbors {
		if neighbor >= 0 {
			moved.Neighbors[i] = int64(m.number[neighbor])
		}
	}
	for _, kind := range system.ObjectKinds() {
		for _, object := range slices.Backward(s.Objects) {
			if object.Kind == kind {
				if m.swap && kind == system.Tree && !s.Jointed() {
					object = object.Rerooted(object.Members[len(object.Members)-1])
				}
				object.Members = m.members(kind, object.Members)
				moved.Objects = append(moved.Objects, object)
			}
		}
	}
	return moved
}

func (m Motion) members(kind *system.Kind, members []int) []int {
	var moved []int
	for _, member := range members {
		moved = append(moved, m.number[member])
	}
	if last := len(moved) - 1; m.swap && (kind == system.Stick || kind == system.Hinge) {
		moved[last-1], moved[last] = moved[last], moved[last-1]
	}
	return moved
}

// rows returns values of particles, with as many numbers for each, in the order of the
// particles' new numbers. It returns nil for nil.
func rows[T any](m Motion, values []T) []T {
	if values == nil {
		return nil
	}
	moved, width := make([]T, len(values)), len(values)/len(m.number)
	for i, number := range m.number {
		copy(moved[number*width:(number+1)*width], values[i*width:])
	}
	return moved
}
