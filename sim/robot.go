package sim

import (
	"errors"
	"fmt"
	"math"

	"gmnc/system"
)

// Robot is a tree of rigid bars with its masses and a pose. A file describes
// it (robot_file.go).
type Robot struct {
	Name      string
	Particles []RobotParticle
}

// RobotParticle is a particle of a robot; a bar ties it to its parent.
type RobotParticle struct {
	Name     string
	Mass     float64
	Position [3]float64 // in the pose
	Parent   int        // which comes before; -1 of the first
}

const (
	// largestNumber bounds masses and coordinates, whose squares and products
	// are then finite.
	largestNumber = 1e6
	// nearest is how near two particles may be: the clamped forces of nearer
	// ones would say nothing of charges.
	nearest = 1e-6
)

// Near reports whether two particles are too near to each other to be two.
func Near(a, b [3]float64) bool { return load(a).sub(load(b)).norm() < nearest }

// Mass returns the mass of all particles.
func (r Robot) Mass() (sum float64) {
	for _, p := range r.Particles {
		sum += p.Mass
	}
	return sum
}

// Validate reports a robot that can't be simulated: of fewer than two
// particles, with masses or places out of range, or with particles at one place.
func (r Robot) Validate() error {
	if count := len(r.Particles); count < 2 || count > system.MaxParticles {
		return fmt.Errorf("has %d particles, want 2 to %d", count, system.MaxParticles)
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
		return fmt.Errorf("its mass is %v, want a positive number up to %g", p.Mass, largestNumber)
	}
	for _, x := range p.Position {
		if !(math.Abs(x) <= largestNumber) {
			return fmt.Errorf("its position has the coordinate %v, want %g at most", x, largestNumber)
		}
	}
	if err := validateParent(i, p.Parent); err != nil {
		return err
	}
	for other, q := range r.Particles[:i] {
		if Near(p.Position, q.Position) {
			return fmt.Errorf("it is at the place of particle %d, %.40q: want %g or more between them", other, q.Name, nearest)
		}
	}
	return nil
}

// RobotError is the error of a file that describes no robot, or is not there.
type RobotError struct{ error }

// Unwrap is the error itself.
func (e *RobotError) Unwrap() error { return e.error }

// robotIn is the robot that a file describes, as a part of systems.
func robotIn(path string) (Shape, error) {
	if path == "" {
		return Shape{}, errors.New("want its file in brackets, such as robot(arm.json)")
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
