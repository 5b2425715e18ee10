package mocap

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"gmnc/internal/lines"
	"gmnc/internal/plainfile"
	"gmnc/system"
)

// ReadMotion reads an AMC file of the skeleton: the positions of all joints
// in every frame, in the skeleton's own unit of length.
func (s *Skeleton) ReadMotion(path string) (system.Trajectory, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return system.Trajectory{}, fmt.Errorf("cannot read the motion: %w", err)
	}
	defer file.Close()
	return s.parseMotion(path, file)
}

func (s *Skeleton) parseMotion(path string, text io.Reader) (system.Trajectory, error) {
	p := &motionParser{Reader: lines.New(path, text), skeleton: s, angle: s.angle, values: make([][]float64, len(s.Joints))}
	p.motion.Particles = len(s.Joints)
	for p.NextWords() {
		if err := p.line(); err != nil {
			return system.Trajectory{}, err
		}
	}
	if err := p.Err(); err != nil {
		return system.Trajectory{}, err
	}
	if !p.started {
		return system.Trajectory{}, p.Errorf("there is no frame: expected a line with its number")
	}
	return p.motion, p.endFrame()
}

type motionParser struct {
	*lines.Reader
	skeleton *Skeleton
	angle    float64 // of an angle of the file in radians
	motion   system.Trajectory

	started bool
	frame   int         // the number of the frame that is being read
	values  [][]float64 // of each joint in the frame, nil if not read yet
}

func (p *motionParser) line() error {
	word := p.Words[0]
	switch {
	case word == ":DEGREES":
		p.angle = math.Pi / 180
		return nil
	case word == ":RADIANS":
		p.angle = 1
		return nil
	case word[0] == ':':
		return nil // such as :FULLY-SPECIFIED
	}
	if number, err := strconv.Atoi(word); err == nil && len(p.Words) == 1 {
		return p.beginFrame(number)
	}
	return p.bone()
}

func (p *motionParser) beginFrame(number int) error {
	if p.started {
		if err := p.endFrame(); err != nil {
			return err
		}
		if number != p.frame+1 {
			return p.Errorf("frame %d follows frame %d: frames are missing, or out of order", number, p.frame)
		}
	}
	p.started, p.frame = true, number
	return nil
}

// bone reads the values of a bone.
func (p *motionParser) bone() (err error) {
	name := p.Words[0]
	joint, known := p.skeleton.byName[name]
	switch {
	case !p.started:
		return p.Errorf("%.40q is before the first frame: expected a line with the frame's number", name)
	case !known:
		return p.Errorf("frame %d has values for %.40q, which %s does not have", p.frame, name, p.skeleton.Path)
	case p.values[joint] != nil:
		return p.Errorf("frame %d has values for %s twice", p.frame, name)
	}
	p.values[joint], err = p.Floats(p.skeleton.freedom(joint))
	return err
}

// endFrame turns the values of a whole frame into positions.
func (p *motionParser) endFrame() error {
	for joint := range p.values {
		if p.values[joint] == nil && p.skeleton.freedom(joint) > 0 {
			return p.Errorf("frame %d has no values for %s", p.frame, p.skeleton.Joints[joint].Name)
		}
	}
	for _, position := range p.skeleton.pose(p.values, p.angle) {
		p.motion.Positions = append(p.motion.Positions, position[:]...)
	}
	clear(p.values)
	return nil
}
