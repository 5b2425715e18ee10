package mocap

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gmnc/internal/fileformat"
	"gmnc/internal/lines"
	"gmnc/internal/numeral"
	"gmnc/internal/plainfile"
	"gmnc/internal/rotation"
)

// skeleton is a tree of joints that an ASF or BVH file declares.
type skeleton struct {
	Path string
	// Joints holds the root and then, in the order of the file, the far ends of the bones.
	Joints []joint
	// LengthUnit is the text of the unit of length of an ASF file.
	LengthUnit string

	angle     float64  // size in radians of the unit of angles
	rootOrder []string // the quantities of the root's numbers in a frame: tx ... rz
	rootStart [3]float64
	byName    map[string]int // index of each joint by its name in lower case
	parents   []int          // indices of the joints, each after its parent
}

// joint is the root or the far end of a bone.
type joint struct {
	Name   string
	Parent int // -1 for the root

	offset    [3]float64      // from its parent, in the rest pose
	axes      rotation.Matrix // of its degrees of freedom, in the rest pose
	rotations []int           // axes of its degrees of freedom, of which the first is applied first
}

// bones returns the pairs (joint, parent).
func (s *skeleton) bones() (bones [][2]int) {
	for i, joint := range s.Joints {
		if joint.Parent >= 0 {
			bones = append(bones, [2]int{i, joint.Parent})
		}
	}
	return bones
}

// readSkeleton reads an ASF file.
func readSkeleton(path string) (*skeleton, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the skeleton: %w", err)
	}
	defer file.Close()
	s, err := parseSkeleton(path, file)
	return s, fileformat.Explain(path, err, fileformat.ASF)
}

const rootName = "root"

