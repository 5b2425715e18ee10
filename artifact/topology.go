package artifact

import (
	"fmt"
	"reflect"

	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/internal/strictjson"
	"gmnc/system"
)

// Topology is what an exported file may contain instead of inputs: the objects, neighbors and
// features of its only kind of system, and for a robot its constants. The file also contains it
// as JSON, with which predictions are checked.
type Topology struct {
	Particles    int
	Objects      system.Objects
	Neighbors    []int64
	NodeFeatures []float32
	EdgeFeatures []float32
	// Constants holds the fields of a robot that no frame changes, such as rest and masses, and
	// gravity if all samples have the same. Other systems have none.
	Constants system.Given
}

// maxParticles is more than the number of particles that a file can have. It bounds what
// parsing a damaged topology allocates.
const maxParticles = 1 << 20

// topologyIn parses the topology inside a file. It returns nil if there is none.
func topologyIn(file *export.File) (*Topology, error) {
	text, baked := file.Metadata[TopologyKey]
	if !baked {
		return nil, nil
	}
	t := new(Topology)
	err := strictjson.Unmarshal([]byte(text), t)
	if err == nil && (t.Particles < 1 || t.Particles > maxParticles) {
		err = fmt.Errorf("%d particles", t.Particles)
	}
	if err == nil {
		err = system.CheckInputs([]system.Sample{t.Sample()})
	}
	if err != nil {
		return nil, fmt.Errorf("its topology is damaged (%w): export the model again", err)
	}
	return t, nil
}

// TopologyOf returns the topology of a sample, without constants.
func TopologyOf(s system.Sample) Topology {
	return Topology{s.Particles(), s.Objects, s.Neighbors, s.NodeFeatures, s.EdgeFeatures, nil}
}

// Other compares another topology with this one. It says what differs, and returns the first
// difference as it is in the other topology and in this one. It returns "" if they are the
// same. A nil list equals an empty one.
func (t Topology) Other(o Topology) (what, others, own string) {
	n := max(1, t.Particles)
	switch {
	case t.Particles != o.Particles:
		return "another number of particles", o.String(), t.String()
	case t.Objects.Counts() != o.Objects.Counts():
		return "other objects", o.String(), t.String()
	case !sameValues(t.Objects, o.Objects):
		i := differ(t.Objects, o.Objects, 1)
		return "objects of other particles", object(o.Objects[i]), object(t.Objects[i])
	case len(t.Neighbors) != len(o.Neighbors):
		return "other neighbors", o.String(), t.String()
	case !sameValues(t.Neighbors, o.Neighbors):
		others, own = rowsThatDiffer(t.Neighbors, o.Neighbors, n, "neighbors of particle")
		return "other neighbors", others, own
	case !sameValues(t.NodeFeatures, o.NodeFeatures):
		others, own = rowsThatDiffer(t.NodeFeatures, o.NodeFeatures, n, "features of particle")
		return "other features", others, own
	case !sameValues(t.EdgeFeatures, o.EdgeFeatures):
		others, own = rowsThatDiffer(t.EdgeFeatures, o.EdgeFeatures, n, "features of edges to particle")
		return "other features", others, own
	}
	return "", "", ""
}

// OtherConstant names a constant for which a sample has other values, and returns the first
// differing row of the sample and of the topology. It returns "" if all values are the same. A
// field that a sample lacks has its default.
func (t Topology) OtherConstant(s *system.Sample) (what, others, own string) {
	for _, constant := range t.Constants {
		f, given := constant.Field, constant.Field.OrDefault(s)
		if !sameValues(constant.Values, given) {
			others, own = rowsThatDiffer(constant.Values, given, len(constant.Values)/f.Columns, f.Rows.String())
			return "another " + f.Name, others, own
		}
	}
	return "", "", ""
}

// differ returns the first row in which two lists with the same number of rows differ. They
// must differ.
func differ[T any](a, b []T, columns int) (row int) {
	for reflect.DeepEqual(a[row*columns:(row+1)*columns], b[row*columns:(row+1)*columns]) {
		row++
	}
	return row
}

// rowsThatDiffer describes the first row that differs, in the other list and in the own one.
func rowsThatDiffer[T any](own, others []T, particles int, title string) (other, mine string) {
	columns := len(own) / particles
	if len(own) != len(others) {
		return fmt.Sprintf("%d of each particle", len(others)/particles), fmt.Sprintf("%d of each particle", columns)
	}
	row := differ(own, others, columns)
	text := func(values []T) string {
		return fmt.Sprintf("%s %d: %.80s", title, row, fmt.Sprint(values[row*columns:(row+1)*columns]))
	}
	return text(others), text(own)
}

// object describes the particles of an object.
func object(o system.Object) string {
	text := fmt.Sprintf("%s %.80s", o.Kind.Name, fmt.Sprint(o.Members))
	if o.Parents != nil {
		text += fmt.Sprintf(" with the bars %.80s", fmt.Sprint(o.Bars()))
	}
	return text
}

// String returns the numbers of particles, objects and neighbors.
func (t Topology) String() string {
	text := fmt.Sprintf("particles: %d, %s", t.Particles, t.Objects.Counts())
	if t.Neighbors != nil {
		text += fmt.Sprintf(", neighbors of each: %d", len(t.Neighbors)/max(1, t.Particles))
	}
	return text
}

func sameValues[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || reflect.DeepEqual(a, b))
}

// Sample returns a system with the topology. Its particles are in the pose of rest if that is
// known, or else on a line.
func (t Topology) Sample() system.Sample {
	position := t.Constants.Of(system.Rest)
	if position != nil {
		return t.at(position)
	}
	position = make([]float32, 3*t.Particles)
	for i := range t.Particles {
		position[3*i] = float32(i)
	}
	return t.at(position)
}

// at returns a system with the topology at the given positions, with velocities 0.
func (t Topology) at(position []float32) system.Sample {
	return system.Sample{
		Position: position, Velocity: make([]float32, 3*t.Particles), Objects: t.Objects,
		Neighbors: t.Neighbors, NodeFeatures: t.NodeFeatures, EdgeFeatures: t.EdgeFeatures, Given: t.Constants,
	}
}

// check returns an error if a sample has another topology.
func (t Topology) check(samples []system.Sample) error {
	for i, sample := range samples {
		what, others, own := t.Other(TopologyOf(sample))
		if what == "" {
			what, others, own = t.OtherConstant(&samples[i])
		}
		if what != "" {
			return system.SampleError(i, func(i int) error {
				return fields.Errorf("sample %d has %s than the model has inside (%s; inside: %s): take data of its topology, or export it without {topology}", i, what, others, own)
			})
		}
	}
	return nil
}
