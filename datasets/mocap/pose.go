// Package mocap makes data sets from motion capture: it reads the skeletons
// (ASF) and motions (AMC) of the Acclaim format, in which the CMU database
// is, or BVH files, into positions of joints, and cuts them into pairs of
// frames.
package mocap

import "math"

// matrix is row-major; it turns a column.
type matrix [3][3]float64

var identity = matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

func (a matrix) times(b matrix) (product matrix) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				product[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return product
}

func (a matrix) transposed() (t matrix) {
	for i := range 3 {
		for j := range 3 {
			t[i][j] = a[j][i]
		}
	}
	return t
}

func (a matrix) turn(v [3]float64) (turned [3]float64) {
	for i := range 3 {
		for j := range 3 {
			turned[i] += a[i][j] * v[j]
		}
	}
	return turned
}

// about is the rotation by an angle in radians about the axis x, y or z.
func about(axis int, angle float64) matrix {
	sin, cos := math.Sincos(angle)
	i, j := (axis+1)%3, (axis+2)%3
	r := identity
	r[i][i], r[i][j], r[j][i], r[j][j] = cos, -sin, sin, cos
	return r
}

// rotation turns about the axes one after the other; angles are by place in
// x, y, z if there are three, whatever the order of the axes.
func rotation(order []int, angles []float64, unit float64) matrix {
	turned := identity
	for _, axis := range order {
		turned = about(axis, angles[axis]*unit).times(turned)
	}
	return turned
}

// freedom is how many numbers a frame has for a joint.
func (s *Skeleton) freedom(joint int) int {
	if joint == 0 {
		return len(s.rootOrder)
	}
	return len(s.Joints[joint].rotations)
}

// pose computes the positions of all joints from the values of a frame. A
// joint turns everything beyond its parent, about its own axes.
func (s *Skeleton) pose(values [][]float64, unit float64) [][3]float64 {
	positions := make([][3]float64, len(s.Joints))
	turned := make([]matrix, len(s.Joints))
	for _, i := range s.parents {
		joint := s.Joints[i]
		own := joint.axes.times(s.turn(i, values[i], unit)).times(joint.axes.transposed())
		if i == 0 {
			positions[0], turned[0] = s.rootPosition(values[0]), own
			continue
		}
		turned[i] = turned[joint.Parent].times(own)
		offset := turned[i].turn(joint.offset)
		for axis := range 3 {
			positions[i][axis] = positions[joint.Parent][axis] + offset[axis]
		}
	}
	return positions
}

// turn is the rotation by the joint's values about the axes x, y and z. The
// root's come in its order of numbers and are applied in its axis order.
func (s *Skeleton) turn(joint int, values []float64, unit float64) matrix {
	var angles [3]float64
	if joint == 0 {
		for i, name := range s.rootOrder {
			if name[0] == 'r' {
				angles[name[1]-'x'] = values[i]
			}
		}
	} else {
		for i, axis := range s.Joints[joint].rotations {
			angles[axis] = values[i]
		}
	}
	return rotation(s.Joints[joint].rotations, angles[:], unit)
}

func (s *Skeleton) rootPosition(values []float64) [3]float64 {
	position := s.rootStart
	for i, name := range s.rootOrder {
		if name[0] == 't' {
			position[name[1]-'x'] += values[i]
		}
	}
	return position
}
