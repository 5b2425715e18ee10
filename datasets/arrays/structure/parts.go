// Package structure reads what systems consist of: their objects, the bodies with joints, and
// springs.
package structure

import (
	"slices"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/graph"
	"gmnc/system"
)

// Structure is what all systems of a file have in common.
type Structure struct {
	Objects   system.Objects
	Springs   *graph.Springs
	Joints    []system.Joint
	Joined    system.Given // the fields of joints and bodies
	particles int
}

// CheckLoad reports a torque of a joint that does not rotate about an axis, and a thrust of a
// joint that does not slide.
func (s *Structure) CheckLoad(r *keys.Reader, f *system.Field, key string, values []float32) error {
	if f != system.Torque && f != system.Thrust {
		return nil
	}
	for number, j := range s.Joints {
		if j.Type == system.OnAxis && j.Slides == (f == system.Thrust) {
			continue
		}
		for i := j.Members[0]; i < len(values); i += s.particles {
			if values[i] != 0 {
				return r.Errorf(key, ": joint %d has %g in row %d, expected 0: a torque is of a joint that turns about an axis, a thrust of one that slides, and others take a force", number, values[i], i/s.particles)
			}
		}
	}
	return nil
}

// OfParticles converts values with a row of the given number of columns for each joint to values
// for the particles.
func (s *Structure) OfParticles(values []float32, columns int) (all []float32) {
	for row := range slices.Chunk(values, len(s.Joints)*columns) {
		all = append(all, system.OfJoints(s.particles, s.Joints, row)...)
	}
	return all
}

// JointAxis returns the axis of joints in an array of the shape, or -1 if it has none.
func (s *Structure) JointAxis(f *system.Field, shape []int) int {
	axis := len(shape) - 1
	if f.Columns > 1 {
		axis--
	}
	if s.Joints == nil || !slices.Contains(system.OfEachJoint, f) || axis < 0 || shape[axis] != len(s.Joints) || len(s.Joints) == s.particles {
		return -1
	}
	return axis
}

// Massless returns a joint that moves no mass, or -1 if there is none.
func (s *Structure) Massless(masses []float32) int {
	if masses == nil {
		return -1
	}
	moved := make([]float32, len(s.Joints))
	for joint, j := range slices.Backward(s.Joints) {
		for _, i := range j.Members {
			moved[joint] += masses[i]
		}
		if moved[joint] == 0 {
			return joint
		}
		if j.Parent >= 0 {
			moved[j.Parent] += moved[joint]
		}
	}
	return -1
}

// Marks reports whether a particle without mass belongs to a rigid body that has mass.
func (s *Structure) Marks(i int, mass []float32) bool {
	for _, members := range s.Objects.Of(system.Body) {
		if mass[i] == 0 && slices.Contains(members, i) {
			return slices.ContainsFunc(members, func(other int) bool { return mass[other] > 0 })
		}
	}
	return false
}
