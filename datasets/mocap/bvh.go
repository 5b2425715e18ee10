package mocap

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gmnc/internal/lines"
	"gmnc/internal/plainfile"
	"gmnc/internal/rotation"
	"gmnc/system"
)

// bvhJoint is a joint, or the end of a bone, as a BVH file declares it.
type bvhJoint struct {
	name     string
	parent   int // -1 of the root
	offset   [3]float64
	channels []int // the numbers of a frame: 0 to 2 move along x, y, z; 3 to 5 turn about them
	site     bool  // the end of a bone, which has no channels
	// particle is the number of its particle. A joint at the place of its
	// parent has that of the parent.
	particle int
}

// channelNames are the numbers of a frame that a joint can have.
var channelNames = []string{"xposition", "yposition", "zposition", "xrotation", "yrotation", "zrotation"}

// readBVH reads a file of the Biovision hierarchy: the skeleton, whose joints
// are particles, their positions in every frame, and the time between frames
// in seconds.
func readBVH(path string) (*Skeleton, system.Trajectory, float64, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, system.Trajectory{}, 0, fmt.Errorf("cannot read the motion: %w", err)
	}
	defer file.Close()
	return parseBVH(path, file)
}

func parseBVH(path string, text io.Reader) (*Skeleton, system.Trajectory, float64, error) {
	p := &bvhParser{Reader: lines.New(path, text)}
	err := p.hierarchy()
	if err == nil {
		err = p.motion()
	}
	if read := p.Err(); read != nil {
		err = read
	}
	if err != nil {
		return nil, system.Trajectory{}, 0, err
	}
	return p.skeleton(), p.trajectory, p.frameTime, nil
}

type bvhParser struct {
	*lines.Reader
	joints     []bvhJoint
	particles  int
	trajectory system.Trajectory
	frameTime  float64
}

// expect goes on by a line for each of the words, which must begin with it.
func (p *bvhParser) expect(words ...string) error {
	for _, word := range words {
		if !p.NextWords() || !strings.EqualFold(p.Words[0], word) {
			return p.Errorf("%.40q is no BVH here: expected %s", strings.TrimSpace(p.Text), word)
		}
	}
	return nil
}

// hierarchy reads the joints, each before its children.
func (p *bvhParser) hierarchy() error {
	if err := p.expect("HIERARCHY", "ROOT"); err != nil {
		return err
	}
	open := []int{} // the joints whose braces are open
	if err := p.begin(&open); err != nil {
		return err
	}
	for len(open) > 0 {
		if !p.NextWords() {
			return p.Errorf("the file ends within the joint %s: it is cut short", p.joints[open[len(open)-1]].name)
		}
		if err := p.line(&open); err != nil {
			return err
		}
	}
	return p.place()
}

// begin opens the joint that the line names, and the brace after it.
func (p *bvhParser) begin(open *[]int) error {
	joint := bvhJoint{name: strings.Join(p.Words[1:], " "), parent: -1}
	if len(*open) > 0 {
		joint.parent = (*open)[len(*open)-1]
	}
	if strings.EqualFold(p.Words[0], "End") {
		joint.name, joint.site = p.joints[joint.parent].name+"_end", true
	}
	switch {
	case joint.name == "":
		return p.Errorf("the joint has no name")
	case len(p.joints) == maxJoints:
		return p.Errorf("there are more than %d joints", maxJoints)
	case joint.parent >= 0 && p.joints[joint.parent].site:
		return p.Errorf("%s is within the end of a bone", joint.name)
	case slices.ContainsFunc(p.joints, func(j bvhJoint) bool { return j.name == joint.name }) && !joint.site:
		return p.Errorf("there is a second joint %.40q", joint.name)
	}
	*open = append(*open, len(p.joints))
	p.joints = append(p.joints, joint)
	return p.expect("{")
}

// line reads a line of the joint that was opened last.
func (p *bvhParser) line(open *[]int) (err error) {
	joint := &p.joints[(*open)[len(*open)-1]]
	switch strings.ToUpper(p.Words[0]) {
	case "OFFSET":
		var offset []float64
		if offset, err = p.Floats(3); err == nil {
			joint.offset = [3]float64(offset)
		}
	case "CHANNELS":
		joint.channels, err = p.channels(joint)
	case "JOINT", "END":
		err = p.begin(open)
	case "}":
		*open = (*open)[:len(*open)-1]
	default:
		err = p.Errorf("%.40q is no part of a joint: expected OFFSET, CHANNELS, JOINT, End Site or }", p.Words[0])
	}
	return err
}

