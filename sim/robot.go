package sim

import (
	"errors"
	"fmt"
	"math"

	"gmnc/system"
)

// Robot is a tree of rigid bars with masses and a pose. A file describes it (robot_file.go).
type Robot struct {
	Name      string
	Particles []RobotParticle
}

// RobotParticle is a particle of a robot. A bar connects it to its parent.
type RobotParticle struct {
	Name     string
	Mass     float64
	Position [3]float64 // in the pose
	Parent   int        // which comes before; -1 of the first
}

const (
	// largestNumber bounds masses and coordinates, so that their squares and products are
	// finite.
	largestNumber = 1e6
	// nearest is the smallest distance between two particles. At smaller distances the clamped
	// forces do not depend on the charges.
	nearest = 1e-6
)

// Near reports whether two particles are too close to each other.
func Near(a, b [3]float64) bool { return load(a).sub(load(b)).norm() < nearest }

// Mass returns the mass of all particles together.
func (r Robot) Mass() (sum float64) {
	for _, p := range r.Particles {
		sum += p.Mass
	}
	return sum
}

// Validate reports a robot that cannot be simulated. It has fewer than two particles, masses or
// positions out of range, or particles at the same place.
func (r Robot) Validate() error {
	if count := len(r.Particles); count < 2 || count > system.MaxParticles {
		return fmt.Errorf("has %d particles, expected 2 to %d", count, system.MaxParticles)
	}
	names := map[string]bool{}
	for i, p := range r.Particles {
		if err := r.validateParticle(i); err != nil {
			return fmt.Errorf("particle %d, %.40q: %w", i, p.Name, err)
		}
		if names[p.Name] {
			return fmt.Errorf("particle %d, %.40q: another one has this name", i, p.Name)
		}
		names[p.Name] = true
	}
	return nil
}

func (r Robot) validateParticle(i int) error {
	p := r.Particles[i]
	if !(p.Mass > 0) || p.Mass > largestNumber {
		return fmt.Errorf("its mass is %v, expected a positive number up to %g", p.Mass, largestNumber)
	}
	for _, x := range p.Position {
		if !(math.Abs(x) <= largestNumber) {
			return fmt.Errorf("its position has the coordinate %v, expected %g at most", x, largestNumber)
		}
	}
	if err := validateParent(i, p.Parent); err != nil {
		return err
	}
	for other, q := range r.Particles[:i] {
		if Near(p.Position, q.Position) {
			return fmt.Errorf("it is at the place of particle %d, %.40q: expected %g or more between them", other, q.Name, nearest)
		}
	}
	return nil
}

// RobotError is the error of a file that does not describe a robot or does not exist.
type RobotError struct{ error }

// Unwrap returns the underlying error.
func (e *RobotError) Unwrap() error { return e.error }

// robotIn reads a robot from a file, as a part of systems.
func robotIn(path string) (Shape, error) {
	if path == "" {
		return Shape{}, errors.New("expected its file in brackets, such as robot(arm.json)")
	}
	r, err := ReadRobot(path)
	if err != nil {
		return Shape{}, &RobotError{err}
	}
	s := Shape{Name: fmt.Sprintf("robot(%s)", path), Size: len(r.Particles)}
	for _, p := range r.Particles {
		s.Parents = append(s.Parents, p.Parent)
		s.Masses = append(s.Masses, p.Mass)
		s.Pose = append(s.Pose, p.Position)
	}
	return s, nil
}
