package mocap

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gmnc/internal/fileformat"
	"gmnc/internal/lines"
	"gmnc/internal/numeral"
	"gmnc/internal/plainfile"
	"gmnc/system"
)

// bvhJoint is a joint, or the end of a bone, that a BVH file declares.
type bvhJoint struct {
	name      string
	parent    int        // -1 for the root
	offset    [3]float64 // from the parent, before rotation
	hasOffset bool       // whether the file has given the offset
	moves     bool       // whether its channels give its position instead of the offset
	first     int        // index of its first number in a frame
	channels  []int      // its numbers in a frame: 0 to 2 translate along x, y, z; 3 to 5 rotate about them
	site      bool       // whether it is the end of a bone, which has no channels
	// particle is the index of its particle. A joint at the position of its parent has the
	// index of the parent.
	particle int
}

// channelNames holds the names of the numbers of a frame that a joint can have.
var channelNames = []string{"xposition", "yposition", "zposition", "xrotation", "yrotation", "zrotation"}

// bvhFile holds the contents of a file of the Biovision hierarchy. They are a skeleton, whose
// joints are particles, their positions in every frame, and the time between frames. The notes
// are for people.
type bvhFile struct {
	skeleton *skeleton
	motion   system.Trajectory
	rate     rate
	notes    []string
}

func readBVH(path string) (bvhFile, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return bvhFile{}, fmt.Errorf("cannot read the motion: %w", err)
	}
	defer file.Close()
	read, err := parseBVH(path, file)
	return read, fileformat.Explain(path, err, fileformat.BVH)
}

func parseBVH(path string, text io.Reader) (bvhFile, error) {
	p := &bvhParser{Reader: lines.New(path, text, numeral.BVH)}
	err := p.hierarchy()
	if err == nil {
		err = p.motion()
	}
	if read := p.Err(); read != nil {
		err = read
	}
	if err == nil {
		err = p.place()
	}
	if err != nil {
		return bvhFile{}, err
	}
	return bvhFile{p.skeleton(), p.trajectory, p.rate, p.notes}, nil
}

type bvhParser struct {
	*lines.Reader
	joints     []bvhJoint
	particles  int
	numbers    int       // number of numbers in a frame
	first      int       // the joint that is the root; the joints before it are not particles
	turns      []bool    // whether each number of a frame is an angle
	values     []float64 // numbers of all frames
	rate       rate
	trajectory system.Trajectory
	notes      []string
}

// next advances to the next line with words. There are no comments: # may be in a name.
func (p *bvhParser) next() bool {
	for p.Next() {
		if len(p.Words) > 0 {
			return true
		}
	}
	return false
}

// expect reads a line for each of the words. The line must begin with the word.
func (p *bvhParser) expect(words ...string) error {
	for _, word := range words {
		if !p.next() || !strings.EqualFold(p.Words[0], word) {
			return p.Errorf("%.40q is no BVH here: expected %s", strings.TrimSpace(p.Text), word)
		}
	}
	return nil
}

// hierarchy reads the joints. Each joint comes before its children.
func (p *bvhParser) hierarchy() error {
	if err := p.expect("HIERARCHY", "ROOT"); err != nil {
		return err
	}
	open := []int{} // the joints whose braces are open
	if err := p.begin(&open); err != nil {
		return err
	}
	for len(open) > 0 {
		if !p.next() {
			return p.Errorf("the file ends within the joint %s: it is cut short", p.joints[open[len(open)-1]].name)
		}
		if err := p.line(&open); err != nil {
			return err
		}
	}
	return nil
}

// begin opens the joint that the line names, and reads the brace after it.
func (p *bvhParser) begin(open *[]int) error {
	words := len(p.Words)
	braced := p.Words[words-1] == "{" // the brace may be on a line of its own
	if braced {
		p.Words = p.Words[:words-1]
	}
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
	if braced {
		return nil
	}
	return p.expect("{")
}

// line reads a line of the joint that was opened last.
func (p *bvhParser) line(open *[]int) (err error) {
	joint := &p.joints[(*open)[len(*open)-1]]
	switch strings.ToUpper(p.Words[0]) {
	case "OFFSET":
		if joint.hasOffset {
			return p.Errorf("%s has a second OFFSET", joint.name)
		}
		var offset []float64
		if offset, err = p.Floats(3); err == nil {
			joint.offset, joint.hasOffset = [3]float64(offset), true
		}
	case "CHANNELS":
		if joint.channels != nil {
			return p.Errorf("%s has CHANNELS a second time", joint.name)
		}
		joint.channels, err = p.channels(joint)
	case "JOINT", "END":
		err = p.begin(open)
	case "}":
		if !joint.hasOffset {
			return p.Errorf("%s has no OFFSET: expected how far it is from its parent", joint.name)
		}
		*open = (*open)[:len(*open)-1]
	default:
		err = p.Errorf("%.40q is no part of a joint: expected OFFSET, CHANNELS, JOINT, End Site or }", p.Words[0])
	}
	return err
}

// channels reads the names of a joint's numbers in a frame.
func (p *bvhParser) channels(joint *bvhJoint) (channels []int, err error) {
	if len(p.Words) < 2 || fmt.Sprint(len(p.Words)-2) != p.Words[1] {
		return nil, p.Errorf("the number of channels differs from the number of their names")
	}
	for _, name := range p.Words[2:] {
		channel := slices.Index(channelNames, strings.ToLower(name))
		switch {
		case channel < 0:
			return nil, p.Errorf("there is no channel %.40q: expected one of Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation", name)
		case slices.Contains(channels, channel):
			return nil, p.Errorf("the channel %s is there twice", name)
		case joint.site:
			return nil, p.Errorf("the end of a bone has channels")
		}
		channels = append(channels, channel)
	}
	return channels, nil
}

// skeleton returns a skeleton whose joints are the particles.
func (p *bvhParser) skeleton() *skeleton {
	s := &skeleton{Path: p.Path, byName: map[string]int{}}
	for i, node := range p.joints {
		if node.particle < len(s.Joints) {
			continue // not a particle, or at the position of its parent
		}
		parent := -1
		if i > p.first {
			parent = p.joints[node.parent].particle
		}
		s.byName[node.name] = len(s.Joints)
		s.Joints = append(s.Joints, joint{Name: node.name, Parent: parent})
	}
	return s
}
