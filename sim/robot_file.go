package sim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gmnc/internal/atomicfile"
	"gmnc/internal/plainfile"
	"gmnc/internal/strictjson"
)

// robotFile is the description of a robot as JSON.
type robotFile struct {
	Format    string         `json:"format"` // robotFormat
	Version   int            `json:"version"`
	Name      string         `json:"name"`
	Particles []fileParticle `json:"particles"`
}

type fileParticle struct {
	Name     string    `json:"name"`
	Mass     float64   `json:"mass"`
	Position []float64 `json:"position"` // [3]
	Parent   *int      `json:"parent"`
}

const (
	robotFormat  = "gmnc robot"
	robotVersion = 1
	// maxRobotFile bounds the text, of up to system.MaxParticles.
	maxRobotFile = 4 << 20
)

// Write writes the description of a robot.
func (r Robot) Write(path string) error {
	text, err := r.text()
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, text)
}

func (r Robot) text() ([]byte, error) {
	file := robotFile{Format: robotFormat, Version: robotVersion, Name: r.Name}
	for _, p := range r.Particles {
		file.Particles = append(file.Particles, fileParticle{p.Name, p.Mass, p.Position[:], &p.Parent})
	}
	text, err := json.MarshalIndent(file, "", "  ")
	if err == nil && len(text) >= maxRobotFile {
		err = fmt.Errorf("the description of the robot takes %d bytes, expected fewer than %d: its names are too long", len(text), maxRobotFile)
	}
	return append(text, '\n'), err
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

func parseRobot(text []byte) (r Robot, err error) {
	if len(text) > maxRobotFile {
		return r, fmt.Errorf("is larger than %d bytes: expected the description of a robot, as gmnc prepare urdf writes it", maxRobotFile)
	}
	var file robotFile
	if err := strictjson.Unmarshal(text, &file); err != nil {
		return r, fmt.Errorf("is no description of a robot, as gmnc prepare urdf writes it: %w", err)
	}
	if file.Format != robotFormat || file.Version != robotVersion {
		return r, fmt.Errorf("is %.40q of version %d, expected %q of version %d: write it again with gmnc prepare urdf",
			file.Format, file.Version, robotFormat, robotVersion)
	}
	r.Name = file.Name
	for i, p := range file.Particles {
		switch {
		case p.Name == "":
			err = errors.New("it has no name")
		case len(p.Position) != 3:
			err = fmt.Errorf("its position has %d coordinates, expected 3", len(p.Position))
		case p.Parent == nil:
			err = errors.New("it has no parent: expected the number of a particle, or -1")
		}
		if err != nil {
			return r, fmt.Errorf("particle %d, %.40q: %w", i, p.Name, err)
		}
		r.Particles = append(r.Particles, RobotParticle{p.Name, p.Mass, [3]float64(p.Position), *p.Parent})
	}
	return r, r.Validate()
}