func parseSkeleton(path string, text io.Reader) (*skeleton, error) {
	p := &skeletonParser{
		Reader: lines.New(path, text, numeral.ASF), seen: map[string]bool{},
		skeleton: &skeleton{
			Path: path, angle: math.Pi / 180, byName: map[string]int{rootName: 0},
			Joints: []joint{{Name: rootName, Parent: -1}},
		},
	}
	for more := p.NextWords(); more; {
		title := strings.ToLower(p.Words[0])
		section, known := sections[title]
		if !known {
			return nil, p.Errorf("%.40q begins no section: expected one of :units, :root, :bonedata, :hierarchy, :version, :name, :documentation, :skin", p.Words[0])
		}
		p.seen[title] = true
		for more = p.NextWords(); more && p.Words[0][0] != ':'; more = p.NextWords() {
			if section == nil {
				continue
			}
			if err := section(p); err != nil {
				return nil, err
			}
		}
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	return p.skeleton, p.finish()
}

type skeletonParser struct {
	*lines.Reader
	*skeleton
	seen map[string]bool // titles of the sections that were read
	bone *bone           // the bone between begin and end, or nil
}

// sections holds, by title, the function that reads a line of a section. Sections with nil are
// ignored.
var sections = map[string]func(p *skeletonParser) error{
	":version": nil, ":name": nil, ":documentation": nil, ":skin": nil,
	":units":     (*skeletonParser).unit,
	":root":      (*skeletonParser).root,
	":bonedata":  (*skeletonParser).boneLine,
	":hierarchy": (*skeletonParser).children,
}

func (p *skeletonParser) unit() error {
	switch strings.ToLower(p.Words[0]) {
	case "mass": // has no influence on positions
	case "length":
		if len(p.Words) == 2 {
			p.LengthUnit = p.Words[1]
		}
	case "angle":
		factor, known := map[string]float64{"deg": math.Pi / 180, "rad": 1}[strings.ToLower(strings.Join(p.Words[1:], " "))]
		if !known {
			return p.Errorf("the unit of angles is %.40q, expected deg or rad", strings.Join(p.Words[1:], " "))
		}
		p.angle = factor
	default:
		return p.Errorf("there is no unit of %.40q: expected mass, length or angle", p.Words[0])
	}
	return nil
}

func (p *skeletonParser) root() (err error) {
	switch strings.ToLower(p.Words[0]) {
	case "order":
		p.rootOrder = strings.Fields(strings.ToLower(strings.Join(p.Words[1:], " ")))
		if sorted := slices.Sorted(slices.Values(p.rootOrder)); !slices.Equal(sorted, []string{"rx", "ry", "rz", "tx", "ty", "tz"}) {
			return p.Errorf("the root's order is %.40q, expected TX, TY, TZ, RX, RY and RZ in any order", strings.Join(p.Words[1:], " "))
		}
	case "axis": // only concerns the orientation
		if len(p.Words) != 2 {
			return p.Errorf("axis of the root has %d values, expected 1, such as XYZ", len(p.Words)-1)
		}
		_, err = p.rotationOrder(p.Words[1])
	case "position":
		var position []float64
		if position, err = p.Floats(3); err == nil {
			p.rootStart = [3]float64(position)
		}
	case "orientation":
		var angles []float64
		if angles, err = p.Floats(3); err == nil && slices.ContainsFunc(angles, func(angle float64) bool { return angle != 0 }) {
			err = p.Errorf("the root is turned before it moves, which programs apply in different ways: turn the recording, and write orientation 0 0 0")
		}
	default:
		err = p.Errorf("the root has no %.40q: expected order, axis, position or orientation", p.Words[0])
	}
	return err
}

// rotationOrder reads an order such as XYZ. It returns the axes, of which the first is applied
// first.
func (p *skeletonParser) rotationOrder(word string) ([]int, error) {
	var axes []int
	for _, letter := range strings.ToUpper(word) {
		axes = append(axes, strings.IndexRune("XYZ", letter))
	}
	if !slices.Equal(slices.Sorted(slices.Values(axes)), []int{0, 1, 2}) {
		return nil, p.Errorf("the order of rotations is %.40q, expected X, Y and Z in any order", word)
	}
	return axes, nil
}

// children reads a line of the hierarchy: a parent and its children.
func (p *skeletonParser) children() error {
	if len(p.Words) == 1 && (strings.EqualFold(p.Words[0], "begin") || strings.EqualFold(p.Words[0], "end")) {
		return nil
	}
	parent, known := p.byName[strings.ToLower(p.Words[0])]
	if !known {
		return p.Errorf("the hierarchy has the unknown bone %.40q", p.Words[0])
	}
	for _, name := range p.Words[1:] {
		child, known := p.byName[strings.ToLower(name)]
		switch {
		case !known || child == 0:
			return p.Errorf("the hierarchy has the unknown bone %.40q", name)
		case p.Joints[child].Parent >= 0:
			return p.Errorf("%.40q is a child of %s and of %s", name, p.Joints[p.Joints[child].Parent].Name, p.Words[0])
		}
		p.Joints[child].Parent = parent
	}
	return nil
}

// finish checks that the skeleton is complete, and orders its joints.
func (p *skeletonParser) finish() error {
	for _, section := range []string{":root", ":bonedata", ":hierarchy"} {
		if !p.seen[section] {
			return fmt.Errorf("%s: there is no section %s: the file is cut short, or no ASF file", p.Reader.Path, section)
		}
	}
	if p.bone != nil {
		return p.Errorf("the file ends within a bone: it is cut short")
	}
	root := &p.Joints[0]
	if p.rootOrder == nil {
		return fmt.Errorf("%s: the root has no order", p.Reader.Path)
	}
	// The order of its numbers is the order of its rotations about fixed axes (Acclaim's
	// format; "axis" only concerns the orientation).
	root.axes = rotation.Identity
	for _, name := range p.rootOrder {
		if name[0] == 'r' {
			root.rotations = append(root.rotations, int(name[1]-'x'))
		}
	}
	children := make([][]int, len(p.Joints))
	for i, joint := range p.Joints[1:] {
		if joint.Parent >= 0 {
			children[joint.Parent] = append(children[joint.Parent], i+1)
		}
	}
	p.parents = []int{0}
	for i := 0; i < len(p.parents); i++ {
		p.parents = append(p.parents, children[p.parents[i]]...)
	}
	for i, joint := range p.Joints {
		if !slices.Contains(p.parents, i) {
			return fmt.Errorf("%s: the hierarchy does not lead from the root to %.40q", p.Reader.Path, joint.Name)
		}
	}
	return nil
}
