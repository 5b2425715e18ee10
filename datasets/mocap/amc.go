package mocap

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gmnc/internal/fileformat"
	"gmnc/internal/lines"
	"gmnc/internal/numeral"
	"gmnc/internal/plainfile"
	"gmnc/system"
)

// readMotion reads an AMC file of the skeleton. It returns the positions of all joints in every
// frame, in the skeleton's own unit of length. It also returns the number of frames a second,
// or 0 if the file does not say it.
func (s *skeleton) readMotion(path string) (system.Trajectory, float64, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return system.Trajectory{}, 0, fmt.Errorf("cannot read the motion: %w", err)
	}
	defer file.Close()
	motion, rate, err := s.parseMotion(path, file)
	return motion, rate, fileformat.Explain(path, err, fileformat.AMC)
}

func (s *skeleton) parseMotion(path string, text io.Reader) (system.Trajectory, float64, error) {
	p := &motionParser{Reader: lines.New(path, text, numeral.ASF), skeleton: s, angle: s.angle, values: make([][]float64, len(s.Joints))}
	p.motion.Particles = len(s.Joints)
	for p.NextWords() {
		if err := p.line(); err != nil {
			return system.Trajectory{}, 0, p.cut(err)
		}
	}
	if err := p.Err(); err != nil {
		return system.Trajectory{}, 0, err
	}
	if !p.started {
		return system.Trajectory{}, 0, p.Errorf("there is no frame: expected a line with its number")
	}
	err := p.endFrame()
	return p.motion, p.rate, p.cut(err)
}

// cut adds to an error of a frame after the first that the file ends there, if it does: without a
// bone, in the middle of a name, or before the last value of a bone.
func (p *motionParser) cut(err error) error {
	last := p.Words
	if err == nil || p.motion.Positions == nil || p.NextWords() {
		return err
	}
	if len(last) > 0 {
		name := strings.ToLower(last[0])
		index, known := p.skeleton.byName[name]
		begins := func(own joint) bool { return strings.HasPrefix(strings.ToLower(own.Name), name) }
		if known && len(last) > p.skeleton.freedom(index) || !known && !slices.ContainsFunc(p.skeleton.Joints, begins) {
			return err
		}
	}
	return fmt.Errorf("%w: the file ends in the middle of frame %d: copy it again, or leave out the lines of this frame", err, p.frame)
}

type motionParser struct {
	*lines.Reader
	skeleton *skeleton
	angle    float64 // size in radians of the unit of angles
	motion   system.Trajectory
	rate     float64 // frames a second, or 0 if it is not known

	started bool
	frame   int         // the number of the frame that is being read
	values  [][]float64 // of each joint in the frame, or nil if they are not read yet
}

func (p *motionParser) line() error {
	word := p.Words[0]
	if word[0] == ':' {
		return p.header(strings.ToUpper(word))
	}
	if number, err := strconv.Atoi(word); err == nil && len(p.Words) == 1 {
		return p.beginFrame(number)
	}
	return p.bone()
}

// header reads a line before the frames.
func (p *motionParser) header(word string) error {
	switch word {
	case ":DEGREES":
		p.angle = math.Pi / 180
	case ":RADIANS":
		p.angle = 1
	case ":FULLY-SPECIFIED":
	case ":SAMPLES-PER-SECOND":
		rate, err := p.Floats(1)
		if err != nil {
			return err
		}
		if rate[0] <= 0 {
			return p.Errorf("there are %g samples per second, expected more than 0", rate[0])
		}
		p.rate = rate[0]
	default:
		return p.Errorf("the header %.40q is not known here: expected :FULLY-SPECIFIED, :DEGREES, :RADIANS or :SAMPLES-PER-SECOND", p.Words[0])
	}
	return nil
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
	joint, known := p.skeleton.byName[strings.ToLower(name)]
	switch {
	case !p.started:
		return p.Errorf("%.40q is before the first frame: expected a line with the frame's number", name)
	case !known:
		return p.Errorf("frame %d has values for %.40q, which %s does not have", p.frame, name, p.skeleton.Path)
	case p.values[joint] != nil:
		return p.Errorf("frame %d has values for %s twice", p.frame, name)
	}
	if p.values[joint], err = p.Floats(p.skeleton.freedom(joint)); err != nil {
		return err
	}
	if most := floats.Norm(p.values[joint], math.Inf(1)); joint > 0 && p.angle == 1 && most > farthestTurn {
		return p.Errorf("frame %d has an angle of %.3g radians for %s: is the file in degrees? Then write :DEGREES in its header", p.frame, most, name)
	}
	return nil
}

// farthestTurn is an angle [rad] beyond which no bone of a person turns against the one before.
const farthestTurn = 8 * math.Pi

// endFrame converts the values of a whole frame to positions.
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
