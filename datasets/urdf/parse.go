package urdf

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"gmnc/internal/lines"
	"gmnc/internal/rotation"
	"gmnc/system"
)

// frame is where something is, and how it is turned.
type frame struct {
	turn  rotation.Matrix
	place [3]float64
}

// then is a frame that is given within this one.
func (f frame) then(inner frame) frame {
	return frame{f.turn.Times(inner.turn), f.at(inner.place)}
}

// at is the place of a point that is given within the frame.
func (f frame) at(point [3]float64) [3]float64 {
	turned := f.turn.Turn(point)
	for axis := range turned {
		turned[axis] += f.place[axis]
	}
	return turned
}

type link struct {
	name   string
	line   int
	mass   float64 // kilograms; 0 without an <inertial>
	center frame   // of mass
}

type joint struct {
	name, kind    string
	line          int
	parent, child end
	origin        frame
}

// end is the link at one end of a joint, by its name.
type end struct {
	link string
	line int
}

// parser reads links and joints, element by element.
type parser struct {
	lines.Reader // for the errors: its number is the line of the element
	decoder      *xml.Decoder
	path         []string // the names of the elements around, from the outermost
	owner        string   // the link or joint around, such as "link hand"
	seen         map[string]bool

	name   string // of the robot
	links  []link
	joints []joint
	number map[string]int // of each link
}

func newParser(path string, text io.Reader) *parser {
	return &parser{
		Reader: lines.Reader{Path: path, Number: 1}, decoder: xml.NewDecoder(text),
		seen: map[string]bool{}, number: map[string]int{},
	}
}

// elements are those that are read, by their path; all others are ignored.
var elements = map[string]func(p *parser, attributes attributes) error{
	"robot":                      (*parser).robot,
	"robot link":                 (*parser).link,
	"robot link inertial":        func(*parser, attributes) error { return nil },
	"robot link inertial origin": (*parser).center,
	"robot link inertial mass":   (*parser).mass,
	"robot joint":                (*parser).joint,
	"robot joint origin":         (*parser).jointOrigin,
	"robot joint parent":         (*parser).parent,
	"robot joint child":          (*parser).child,
}

// deepest is how many names the paths of elements have at most.
const deepest = 4

func (p *parser) read() error {
	for {
		p.Number, _ = p.decoder.InputPos()
		token, err := p.decoder.Token()
		if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
			p.Number = syntax.Line
			return p.Errorf("is no XML: %s", syntax.Msg)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return p.Errorf("cannot be read: %w", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := p.start(token); err != nil {
				return err
			}
		case xml.EndElement:
			p.path = p.path[:len(p.path)-1]
		}
	}
	if len(p.links) == 0 {
		return p.Errorf("there is no <robot> with links: the file is empty, or no URDF")
	}
	return p.checkJoints()
}

func (p *parser) start(element xml.StartElement) error {
	if strings.Contains(element.Name.Space, "xacro") {
		return p.Errorf("<xacro:%.40s> is no URDF yet: run xacro on the file first", element.Name.Local)
	}
	p.path = append(p.path, element.Name.Local)
	if len(p.path) > deepest {
		return nil
	}
	if p.path[0] != "robot" {
		return p.Errorf("<%.40s> is no URDF: expected <robot>", p.path[0])
	}
	path := strings.Join(p.path, " ")
	read, known := elements[path]
	if !known {
		return nil
	}
	if len(p.path) > 2 {
		if p.seen[path] {
			return p.Errorf("%s has a second <%s>", p.owner, element.Name.Local)
		}
		p.seen[path] = true
	}
	return read(p, attributes{p, element})
}

func (p *parser) robot(a attributes) error {
	p.name = a.optional("name", "robot")
	return nil
}

// begin opens a link or joint, and gives its name.
func (p *parser) begin(a attributes) (name string, err error) {
	if name, err = a.text("name"); err != nil {
		return "", err
	}
	owner := p.path[1] + " " + name
	if p.seen[owner] {
		return "", p.Errorf("there is a second %s %.40q", p.path[1], name)
	}
	for _, element := range []string{"inertial", "inertial origin", "inertial mass", "origin", "parent", "child"} {
		delete(p.seen, "robot "+p.path[1]+" "+element)
	}
	p.seen[owner], p.owner = true, owner
	return name, nil
}

func (p *parser) link(a attributes) error {
	name, err := p.begin(a)
	if err != nil {
		return err
	}
	if len(p.links) == system.MaxParticles {
		return p.Errorf("there are more than %d links", system.MaxParticles)
	}
	p.number[name] = len(p.links)
	p.links = append(p.links, link{name: name, line: p.Number, center: frame{turn: rotation.Identity}})
	return nil
}

func (p *parser) center(a attributes) (err error) {
	p.links[len(p.links)-1].center, err = a.frame()
	return err
}

func (p *parser) mass(a attributes) error {
	text, err := a.text("value")
	if err != nil {
		return err
	}
	mass, err := p.Float(text, "mass")
	if err != nil {
		return err
	}
	if mass < 0 {
		return p.Errorf("the mass of %s is %g, expected 0 or more", p.owner, mass)
	}
	p.links[len(p.links)-1].mass = mass
	return nil
}

// rigidKinds are the types of joints that keep the length of a bar, and
// slidingKinds the others.
var (
	rigidKinds   = map[string]bool{"fixed": true, "revolute": true, "continuous": true}
	slidingKinds = map[string]bool{"prismatic": true, "planar": true, "floating": true}
)

func (p *parser) joint(a attributes) error {
	name, err := p.begin(a)
	if err != nil {
		return err
	}
	kind, err := a.text("type")
	switch {
	case err != nil:
		return err
	case slidingKinds[kind]:
		return p.Errorf("the %s is %s: bars keep their lengths, so only joints that turn are simulated (revolute, continuous) or fixed ones", p.owner, kind)
	case !rigidKinds[kind]:
		return p.Errorf("the %s has the type %.40q, expected revolute, continuous or fixed", p.owner, kind)
	}
	p.joints = append(p.joints, joint{name: name, kind: kind, line: p.Number, origin: frame{turn: rotation.Identity}})
	return nil
}

func (p *parser) jointOrigin(a attributes) (err error) {
	p.joints[len(p.joints)-1].origin, err = a.frame()
	return err
}

func (p *parser) parent(a attributes) (err error) {
	p.joints[len(p.joints)-1].parent, err = a.end()
	return err
}

func (p *parser) child(a attributes) (err error) {
	p.joints[len(p.joints)-1].child, err = a.end()
	return err
}
