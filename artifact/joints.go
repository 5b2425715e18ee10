package artifact

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/internal/strictjson"
	"gmnc/system"
)

// JointsKey is the place of Joints in a file's metadata.
const JointsKey = "joints"

// Joints says what the columns of a file in joint coordinates are.
type Joints struct {
	// Names are the joints, in the order of the columns, and Slides says which of them slide.
	Names  []string `json:"names"`
	Slides []bool   `json:"slides"`
	// Rest is q in the pose of rest.
	Rest []float64 `json:"rest,omitempty"`
	// Points are what the file returns the positions of.
	Points []Point `json:"points,omitempty"`
}

// Point is a point of a link: where it is in the pose of rest, in the axes of the data.
type Point struct {
	Name string     `json:"name"`
	Link string     `json:"link"` // the name of the joint that moves the link
	Rest [3]float64 `json:"rest"`
}

// ErrJoints says that a file is in joint coordinates.
var ErrJoints = fields.Errorf("it takes and returns joint coordinates, q and rate, for a program that calls it (docs/joints.md), and this reads particles: export the run without {joints} for a file of particles")

// Joints are the columns of a file in joint coordinates; nil of another model.
func (m *Model) Joints() *Joints { return m.joints }

// jointsIn reads what a file says of its joints, nil if it is of particles.
func jointsIn(file *export.File, inside *Topology) (*Joints, error) {
	text, given := file.Metadata[JointsKey]
	if !given {
		return nil, nil
	}
	j := new(Joints)
	if err := strictjson.Unmarshal([]byte(text), j); err != nil {
		return nil, fmt.Errorf("what it says of its joints is damaged (%w): export the model again", err)
	}
	count := 0
	if inside != nil {
		count = inside.Objects.Count(system.Body)
	}
	if len(j.Names) != count || len(j.Slides) != count || count == 0 {
		return nil, fmt.Errorf("what it says of its joints is damaged (%d names, and %d bodies inside): export the model again", len(j.Names), count)
	}
	if j.Rest == nil { // as files of earlier versions have it
		j.Rest = make([]float64, count)
	}
	return j, nil
}

// JointsOf names the joints of a robot after the names of its particles, which may be nil: the
// name of a link's particles without their numbers, or else the number of the joint.
func JointsOf(robot system.Sample, particles []string) Joints {
	var j Joints
	slides := system.SlideAxis.OrDefault(&robot)
	for number, members := range robot.Objects.Of(system.Body) {
		first := members[0]
		name := fmt.Sprintf("joint %d", number)
		if particles != nil {
			if link := linkOf(particles[first]); link != "" && !slices.Contains(j.Names, link) {
				name = link
			}
		}
		j.Names = append(j.Names, name)
		j.Rest = append(j.Rest, 0)
		j.Slides = append(j.Slides, slices.ContainsFunc(slides[3*first:3*first+3], func(x float32) bool { return x != 0 }))
	}
	return j
}

// linkOf is the name of a particle without its number.
func linkOf(particle string) string {
	return strings.TrimRight(strings.TrimRight(particle, "0123456789"), " ")
}

// String names the joints, with what they do.
func (j Joints) String() string {
	texts := make([]string, len(j.Names))
	for i, name := range j.Names {
		does := "turns"
		if j.Slides[i] {
			does = "slides"
		}
		texts[i] = fmt.Sprintf("%s %s", name, does)
	}
	return strings.Join(texts, ", ")
}
