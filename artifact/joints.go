package artifact

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gmnc/builder/joints"
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
	// Types are system.JointType of each; nil where all have an axis.
	Types []int `json:"types,omitempty"`
	// Rest is q in the pose of rest.
	Rest []float64 `json:"rest,omitempty"`
	// Columns are the names of the columns.
	Columns *Columns `json:"columns,omitempty"`
	// Drives are system.Drive of each; nil where the file takes the load itself.
	Drives [][2]float32 `json:"drives,omitempty"`
	// Points are what the file returns the positions of.
	Points []Point `json:"points,omitempty"`
}

// Columns are the names of the columns of q, rate and torque. A joint with an axis has one of each, of
// its name; other joints have more, such as "base x" or "hip qw".
type Columns struct {
	Q      []string `json:"q"`
	Rate   []string `json:"rate"`
	Torque []string `json:"torque"`
}

// The names of the columns that joints.CoordinateColumns has numbers in, of joints without an axis.
var (
	coordinateParts = []string{"x", "y", "z", "qw", "qx", "qy", "qz"}
	rateParts       = []string{"vx", "vy", "vz", "wx", "wy", "wz"}
)

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
	if len(j.Names) != count || len(j.Slides) != count || count == 0 || j.Types != nil && len(j.Types) != count || j.Drives != nil && len(j.Drives) != count {
		return nil, fmt.Errorf("what it says of its joints is damaged (%d names, and %d bodies inside): export the model again", len(j.Names), count)
	}
	if j.Rest == nil { // as files of earlier versions have it
		j.Rest = make([]float64, count)
	}
	columns := j.columns()
	if j.Columns == nil {
		j.Columns = &columns
	}
	if !reflect.DeepEqual(*j.Columns, columns) || len(j.Rest) != len(columns.Q) {
		return nil, errors.New("what it says of the columns of its joints is damaged: export the model again")
	}
	return j, nil
}

// Type is system.JointType of a joint.
func (j Joints) Type(number int) int {
	if j.Types == nil {
		return system.OnAxis
	}
	return j.Types[number]
}

// columns are the names of the columns that joints of these names and types have.
func (j Joints) columns() Columns {
	c := Columns{[]string{}, []string{}, []string{}}
	for number, name := range j.Names {
		kind := j.Type(number)
		if kind == system.OnAxis {
			c.Q, c.Rate, c.Torque = append(c.Q, name), append(c.Rate, name), append(c.Torque, name)
			continue
		}
		parts := joints.CoordinateColumns(kind)
		for _, part := range parts[system.CoordinateInput] {
			c.Q = append(c.Q, name+" "+coordinateParts[part])
		}
		for _, part := range parts[system.RateInput] {
			c.Rate = append(c.Rate, name+" "+rateParts[part])
		}
	}
	return c
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
		if types := system.JointType.Of(&robot); types != nil {
			j.Types = append(j.Types, int(types[first]))
		}
		j.Slides = append(j.Slides, slices.ContainsFunc(slides[3*first:3*first+3], func(x float32) bool { return x != 0 }))
		j.Rest = append(j.Rest, restOf(robot, first, j.Type(number))...)
	}
	columns := j.columns()
	j.Columns = &columns
	return j
}

// restOf is q of a joint in the pose of rest.
func restOf(robot system.Sample, first, kind int) []float64 {
	unit := []float64{1, 0, 0, 0}
	switch kind {
	case system.OnBall:
		return unit
	case system.Floating:
		var place []float64
		for _, x := range system.JointAnchor.OrDefault(&robot)[3*first : 3*first+3] {
			place = append(place, float64(x))
		}
		return append(place, unit...)
	}
	return []float64{0}
}

// linkOf is the name of a particle without its number.
func linkOf(particle string) string {
	return strings.TrimRight(strings.TrimRight(particle, "0123456789"), " ")
}

// String names the joints, with what they do.
func (j Joints) String() string {
	texts := make([]string, len(j.Names))
	for i, name := range j.Names {
		does := map[int]string{system.OnAxis: "turns", system.OnBall: "turns every way", system.Floating: "floats"}[j.Type(i)]
		if j.Slides[i] {
			does = "slides"
		}
		texts[i] = fmt.Sprintf("%s %s", name, does)
	}
	return strings.Join(texts, ", ")
}