// channels reads which numbers of a frame belong to a joint.
func (p *bvhParser) channels(joint *bvhJoint) (channels []int, err error) {
	if len(p.Words) < 2 || fmt.Sprint(len(p.Words)-2) != p.Words[1] {
		return nil, p.Errorf("the number of channels is not that of their names")
	}
	for _, name := range p.Words[2:] {
		channel := slices.Index(channelNames, strings.ToLower(name))
		switch {
		case channel < 0:
			return nil, p.Errorf("there is no channel %.40q: expected one of Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation", name)
		case slices.Contains(channels, channel):
			return nil, p.Errorf("the channel %s is there twice", name)
		case channel < 3 && joint.parent >= 0:
			return nil, p.Errorf("%s moves along %s: bones keep their lengths, only the root has positions", joint.name, name)
		case joint.site:
			return nil, p.Errorf("the end of a bone has channels")
		}
		channels = append(channels, channel)
	}
	return channels, nil
}

// place numbers the particles: the root, and every joint that is not at the
// place of its parent.
func (p *bvhParser) place() error {
	for i := range p.joints {
		joint := &p.joints[i]
		if joint.parent >= 0 && joint.offset == [3]float64{} {
			joint.particle = p.joints[joint.parent].particle
			continue
		}
		joint.particle = p.particles
		p.particles++
	}
	if p.particles < 2 {
		return p.Errorf("the skeleton has no bone of any length")
	}
	return nil
}

// motion reads the frames.
func (p *bvhParser) motion() error {
	if err := p.expect("MOTION", "Frames:"); err != nil {
		return err
	}
	frames, err := p.Floats(1)
	if err != nil {
		return err
	}
	if err := p.expect("Frame"); err != nil {
		return err
	}
	if len(p.Words) < 2 || !strings.EqualFold(p.Words[1], "Time:") {
		return p.Errorf("%.40q is no BVH here: expected Frame Time:", strings.TrimSpace(p.Text))
	}
	p.Words = p.Words[1:]
	frameTime, err := p.Floats(1)
	if err != nil {
		return err
	}
	p.frameTime, p.trajectory.Particles = frameTime[0], p.particles
	if !(p.frameTime > 0) {
		return p.Errorf("the time between frames is %g s, expected more than 0", p.frameTime)
	}
	numbers := 0
	for _, joint := range p.joints {
		numbers += len(joint.channels)
	}
	if numbers == 0 {
		return p.Errorf("no joint has channels: there is no motion")
	}
	for p.NextWords() {
		if err := p.frame(numbers); err != nil {
			return err
		}
	}
	if read := p.trajectory.Frames(); float64(read) != frames[0] {
		return p.Errorf("there are %d frames, and %g are announced: the file is cut short, or damaged", read, frames[0])
	}
	return nil
}

// frame reads the numbers of a frame and adds the positions of all particles.
func (p *bvhParser) frame(numbers int) error {
	if len(p.Words) != numbers {
		return p.Errorf("frame %d has %d numbers, expected %d", p.trajectory.Frames(), len(p.Words), numbers)
	}
	values := make([]float64, numbers)
	for i, word := range p.Words {
		var err error
		if values[i], err = p.Float(word, fmt.Sprint("frame ", p.trajectory.Frames())); err != nil {
			return err
		}
	}
	for _, position := range p.pose(values) {
		p.trajectory.Positions = append(p.trajectory.Positions, position[:]...)
	}
	return nil
}

// pose are the positions of the particles. A joint turns what is beyond it,
// about its axes as they stand after the turns of the channels before.
func (p *bvhParser) pose(values []float64) [][3]float64 {
	positions := make([][3]float64, p.particles)
	places, turns := make([][3]float64, len(p.joints)), make([]rotation.Matrix, len(p.joints))
	for i, joint := range p.joints {
		place, turn := joint.offset, rotation.Identity
		if joint.parent >= 0 {
			place = turns[joint.parent].Turn(joint.offset)
			for axis := range 3 {
				place[axis] += places[joint.parent][axis]
			}
			turn = turns[joint.parent]
		}
		for k, channel := range joint.channels {
			if channel < 3 {
				place[channel] += values[k]
			} else {
				turn = turn.Times(rotation.About(channel-3, values[k]*math.Pi/180))
			}
		}
		values = values[len(joint.channels):]
		places[i], turns[i], positions[joint.particle] = place, turn, place
	}
	return positions
}

// skeleton has the particles as joints.
func (p *bvhParser) skeleton() *Skeleton {
	s := &Skeleton{Path: p.Path, byName: map[string]int{}, LengthUnit: "of the BVH file"}
	for _, joint := range p.joints {
		if joint.particle < len(s.Joints) {
			continue // at the place of its parent
		}
		parent := -1
		if joint.parent >= 0 {
			parent = p.joints[joint.parent].particle
		}
		s.byName[joint.name] = len(s.Joints)
		s.parents = append(s.parents, len(s.Joints))
		s.Joints = append(s.Joints, Joint{Name: joint.name, Parent: parent})
	}
	return s
}
