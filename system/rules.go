package system

import (
	"fmt"
	"slices"
)

// Rule is a condition that several inputs of a system must satisfy together, besides the range
// of each field. Exported files check it in their graph, and engines call Broken. Both return
// no numbers for a system that breaks a rule.
type Rule struct {
	Name string
	// Reads are the fields that a model must take for the rule to apply to its inputs. It does
	// not apply to a model that takes a field in Unless.
	Reads, Unless []*Field
	// Broken reports whether a system breaks the rule.
	Broken func(Inputs) bool
}

// Inputs are a model's inputs for one system, in rows of particles as a Batch has them.
type Inputs struct {
	// Of returns the values of a field, or nil if the model does not take it. A field of the
	// system has a row for each particle.
	Of func(*Field) []float32
	// First is the first row of the system in the batch. Neighbors holds the particles in all
	// slots of all particles, -1 for none.
	First     int
	Neighbors func() []int64
	// Tree is 1 for particles in trees, and Body for those in bodies, except for a particle
	// that joins the body to a tree. HangsOn is the row of the parent for a particle of a tree,
	// the root's own row for the root, and the row that joins the body to a tree for a particle
	// of a body. All are nil for a model without trees.
	Tree, Body []float32
	HangsOn    []int64
	Capacity   Capacity
}

// Capacity says how much a model has room for. A number is 0 if it is not known.
type Capacity struct {
	Joints int // axes of the joints of a system
	Planes int
}

// These are the rules of single particles, planes and cells.
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
	PlaneCapacity = &Rule{Name: "no more planes than the model takes", Reads: []*Field{Planes}, Broken: func(in Inputs) bool {
		planes := ofSystem(in, Planes)
		return in.Capacity.Planes > 0 && slices.ContainsFunc(planes[min(in.Capacity.Planes*PlaneColumns, len(planes)):], isThere)
	}}
	NearestImages = &Rule{Name: "models see the nearest images", Reads: []*Field{Position, CellA, CellB, CellC}, Broken: func(in Inputs) bool {
		s := Sample{Position: in.Of(Position), Neighbors: in.Neighbors()}
		for _, f := range []*Field{CellA, CellB, CellC} {
			f.Set(&s, ofSystem(in, f))
		}
		return s.CheckImages(func(array, format string, arguments ...any) error { return fmt.Errorf(array+format, arguments...) }) != nil
	}}
)

// Rules returns all rules.
func Rules() []*Rule {
	return append([]*Rule{PinnedRest, SomeFree, MasslessPinned, PlanesNormal, PlaneCapacity, NearestImages}, jointRules...)
}

// Holds reports whether the rule applies to a model that takes these fields.
func (r *Rule) Holds(takes func(*Field) bool) bool {
	return !slices.ContainsFunc(r.Reads, func(f *Field) bool { return !takes(f) }) && !slices.ContainsFunc(r.Unless, takes)
}

// ofSystem returns the values of a field of the system, without repetition.
func ofSystem(in Inputs, f *Field) []float32 {
	values := in.Of(f)
	return values[:min(len(values), f.Columns)]
}

func isThere(value float32) bool { return value != 0 }
