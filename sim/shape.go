package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gmnc/system"
)

// Shape is a tree of rigid bars, with a rigid body at its end or without, or a
// rigid body, of any number of particles.
type Shape struct {
	Name string
	Size int // particles
	// Parents are, of a tree, the parent of each particle, which comes before
	// it: -1 of the first. They are nil of a body. Where Size is larger, the last
	// particle of the tree and those that follow are a body.
	Parents []int
	// Masses and Pose are, of a robot, the masses of its particles and their
	// positions, from any origin; nil of others, whose particles have mass 1 and
	// are anywhere.
	Masses []float64
	Pose   [][3]float64
}

// Chain is a row of particles.
func Chain(size int) Shape {
	return treeOf(fmt.Sprintf("chain(%d)", size), size, func(i int) int { return i - 1 })
}

// Star is a particle in the middle and all others around it.
func Star(size int) Shape {
	return treeOf(fmt.Sprintf("star(%d)", size), size, func(int) int { return 0 })
}

// BinaryTree is a tree whose particles have two children, level by level.
func BinaryTree(size int) Shape {
	return treeOf(fmt.Sprintf("tree(%d)", size), size, func(i int) int { return (i - 1) / 2 })
}

// Body is a rigid body.
func Body(size int) Shape { return Shape{Name: fmt.Sprintf("body(%d)", size), Size: size} }

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

// rooted are the parents with another particle as the root.
func (s Shape) rooted(root int) []int {
	parents := slices.Clone(s.Parents)
	for child, at := -1, root; at >= 0; {
		parents[at], child, at = child, at, s.Parents[at]
	}
	return parents
}

// place puts shapes on particles of a system of n, one after the other, each
// tree with a root drawn at random.
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
