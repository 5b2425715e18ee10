package urdf

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gmnc/internal/fileformat"
	"gmnc/internal/plainfile"
	"gmnc/internal/rotation"
)

// Shape is a <visual> element, with which a robot is drawn.
type Shape struct {
	// Body is the joint that moves the shape, or the file's first link.
	Body string
	// Turn and Origin [m] are the orientation and the position of the shape's frame in that of
	// the first link, with all joints at 0.
	Turn   rotation.Matrix
	Origin [3]float64
	// Kind is mesh, box, cylinder or sphere. Size [m] holds the lengths of a box along its
	// axes, the radius of a cylinder and its length along z, or the radius of a sphere. For a
	// mesh it holds the scale factors.
	Kind string
	Size [3]float64
	Mesh string // name of the mesh's file in <mesh>
}

// Anchor is the position of a joint with all joints at 0, in meters, in the frame of the first
// link.
type Anchor struct {
	Body   string // as in Shape
	Origin [3]float64
}

// ReadShapes reads the shapes with which a file draws its robot, and the positions of the named
// joints, which move them. Shapes that no named joint moves belong to the first link.
func ReadShapes(path string, joints []string) (shapes []Shape, anchors []Anchor, err error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read the robot: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read the robot: %w", err)
	}
	shapes, anchors, err = parseShapes(path, string(text), joints)
	return shapes, anchors, fileformat.Explain(path, err, fileformat.URDF)
}

func parseShapes(path, text string, joints []string) (shapes []Shape, anchors []Anchor, err error) {
	p, err := read(path, strings.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	order, err := p.order()
	if err != nil {
		return nil, nil, err
	}
	visuals, err := p.visuals(text)
	if err != nil {
		return nil, nil, err
	}
	frames, bodies := make([]frame, len(order)), make([]string, len(order))
	for i, at := range order {
		link := p.links[at.link]
		frames[i], bodies[i] = frame{turn: rotation.Identity}, link.name
		if at.joint >= 0 {
			j := p.joints[at.joint]
			frames[i], bodies[i] = frames[at.parent].then(j.origin), bodies[at.parent]
			if slices.Contains(joints, j.name) {
				bodies[i] = j.name
				anchors = append(anchors, Anchor{j.name, frames[i].position})
			}
		}
		for _, v := range visuals[link.name] {
			shape, err := p.shape(v)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: a <visual> of the link %.40q: %w", path, link.name, err)
			}
			placed := frames[i].then(frame{shape.Turn, shape.Origin})
			shape.Body, shape.Turn, shape.Origin = bodies[i], placed.turn, placed.position
			shapes = append(shapes, shape)
		}
	}
	return shapes, anchors, nil
}

// visual is a <visual> element.
type visual struct {
	Origin struct {
		Origin *string `xml:"xyz,attr"`
		Turn   *string `xml:"rpy,attr"`
	} `xml:"origin"`
	Geometry struct {
		Mesh *struct {
			File  string  `xml:"filename,attr"`
			Scale *string `xml:"scale,attr"`
		} `xml:"mesh"`
		Box *struct {
			Size string `xml:"size,attr"`
		} `xml:"box"`
		Cylinder *struct {
			Radius string `xml:"radius,attr"`
			Length string `xml:"length,attr"`
		} `xml:"cylinder"`
		Sphere *struct {
			Radius string `xml:"radius,attr"`
		} `xml:"sphere"`
	} `xml:"geometry"`
}

// visuals returns the visuals of each link, by its name.
func (p *parser) visuals(text string) (map[string][]visual, error) {
	utf8, err := decoded(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	var robot struct {
		Links []struct {
			Name    string   `xml:"name,attr"`
			Visuals []visual `xml:"visual"`
		} `xml:"link"`
	}
	if err := xml.NewDecoder(utf8).Decode(&robot); err != nil {
		return nil, fmt.Errorf("%s is no XML: %w", p.Path, err)
	}
	all := map[string][]visual{}
	for _, link := range robot.Links {
		all[strings.TrimSpace(link.Name)] = link.Visuals
	}
	return all, nil
}

// numbers is an attribute of a <visual>: what it belongs to, its text, and where its numbers go.
type numbers struct {
	of, text string
	into     []float64
	unsigned bool // none may be negative
}

// shape returns the shape of a visual, in the frame of its link.
func (p *parser) shape(v visual) (s Shape, err error) {
	var angles [3]float64
	var parts []numbers
	optional := func(of string, text *string, into []float64) {
		if text != nil {
			parts = append(parts, numbers{of, *text, into, false})
		}
	}
	optional("xyz of its <origin>", v.Origin.Origin, s.Origin[:])
	optional("rpy of its <origin>", v.Origin.Turn, angles[:])
	switch g := v.Geometry; {
	case g.Mesh != nil:
		s.Kind, s.Mesh, s.Size = "mesh", strings.TrimSpace(g.Mesh.File), [3]float64{1, 1, 1}
		optional("the scale of its mesh", g.Mesh.Scale, s.Size[:])
	case g.Box != nil:
		s.Kind, parts = "box", append(parts, numbers{"the size of its box", g.Box.Size, s.Size[:], true})
	case g.Cylinder != nil:
		s.Kind, parts = "cylinder", append(parts, numbers{"the radius of its cylinder", g.Cylinder.Radius, s.Size[:1], true},
			numbers{"the length of its cylinder", g.Cylinder.Length, s.Size[1:2], true})
	case g.Sphere != nil:
		s.Kind, parts = "sphere", append(parts, numbers{"the radius of its sphere", g.Sphere.Radius, s.Size[:1], true})
	default:
		return s, fmt.Errorf("its <geometry> is none of mesh, box, cylinder and sphere")
	}
	for _, part := range parts {
		if err := p.parse(part); err != nil {
			return s, fmt.Errorf("%s: %w", part.of, err)
		}
	}
	s.Turn = rotation.Sequence([]int{0, 1, 2}, angles[:], 1)
	return s, nil
}

// parse reads the numbers of an attribute.
func (p *parser) parse(part numbers) error {
	words := strings.Fields(part.text)
	if len(words) != len(part.into) {
		return fmt.Errorf("%d numbers, expected %d", len(words), len(part.into))
	}
	for i, word := range words {
		value, ok := p.Numbers.Parse(word)
		switch {
		case !ok || math.Abs(value) > math.MaxFloat32:
			return fmt.Errorf("%.40q is no number of float32", word)
		case part.unsigned && value < 0:
			return fmt.Errorf("%.40q is negative, expected 0 or more", word)
		}
		part.into[i] = value
	}
	return nil
}
