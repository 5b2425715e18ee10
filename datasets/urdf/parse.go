package urdf

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"gmnc/internal/lines"
	"gmnc/internal/numeral"
	"gmnc/internal/rotation"
)

// frame is the position and the orientation of something.
type frame struct {
	turn     rotation.Matrix
	position [3]float64
}

// then returns a frame that is given relative to this one.
func (f frame) then(inner frame) frame {
	return frame{f.turn.Times(inner.turn), f.at(inner.position)}
}

// at returns the position of a point that is given in the frame.
func (f frame) at(point [3]float64) [3]float64 {
	turned := f.turn.Turn(point)
	for axis := range turned {
		turned[axis] += f.position[axis]
	}
	return turned
}

type link struct {
	name    string
	line    int
	mass    float64         // kilograms; 0 without an <inertial>
	center  frame           // of mass
	inertia rotation.Matrix // about the center, in its frame
}

type joint struct {
	name, kind    string
	line          int
	parent, child end
	origin        frame
	axis          [3]float64 // in the joint's frame
	lower, upper  float64    // limits of its coordinate; both 0 without limits
	travel        [2]float64 // range relative to its coordinate in the pose; both 0 without limits
	// fastest and strongest are the velocity and the effort of <limit>, or 0 without them.
	fastest, strongest float64
	follows            *follows // of <mimic>
	released           *follows // what follows was before the joint moved by itself
	fixed              bool
	// damping and friction resist the motion, in N m s and N m, or in N s/m and N for sliding
	// joints.
	damping, friction float64
	rotor             float64 // inertia of the motor's rotor at the joint, in kg m^2, or in kg for sliding joints
}

// slides reports whether a joint moves along its axis.
func (j joint) slides() bool { return !j.fixed && j.kind == "prismatic" }

// turns reports whether a joint changes angles and no lengths.
func (j joint) turns() bool { return !j.fixed && (j.kind == "revolute" || j.kind == "continuous") }

// floats reports whether the link after the joint moves freely.
func (j joint) floats() bool { return !j.fixed && j.kind == "floating" }

// end is the link at one end of a joint, by its name.
type end struct {
	link string
	line int
}

// parser reads links and joints, element by element.
type parser struct {
	lines.Reader // for the errors; its number is the line of the element
	decoder      *xml.Decoder
	path         []string        // names of the enclosing elements, the outermost first
	owner        string          // enclosing link or joint, such as "link hand"
	owners       map[string]bool // links and joints so far
	seen         map[string]bool // elements of the owner so far
	unread       map[string]int  // number of occurrences of what is not read
	outside      int             // length of the path at the outermost element that is not read, or 0
	space        string          // namespace of <robot>
	quaternions  bool            // whether the file's version has quaternions
	ended        bool            // whether <robot> has ended

	name   string // name of the robot
	links  []link
	joints []joint
	number map[string]int // index of each link
	lost   []string       // joints that follow one that does not exist
	wound  []string       // links and joints that are turned by more than a whole turn
	rotors map[string]rotor
	loose  *joint // floating joint before the first link, which loosen removed, or nil
}

// read reads the links and the joints of a file. Errors contain the path.
func read(path string, text io.Reader) (*parser, error) {
	p := &parser{Reader: lines.Reader{Path: path, Number: 1, Numbers: numeral.URDF}, owners: map[string]bool{}, unread: map[string]int{}, number: map[string]int{}, rotors: map[string]rotor{}}
	utf8, err := decoded(text)
	if err != nil {
		return nil, p.Errorf("%w", err)
	}
	p.decoder = xml.NewDecoder(utf8)
	if err := p.read(); err != nil {
		return nil, err
	}
	return p, nil
}

// element is an element that is read, with its attributes and the function that reads it.
type element struct {
	attributes []string
	read       func(p *parser, attributes attributes) error
}

// elements holds the elements that are read, by their paths.
var elements = map[string]element{
	"robot":                       {[]string{"name", "version"}, (*parser).robot},
	"robot link":                  {[]string{"name"}, (*parser).link},
	"robot link inertial":         {nil, func(*parser, attributes) error { return nil }},
	"robot link inertial origin":  {poseAttributes, (*parser).center},
	"robot link inertial mass":    {[]string{"value"}, (*parser).mass},
	"robot link inertial inertia": {inertiaAttributes, (*parser).inertia},
	"robot joint":                 {[]string{"name", "type"}, (*parser).joint},
	"robot joint origin":          {poseAttributes, (*parser).jointOrigin},
	"robot joint parent":          {[]string{"link"}, (*parser).parent},
	"robot joint child":           {[]string{"link"}, (*parser).child},
	"robot joint axis":            {[]string{"xyz", "rpy"}, (*parser).axis},
	"robot joint limit":           {[]string{"lower", "upper", "effort", "velocity"}, (*parser).limit},
	"robot joint dynamics":        {[]string{"damping", "friction"}, (*parser).dynamics},
	"robot joint mimic":           {[]string{"joint", "multiplier", "offset"}, (*parser).mimic},
}

