package sim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"gmnc/internal/atomicfile"
	"gmnc/internal/plainfile"
	"gmnc/internal/strictjson"
	"gmnc/system"
)

// Robot is a tree of rigid bars with its masses and a pose, as a file
// describes it.
type Robot struct {
	Format    string          `json:"format"` // robotFormat
	Version   int             `json:"version"`
	Name      string          `json:"name"`
	Particles []RobotParticle `json:"particles"`
}

// RobotParticle is a particle of a robot; a bar ties it to its parent.
type RobotParticle struct {
	Name     string     `json:"name"`
	Mass     float64    `json:"mass"`
	Position [3]float64 `json:"position"` // in the pose
	Parent   int        `json:"parent"`   // which comes before; -1 of the first
}

const (
	robotFormat  = "gmnc robot"
	robotVersion = 1
	// maxRobotFile bounds the text of a robot, of up to MaxParticles.
	maxRobotFile = 4 << 20
	// maxRobotNumber bounds masses and coordinates, whose squares and products
	// are then finite.
	maxRobotNumber = 1e6
)

// NewRobot describes a robot of particles.
func NewRobot(name string, particles []RobotParticle) (Robot, error) {
	r := Robot{robotFormat, robotVersion, name, particles}
	return r, r.validate()
}

// ReadRobot reads what Write wrote. Its errors name the file and the particle.
func ReadRobot(path string) (Robot, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return Robot{}, fmt.Errorf("cannot read the robot: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxRobotFile+1))
	if err != nil {
		return Robot{}, fmt.Errorf("cannot read the robot: %w", err)
	}
	r, err := parseRobot(text)
	if err != nil {
		return Robot{}, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

func parseRobot(text []byte) (Robot, error) {
	if len(text) > maxRobotFile {
		return Robot{}, fmt.Errorf("is larger than %d bytes: expected the description of a robot, as gmnc prepare urdf writes it", maxRobotFile)
	}
	var r Robot
	if err := strictjson.Unmarshal(text, &r); err != nil {
		return Robot{}, fmt.Errorf("is no robot: expected a description as gmnc prepare urdf writes it: %w", err)
	}
	return r, r.validate()
}

// Write writes the description.
func (r Robot) Write(path string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, append(text, '\n'))
}

// Mass is that of all particles.
func (r Robot) Mass() (sum float64) {
	for _, p := range r.Particles {
		sum += p.Mass
	}
	return sum
}

func (r Robot) validate() error {
	if r.Format != robotFormat || r.Version != robotVersion {
		return fmt.Errorf("is %.40q of version %d, want %q of version %d: write it again with gmnc prepare urdf",
			r.Format, r.Version, robotFormat, robotVersion)
	}
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
	if !(p.Mass > 0) || p.Mass > maxRobotNumber {
		return fmt.Errorf("its mass is %v, want a positive number up to %g", p.Mass, maxRobotNumber)
	}
	for _, x := range p.Position {
		if !(math.Abs(x) <= maxRobotNumber) {
			return fmt.Errorf("its position has the coordinate %v, want %g at most", x, maxRobotNumber)
		}
	}
	if err := validateParent(i, p.Parent); err != nil {
		return err
	}
	if i > 0 && p.Position == r.Particles[p.Parent].Position {
		return fmt.Errorf("it is where its parent is, particle %d: a bar needs a length", p.Parent)
	}
	return nil
}

// RobotError is that of a file that describes no robot, or is not there.
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
