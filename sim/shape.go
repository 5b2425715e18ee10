package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gmnc/system"
)

// Shape is a tree of rigid bars, which may have a rigid body at its end, or a rigid body, of
// any number of particles.
type Shape struct {
	Name string
	Size int // particles
	// Parents holds, for a tree, the parent of each particle, which comes before it, or -1 for
	// the first. It is nil for a body. If Size is larger, the last particle of the tree and the
	// particles after it are a body.
	Parents []int
	// Masses holds the masses of a robot's particles. It is nil for other shapes, whose
	// particles have mass 1. Pose holds the positions of the particles of a robot or a box,
	// from any origin. It is nil for other shapes, whose particles are drawn.
	Masses []float64
	Pose   [][3]float64
	// Half holds half of the lengths of the edges of a box, whose corners are its particles.
	Half [3]float64
}

// Chain returns a chain of particles.
func Chain(size int) Shape {
	return treeOf(fmt.Sprintf("chain(%d)", size), size, func(i int) int { return i - 1 })
}

// Star returns a tree with one particle in the middle and all others connected to it.
func Star(size int) Shape {
	return treeOf(fmt.Sprintf("star(%d)", size), size, func(int) int { return 0 })
}

// BinaryTree returns a tree whose particles have two children, level by level.
func BinaryTree(size int) Shape {
	return treeOf(fmt.Sprintf("tree(%d)", size), size, func(i int) int { return (i - 1) / 2 })
}

// Body returns a rigid body.
func Body(size int) Shape { return Shape{Name: fmt.Sprintf("body(%d)", size), Size: size} }

// Box returns a rigid body of equal particles at the corners of a box with these half edges.
func Box(half [3]float64) Shape {
	box := Body(8)
	box.Name, box.Half = fmt.Sprintf("box(%s)", strings.Trim(fmt.Sprint(half), "[]")), half
	for corner := range box.Size {
		var at [3]float64
		for k, sign := range signs(corner) {
			at[k] = sign * half[k]
		}
		box.Pose = append(box.Pose, at)
	}
	return box
}

// isBox reports whether the shape is a box.
func (s Shape) isBox() bool { return s.Half != [3]float64{} }

// signs returns the signs of the coordinates of a corner of a box.
func signs(corner int) (of [3]float64) {
	for k := range of {
		of[k] = float64(2*(corner>>k&1) - 1)
	}
	return of
}

// withBody returns the tree with a body of size particles, one of which is the last
// particle of the tree.
func (s Shape) withBody(size int) Shape {
	s.Name, s.Size = fmt.Sprintf("%s+%s", s.Name, Body(size).Name), s.Size+size-1
	return s
}

func treeOf(name string, size int, parent func(int) int) Shape {
	parents := make([]int, size)
	for i := range parents {
		parents[i] = parent(i)
	}
	parents[0] = -1
	return Shape{Name: name, Size: size, Parents: parents}
}

// rooted returns the parents with another particle as the root.
func (s Shape) rooted(root int) []int {
	parents := slices.Clone(s.Parents)
	for child, at := -1, root; at >= 0; {
		parents[at], child, at = child, at, s.Parents[at]
	}
	return parents
}

// place puts shapes on the given particles of a system of n, one after another. The root of
// each tree is drawn at random.
func place(shapes []Shape, particles []int, n int, random *rand.Rand) system.Objects {
	parents, bodies := slices.Repeat([]int64{-1}, n), slices.Repeat([]int64{-1}, n)
	for number, shape := range shapes {
		members := particles[:shape.Size]
		particles = particles[shape.Size:]
		if last := max(0, len(shape.Parents)-1); last+1 < shape.Size {
			for _, i := range members[last:] {
				bodies[i] = int64(number)
			}
		}
		if shape.Parents == nil {
			continue
		}
		for k, parent := range shape.rooted(random.IntN(len(shape.Parents))) {
			if parent >= 0 {
				parents[members[k]] = int64(members[parent])
			}
		}
	}
	trees, _ := system.Tree.Numbered(parents, nil) // no error: these are trees
	rigid, _ := system.Body.Numbered(bodies, nil)
	return slices.Concat(trees, rigid)
}