func (p *parser) read() error {
	for {
		p.Number, _ = p.decoder.InputPos()
		token, err := p.decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return p.unreadable(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := p.start(token); err != nil {
				return err
			}
		case xml.CharData:
			if len(p.path) == 0 && len(bytes.TrimSpace(token)) > 0 {
				return p.Errorf("has the text %.40q outside of <robot>: expected one <robot> and nothing else", bytes.TrimSpace(token))
			}
		case xml.EndElement:
			if p.within("robot link inertial") && !p.seen["robot link inertial mass"] {
				return p.Errorf("the <inertial> of %s has no <mass>: write it, or leave <inertial> out for none", p.owner)
			}
			if p.path = p.path[:len(p.path)-1]; len(p.path) < p.outside {
				p.outside = 0
			}
			p.ended = len(p.path) == 0
		}
	}
	if len(p.links) == 0 {
		return p.Errorf("there is no <robot> with links: the file is empty, or no URDF")
	}
	if err := p.checkJoints(); err != nil {
		return err
	}
	return p.attachRotors()
}

// unreadable returns the error of a file for an error of the decoder.
func (p *parser) unreadable(err error) error {
	syntax := (*xml.SyntaxError)(nil)
	if !errors.As(err, &syntax) {
		return p.Errorf("cannot be read: %w", err)
	}
	p.Number = syntax.Line
	if syntax.Msg == "invalid UTF-8" {
		return p.Errorf(`is no UTF-8: name the encoding in the first line, such as <?xml version="1.0" encoding="ISO-8859-1"?>`)
	}
	return p.Errorf("is no XML: %s", syntax.Msg)
}

func (p *parser) start(found xml.StartElement) error {
	name := found.Name.Local
	if strings.Contains(found.Name.Space, "xacro") {
		return p.Errorf("<xacro:%.40s> is no URDF yet: run xacro on the file first", name)
	}
	if len(p.path) == 0 && p.ended {
		return p.Errorf("has a second element <%.40s> beside its <robot>: expected one <robot> and nothing else", name)
	}
	p.path = append(p.path, name)
	switch {
	case p.outside > 0:
		return nil
	case p.path[0] == "mujoco":
		return p.Errorf("<mujoco> is a model of MuJoCo and no URDF: gmnc.data.write_mujoco in Python makes data sets of its recordings")
	case p.path[0] != "robot":
		return p.Errorf("<%.40s> is no URDF: expected <robot>", p.path[0])
	case len(p.path) == 1:
		p.space = found.Name.Space
	}
	path := strings.Join(p.path, " ")
	if path == "robot transmission" {
		return p.transmission(found)
	}
	known, isRead := elements[path]
	if !isRead || found.Name.Space != p.space {
		p.outside = len(p.path)
		return p.leave(found.Name, path)
	}
	if len(p.path) > 2 {
		if p.seen[path] {
			return p.Errorf("%s has a second <%s>", p.owner, name)
		}
		p.seen[path] = true
	}
	a := attributes{p, found}
	if err := a.check(known.attributes); err != nil {
		return err
	}
	return known.read(p, a)
}

// within reports whether the current element is directly within the element of a path.
func (p *parser) within(path string) bool {
	return p.outside == 0 && strings.Join(p.path, " ") == path
}

func (p *parser) robot(a attributes) error {
	p.name = a.optional("name", "robot")
	version := a.optional("version", "1.0")
	value, ok := p.Numbers.Parse(version)
	if !ok {
		return p.Errorf("the version of the robot is %.40q, expected a number such as 1.0", version)
	}
	p.quaternions = value > 1
	return nil
}

// begin opens a link or joint, and returns its name.
func (p *parser) begin(a attributes) (name string, err error) {
	if name, err = a.text("name"); err != nil {
		return "", err
	}
	owner := p.path[1] + " " + name
	if p.owners[owner] {
		return "", p.Errorf("there is a second %s %.40q", p.path[1], name)
	}
	p.owners[owner], p.owner, p.seen = true, owner, map[string]bool{}
	return name, nil
}
