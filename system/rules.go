package system

import (
	"fmt"
	"slices"
)

// Rule is what the inputs of a system have to satisfy together, besides the ranges that each
// field has. Files find systems that break one in their graph, and engines by Broken; both give
// them no numbers.
type Rule struct {
	Name string
	// Reads are the fields that a model has to take for the rule to hold of its inputs, and
	// Unless those of models of which it does not hold.
	Reads, Unless []*Field
	// Broken reports whether a system breaks the rule.
	Broken func(Inputs) bool
}

// Inputs are those of a model for one system, in rows of its particles as a Batch has them.
type Inputs struct {
	// Of are the values of a field, of which one of systems has a row for each particle; nil of a field
	// that the model does not take.
	Of func(*Field) []float32
	// First is the first row of the system in the batch, and Neighbors are the numbers of the particles
	// in the slots of all its particles, -1 for none.
	First     int
	Neighbors func() []int64
	// Tree and Body are 1 of the particles in trees, and of those in bodies but for the one in a tree. A
	// particle of a tree hangs on the row of the one before or, of the root, on its own, and one of a
	// body on the row that joins the body to a tree. All are nil of a model without trees.
	Tree, Body []float32
	HangsOn    []int64
	Room       Room
}

// Room is what a model has room for: 0 where that is not known.
type Room struct {
	Joints int // axes of the joints of a system
	Planes int
}

// Rules of single particles, planes and cells.
var (
	PinnedRest = &Rule{Name: "pinned particles rest", Reads: []*Field{Pinned, Velocity}, Broken: func(in Inputs) bool {
		velocity := in.Of(Velocity)
		for i, pinned := range in.Of(Pinned) {
			if pinned != 0 && slices.ContainsFunc(velocity[3*i:3*i+3], isThere) {
				return true
			}
		}
		return false
	}}
	SomeFree = &Rule{Name: "some particle is not pinned", Reads: []*Field{Pinned}, Broken: func(in Inputs) bool {
		pinned := in.Of(Pinned)
		return len(pinned) > 0 && !slices.Contains(pinned, 0)
	}}
	MasslessPinned = &Rule{Name: "particles without mass are pinned", Reads: []*Field{Mass}, Unless: []*Field{Rest, Planes}, Broken: func(in Inputs) bool {
		pinned := in.Of(Pinned)
		for i, mass := range in.Of(Mass) {
			if mass == 0 && (pinned == nil || pinned[i] == 0) {
				return true
			}
		}
		return false
	}}
	PlanesNormal = &Rule{Name: "planes with an offset have a normal", Reads: []*Field{Planes}, Broken: func(in Inputs) bool {
		for plane := range slices.Chunk(ofSystem(in, Planes), PlaneColumns) {
			if plane[PlaneColumns-1] != 0 && !slices.ContainsFunc(plane[:PlaneColumns-1], isThere) {
				return true
			}
		}
		return false
	}}
	PlanesRoom = &Rule{Name: "no more planes than the model takes", Reads: []*Field{Planes}, Broken: func(in Inputs) bool {
		planes := ofSystem(in, Planes)
		return in.Room.Planes > 0 && slices.ContainsFunc(planes[min(in.Room.Planes*PlaneColumns, len(planes)):], isThere)
	}}
	NearestImages = &Rule{Name: "models see the nearest images", Reads: []*Field{Position, CellA, CellB, CellC}, Broken: func(in Inputs) bool {
		s := Sample{Position: in.Of(Position), Neighbors: in.Neighbors()}
		for _, f := range []*Field{CellA, CellB, CellC} {
			f.Set(&s, ofSystem(in, f))
		}
		return s.CheckImages(func(array, format string, arguments ...any) error { return fmt.Errorf(array+format, arguments...) }) != nil
	}}
)

// Rules are all of them.
func Rules() []*Rule {
	return append([]*Rule{PinnedRest, SomeFree, MasslessPinned, PlanesNormal, PlanesRoom, NearestImages}, jointRules...)
}

// Holds reports whether the rule is one of the inputs of a model, by the fields that it takes.
func (r *Rule) Holds(takes func(*Field) bool) bool {
	return !slices.ContainsFunc(r.Reads, func(f *Field) bool { return !takes(f) }) && !slices.ContainsFunc(r.Unless, takes)
}

// ofSystem are the values of a field of systems, once.
func ofSystem(in Inputs, f *Field) []float32 {
	values := in.Of(f)
	return values[:min(len(values), f.Columns)]
}

func isThere(value float32) bool { return value != 0 }
