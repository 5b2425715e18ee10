package system

import "slices"

// Rule is what the inputs of a system have to satisfy together, besides the ranges that each
// field has. Files find systems that break one in their graph, and engines by Broken; both give
// them no numbers.
type Rule struct {
	Name string
	// Reads are the fields that a model has to take for the rule to hold of its inputs, and
	// Unless those of models of which it does not hold.
	Reads, Unless []*Field
	// Broken reports whether a system breaks the rule, by the rows of its particles in a field;
	// nil of a field that the model does not take.
	Broken func(rows func(*Field) []float32) bool
}

// Rules of systems.
var (
	PinnedRest = &Rule{Name: "pinned particles rest", Reads: []*Field{Pinned, Velocity}, Broken: func(rows func(*Field) []float32) bool {
		velocity := rows(Velocity)
		for i, pinned := range rows(Pinned) {
			if pinned != 0 && slices.ContainsFunc(velocity[3*i:3*i+3], isThere) {
				return true
			}
		}
		return false
	}}
	SomeFree = &Rule{Name: "some particle is not pinned", Reads: []*Field{Pinned}, Broken: func(rows func(*Field) []float32) bool {
		pinned := rows(Pinned)
		return len(pinned) > 0 && !slices.Contains(pinned, 0)
	}}
	MasslessPinned = &Rule{Name: "particles without mass are pinned", Reads: []*Field{Mass}, Unless: []*Field{Rest, Planes}, Broken: func(rows func(*Field) []float32) bool {
		pinned := rows(Pinned)
		for i, mass := range rows(Mass) {
			if mass == 0 && (pinned == nil || pinned[i] == 0) {
				return true
			}
		}
		return false
	}}
	PlanesNormal = &Rule{Name: "planes with an offset have a normal", Reads: []*Field{Planes}, Broken: func(rows func(*Field) []float32) bool {
		planes := rows(Planes)
		for plane := range slices.Chunk(planes[:min(len(planes), Planes.Columns)], PlaneColumns) {
			if plane[PlaneColumns-1] != 0 && !slices.ContainsFunc(plane[:PlaneColumns-1], isThere) {
				return true
			}
		}
		return false
	}}
)

// Rules are all of them.
func Rules() []*Rule { return []*Rule{PinnedRest, SomeFree, MasslessPinned, PlanesNormal} }

// Holds reports whether the rule is one of the inputs of a model, by the fields that it takes.
func (r *Rule) Holds(takes func(*Field) bool) bool {
	return !slices.ContainsFunc(r.Reads, func(f *Field) bool { return !takes(f) }) && !slices.ContainsFunc(r.Unless, takes)
}

func isThere(value float32) bool { return value != 0 }
