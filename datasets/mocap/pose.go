// Package mocap makes data sets from motion capture. It reads skeletons (ASF) and motions (AMC)
// of the Acclaim format, which is that of the CMU database, or BVH files. It converts them to
// positions of joints, and cuts these into pairs of frames.
package mocap

import "gmnc/internal/rotation"

// freedom returns the number of numbers that a frame has for a joint.
func (s *skeleton) freedom(joint int) int {
	if joint == 0 {
		return len(s.rootOrder)
	}
	return len(s.Joints[joint].rotations)
}

// pose returns the positions of all joints for the values of a frame. A joint rotates
// everything beyond its parent about its own axes.
func (s *skeleton) pose(values [][]float64, unit float64) [][3]float64 {
	positions := make([][3]float64, len(s.Joints))
	turned := make([]rotation.Matrix, len(s.Joints))
	for _, i := range s.parents {
		joint := s.Joints[i]
		own := joint.axes.Times(s.turn(i, values[i], unit)).Times(joint.axes.Transposed())
		if i == 0 {
			positions[0], turned[0] = s.rootPosition(values[0]), own
			continue
		}
		turned[i] = turned[joint.Parent].Times(own)
		offset := turned[i].Turn(joint.offset)
		for axis := range 3 {
			positions[i][axis] = positions[joint.Parent][axis] + offset[axis]
		}
	}
	return positions
}

// turn returns the rotation by the joint's values about the axes x, y and z.
func (s *skeleton) turn(joint int, values []float64, unit float64) rotation.Matrix {
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
	return rotation.Sequence(s.Joints[joint].rotations, angles[:], unit)
}

func (s *skeleton) rootPosition(values []float64) [3]float64 {
	position := s.rootStart
	for i, name := range s.rootOrder {
		if name[0] == 't' {
			position[name[1]-'x'] += values[i]
		}
	}
	return position
}
