package artifact

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gmnc/builder/joints"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/internal/strictjson"
	"gmnc/system"
)

// JointsKey is the key of Joints in a file's metadata.
const JointsKey = "joints"

// Joints describes the columns of a file in joint coordinates.
type Joints struct {
	// Names holds the names of the joints, in the order of the columns. Slides says which of
	// them are prismatic.
	Names  []string `json:"names"`
	Slides []bool   `json:"slides"`
	// Types holds the system.JointType of each joint, or is nil if all have an axis.
	Types []int `json:"types,omitempty"`
	// Rest is q in the pose of rest.
	Rest []float64 `json:"rest,omitempty"`
	// Columns holds the names of the columns.
	Columns *Columns `json:"columns,omitempty"`
	// Drives holds the system.Drive of each joint, or is nil if the file takes the load itself.
	Drives [][2]float32 `json:"drives,omitempty"`
	// Ranges holds the ranges of q, rate and torque of each joint in the training data, in the
	// units of the file, or nil if they are not known.
	Ranges []system.JointRange `json:"ranges,omitempty"`
	// Points lists the points whose positions the file returns.
	Points []Point `json:"points,omitempty"`

	limited bool // whether the robot inside has a joint with limits
}

// Columns holds the names of the columns of q, rate and torque. A joint with an axis has one
// column of each, with the joint's name. Other joints have more, such as "base x" or "hip qw".
type Columns struct {
	Q      []string `json:"q"`
	Rate   []string `json:"rate"`
	Torque []string `json:"torque"`
}

// These are the coordinates of joints without an axis. The function joints.CoordinateColumns
// returns indices into them.
var (
	coordinateParts = []string{"x", "y", "z", "qw", "qx", "qy", "qz"}
	rateParts       = []string{"vx", "vy", "vz", "wx", "wy", "wz"}
)

// Point is a point of a link, given by its position in the pose of rest, in the axes of the
// data.
type Point struct {
	Name string     `json:"name"`
	Link string     `json:"link"` // the name of the joint that moves the link
	Rest [3]float64 `json:"rest"`
}

// ErrJoints reports that a file is in joint coordinates.
var ErrJoints = fields.Errorf("it takes and returns joint coordinates, q and rate, for a program that calls it (docs/joints.md), and this reads particles: export the run without {joints} for a file of particles")

// Joints returns the columns of a file in joint coordinates, or nil for another model.
func (m *Model) Joints() *Joints { return m.joints }

// jointsIn parses what a file says about its joints. It returns nil if the file is one of
// particles.
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
	if len(j.Names) != count || len(j.Slides) != count || count == 0 || j.Types != nil && len(j.Types) != count || j.Drives != nil && len(j.Drives) != count || j.Ranges != nil && len(j.Ranges) != count {
		return nil, fmt.Errorf("what it says of its joints is damaged (%d names, and %d bodies inside): export the model again", len(j.Names), count)
	}
	if j.Rest == nil { // in files of earlier versions
		j.Rest = make([]float64, count)
	}
	columns := j.columns()
	if j.Columns == nil {
		j.Columns = &columns
	}
	if !reflect.DeepEqual(*j.Columns, columns) || len(j.Rest) != len(columns.Q) {
		return nil, errors.New("what it says of the columns of its joints is damaged: export the model again")
	}
	if !j.have(j.Ranges) {
		return nil, errors.New("what it says of the ranges of its joints is damaged: export the model again")
	}
	for _, r := range j.Ranges {
		if err := r.Validate(); err != nil {
			return nil, fmt.Errorf("what it says of the ranges of its joints is damaged (%w): export the model again", err)
		}
	}
	j.limited = hasLimits(inside.Sample())
	return j, nil
}

// Type returns the system.JointType of a joint.
func (j Joints) Type(number int) int {
	if j.Types == nil {
		return system.OnAxis
	}
	return j.Types[number]
}

// columns returns the names of the columns of joints with these names and types.
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

// JointsOf describes the joints of a robot. Their names are those of datasets.JointNames for the
// names of its particles, which may be nil.
func JointsOf(robot system.Sample, particles []string) Joints {
	var j Joints
	slides := system.SlideAxis.OrDefault(&robot)
	bodies := robot.Objects.Of(system.Body)
	j.Names = datasets.JointNames(bodies, particles)
	for number, members := range bodies {
		first := members[0]
		if types := system.JointType.Of(&robot); types != nil {
			j.Types = append(j.Types, int(types[first]))
		}
		j.Slides = append(j.Slides, slices.ContainsFunc(slides[3*first:3*first+3], func(x float32) bool { return x != 0 }))
		j.Rest = append(j.Rest, restOf(robot, first, j.Type(number))...)
	}
	columns := j.columns()
	j.Columns = &columns
	j.limited = hasLimits(robot)
	return j
}

// hasLimits reports whether a joint of a robot has limits.
func hasLimits(robot system.Sample) bool {
	for _, f := range []*system.Field{system.TurnLimits, system.SlideLimits} {
		for limits := range slices.Chunk(f.Of(&robot), 2) {
			if limits[0] < limits[1] {
				return true
			}
		}
	}
	return false
}

// restOf returns q of a joint in the pose of rest.
func restOf(robot system.Sample, first, kind int) []float64 {
	unit := []float64{1, 0, 0, 0}
	switch kind {
	case system.OnBall:
		return unit
	case system.Floating:
		var position []float64
		for _, x := range system.JointAnchor.OrDefault(&robot)[3*first : 3*first+3] {
			position = append(position, float64(x))
		}
		return append(position, unit...)
	}
	return []float64{0}
}

// String lists the joints, with the kind of their motion.
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
