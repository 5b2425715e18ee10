package md17

import (
	"math"

	"gmnc/internal/periodic"
	"gmnc/internal/vector"
)

// newCell returns the cell of three vectors, or of three lengths along x, y and z.
func newCell(numbers []float64, axes [3]bool) (*periodic.Cell, error) {
	if len(numbers) == 3 {
		numbers = []float64{numbers[0], 0, 0, 0, numbers[1], 0, 0, 0, numbers[2]}
	}
	return periodic.New(completed([3][3]float64{[3]float64(numbers[:3]), [3]float64(numbers[3:6]), [3]float64(numbers[6:9])}, axes), axes)
}

// completed returns the vectors of a cell, in which it replaces vectors that are 0. ASE writes
// 0 for an axis that is not periodic. The new vector is perpendicular to the others and as long
// as the longer of them.
func completed(v [3][3]float64, axes [3]bool) [3][3]float64 {
	for i := range v {
		if axes[i] || v[i] != [3]float64{} {
			continue
		}
		one, two := v[(i+1)%3], v[(i+2)%3]
		displacement := vector.Cross(one, two)
		for axis := 0; axis < 3 && displacement == [3]float64{}; axis++ { // another vector is 0, too
			other := [3]float64{}
			other[axis] = 1
			displacement = vector.Cross(vector.Plus(one, 1, two), other)
		}
		if norm := vector.Norm(displacement); norm > 0 {
			v[i] = vector.Plus([3]float64{}, max(vector.Norm(one), vector.Norm(two))/norm, displacement)
		}
	}
	return v
}

// fromParameters returns the vectors of a cell with the lengths a, b, c and the angles between
// them, in degrees.
func fromParameters(p [6]float64) []float64 {
	const degree = math.Pi / 180
	a, b, c := p[0], p[1], p[2]
	alpha, beta, gamma := math.Cos(p[3]*degree), math.Cos(p[4]*degree), math.Cos(p[5]*degree)
	sine := math.Sin(p[5] * degree)
	y := (alpha - float64(beta*gamma)) / sine
	return []float64{a, 0, 0, b * gamma, b * sine, 0, c * beta, c * y, c * math.Sqrt(max(0, 1-float64(beta*beta)-float64(y*y)))}
}

// unwrap undoes the wrapping of a trajectory's positions in the cell, and reports whether any
// position changed. In frame 0 it moves bonded atoms next to each other. From frame to frame
// each atom then takes the shortest displacement.
func (t *trajectory) unwrap() (changed bool) {
	if t.cells == nil {
		return false
	}
	if t.cells[0] != nil {
		changed = t.join()
	}
	frame := 3 * t.motion.Particles
	for i := frame; i < len(t.motion.Positions); i += 3 {
		if box := t.cells[i/frame]; box != nil && bring(box, t.motion.Positions[i-frame:], t.motion.Positions[i:]) {
			changed = true
		}
	}
	return changed
}

// bring moves a position to its image nearest to another position, and reports whether that is
// a different one.
func bring(box *periodic.Cell, to, position []float64) (moved bool) {
	var displacement [3]float64
	for axis := range displacement {
		displacement[axis] = position[axis] - to[axis]
	}
	if displacement, moved = box.Nearest(displacement); moved {
		for axis := range displacement {
			position[axis] = to[axis] + displacement[axis]
		}
	}
	return moved
}

// join moves the atoms of frame 0 next to the atoms that they are bonded to, and reports
// whether it moved any.
func (t *trajectory) join() (moved bool) {
	atoms, positions, box := t.motion.Particles, t.motion.Positions, t.cells[0]
	reached := make([]bool, atoms)
	for first := range atoms {
		if reached[first] {
			continue
		}
		reached[first] = true
		for queue := []int{first}; len(queue) > 0; queue = queue[1:] {
			at := positions[3*queue[0]:]
			for other := range atoms {
				if reached[other] {
					continue
				}
				position := []float64{positions[3*other], positions[3*other+1], positions[3*other+2]}
				changed := bring(box, at, position)
				if math.Sqrt(square(position, at)) < bonded*(radius(t.numbers[queue[0]])+radius(t.numbers[other])) {
					copy(positions[3*other:], position)
					reached[other], moved = true, moved || changed
					queue = append(queue, other)
				}
			}
		}
	}
	return moved
}

// square returns the squared distance of two positions.
func square(a, b []float64) (sum float64) {
	for axis := range 3 {
		sum += float64((a[axis] - b[axis]) * (a[axis] - b[axis]))
	}
	return sum
}
