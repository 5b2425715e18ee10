// Package periodic implements periodic cells, the nearest images in them, and lists of neighbors.
package periodic

import (
	"errors"
	"math"

	"gmnc/internal/vector"
)

// Cell is a box whose copies fill space along its periodic vectors.
type Cell struct {
	Vectors  [3][3]float64
	Inverse  [3][3]float64 // takes a position to fractions of the vectors
	Periodic [3]bool
}

// flat is the least volume of a cell relative to the cube of its longest vector.
const flat = 1e-9

// New returns a cell. Vectors that span no volume are an error.
func New(vectors [3][3]float64, periodic [3]bool) (*Cell, error) {
	c := &Cell{Vectors: vectors, Periodic: periodic}
	v := vectors
	volume := vector.Dot(v[0], vector.Cross(v[1], v[2]))
	longest := max(vector.Norm(v[0]), vector.Norm(v[1]), vector.Norm(v[2]))
	if !(math.Abs(volume) > flat*longest*longest*longest) || math.IsInf(volume, 0) {
		return nil, errors.New("is a box without volume")
	}
	for i := range v {
		c.Inverse[i] = vector.Cross(v[(i+1)%3], v[(i+2)%3])
		for k := range 3 {
			c.Inverse[i][k] /= volume
		}
	}
	return c, nil
}

// Scaled returns the cell in another unit of length.
func (c *Cell) Scaled(factor float64) *Cell {
	if c == nil {
		return nil
	}
	other := *c
	for i := range 3 {
		for k := range 3 {
			other.Vectors[i][k] *= factor
			other.Inverse[i][k] /= factor
		}
	}
	return &other
}

// Width returns the distance between the two faces of the cell that a vector joins.
func (c *Cell) Width(i int) float64 { return 1 / vector.Norm(c.Inverse[i]) }

// Reduced returns the cell, periodic along all vectors, with the shortest vectors that have the
// same copies (Minkowski's reduction). It reports whether the vectors changed.
func (c *Cell) Reduced() (reduced *Cell, changed bool) {
	v := c.Vectors
	for i := 0; i < 3; i++ {
		if shorter, ok := reducedBy(v[i], v[(i+1)%3], v[(i+2)%3]); ok {
			v[i], changed, i = shorter, true, -1
		}
	}
	if changed {
		if reduced, err := New(v, c.Periodic); err == nil {
			return reduced, true
		}
	}
	return c, false
}

// reducedBy returns a vector minus a multiple of another one, of their sum or of their
// difference, if that is shorter.
func reducedBy(v, one, two [3]float64) (shorter [3]float64, ok bool) {
	const rounding = 1e-6
	for _, other := range [][3]float64{one, two, vector.Plus(one, 1, two), vector.Plus(one, -1, two)} {
		turns := math.Round(vector.Dot(v, other) / vector.Dot(other, other))
		if shorter = vector.Plus(v, -turns, other); vector.Norm(shorter) < vector.Norm(v)*(1-rounding) {
			return shorter, true
		}
	}
	return v, false
}

// Narrow returns half of the least width of the cell. A displacement up to that length has no
// shorter copy.
func (c *Cell) Narrow() float64 { return min(c.Width(0), c.Width(1), c.Width(2)) / 2 }

// Square reports whether the vectors are at right angles, within the precision of float32.
func (c *Cell) Square() bool {
	const rounding = 1e-6
	for i, v := range c.Vectors {
		w := c.Vectors[(i+1)%3]
		if math.Abs(vector.Dot(v, w)) > rounding*vector.Norm(v)*vector.Norm(w) {
			return false
		}
	}
	return true
}

// Turns returns the number of whole vectors of the cell by which a displacement differs from
// its nearest image.
func (c *Cell) Turns(displacement [3]float64) (turns [3]float64) {
	for i := range turns {
		if c.Periodic[i] {
			turns[i] = math.Round(vector.Dot(c.Inverse[i], displacement))
		}
	}
	return turns
}

// Nearest returns the displacement minus the whole vectors of the cell nearest to it, and
// reports whether it changed. In a cell with right angles it is the shortest of its copies.
func (c *Cell) Nearest(displacement [3]float64) (nearest [3]float64, changed bool) {
	nearest = displacement
	for i, turns := range c.Turns(displacement) {
		if turns != 0 {
			changed = true
			for axis := range nearest {
				nearest[axis] -= float64(turns * c.Vectors[i][axis])
			}
		}
	}
	return nearest, changed
}

// halfway is the distance from the middle of a vector, relative to the vector, within which
// rounding in float32 may choose either image.
const halfway = 1e-4

// Images returns the displacements that Nearest may find with fractions in float32. There are
// several of them halfway between images.
func (c *Cell) Images(displacement [3]float64) [][3]float64 {
	images := [][3]float64{displacement}
	for i, turns := range c.Turns(displacement) {
		share := vector.Dot(c.Inverse[i], displacement) - turns
		for at, image := range images {
			images[at] = vector.Plus(image, -turns, c.Vectors[i])
			if c.Periodic[i] && math.Abs(share) > 0.5-halfway {
				images = append(images, vector.Plus(image, -turns-math.Copysign(1, share), c.Vectors[i]))
			}
		}
	}
	return images
}

// Shortest returns the shortest copy of a displacement, among all that differ from it by up to
// two of each vector.
func (c *Cell) Shortest(displacement [3]float64) [3]float64 {
	const most, copies = 2, 5 // the largest number of vectors, and the number of copies along each
	shortest := displacement
	for k := range copies * copies * copies {
		other := displacement
		for i, turns := range [3]int{k%copies - most, k/copies%copies - most, k/copies/copies - most} {
			other = vector.Plus(other, float64(turns), c.Vectors[i])
		}
		if vector.Norm(other) < vector.Norm(shortest) {
			shortest = other
		}
	}
	return shortest
}
