package systems

import (
	"math"

	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/system"
)

// forests is what trees and bodies say of the particles, as int64[particles]. parent is the
// parent, or the particle that joins the particle's body to a tree, or the particle itself.
// root is the first member of the object, or the particle. first is the first of the body's own
// particles, or any number. kind is the number of the kind, or 0. If parents or bodies are
// wrong, a Gather fails at run time, whose name says how.
//
// Type hanging finds the same with joints, by products of floats with one matrix. That matrix
// leads to the one particle in a tree by which each body hangs there. A body without joints may
// have no such particle. Its positions are compared in pairs, its object begins at its first
// member, and there may be sticks and hinges besides. A rule on parents or bodies is in both.
type forests struct{ parent, root, first, kind string }

// isRoot reports whether an input is the first member of each particle's object.
func isRoot(input *ir.Value) bool {
	return input.Name == system.RootInput && input.Type.Equal(ir.Indices(Particles, ir.Rows(Particles)))
}

// ofForests returns an input of the table of objects, or the kind's number, if there are trees
// and bodies.
func (e *Emitter) ofForests(name string) string {
	f := e.forests()
	switch {
	case name == system.RootInput:
		return f.root
	case name == kindColumn:
		return e.Op("Max", nil, e.columns(e.ObjectTable(), name), f.kind)
	case name == FirstColumn:
		isBody := e.Op("Equal", nil, f.kind, e.Ints([]int64{int64(system.Body.Number())}))
		return e.Op("Where", nil, isBody, f.first, e.columns(e.ObjectTable(), name))
	case name == PartnerColumn:
		isRoot := e.Op("Equal", nil, f.parent, e.Count(e.Size(Particles)))
		return e.Op("Where", nil, isRoot, e.columns(e.ObjectTable(), name), f.parent)
	}
	return e.columns(e.ObjectTable(), name)
}

// forests computes the forests once for a file.
func (e *Emitter) forests() forests {
	if e.made == nil {
		defer e.InScope("forest")()
		e.made = e.makeForests()
	}
	return *e.made
}

func (e *Emitter) makeForests() *forests {
	index, parent := e.parents()
	ofTree := e.inTrees(index)
	same, fault := e.sameBody()
	b := e.bodies(same, ofTree)
	inTree, inBody := e.Flat(ofTree), e.Flat(b.members)
	fault = e.Op("Add", nil, fault, b.fault)
	listed := e.Op("Min", nil, e.columns(e.ObjectTable(), kindColumn), e.Ints([]int64{1}))
	objects := e.Op("Add", nil, e.Op("Add", nil, inTree, inBody), listed)
	fault = e.Op("Add", nil, fault, e.failIf("two_objects", e.AsInt(e.Op("Greater", nil, objects, e.Ints([]int64{1})))))
	isJoined := e.Op("Greater", nil, b.joined, e.Ints([]int64{0}))
	parent = e.Op("Where", nil, isJoined, b.joint, parent)
	root := e.Op("Where", nil, e.Op("Greater", nil, inBody, b.joined), b.first, e.roots(parent))
	number := func(kind *system.Kind, members string) string {
		return e.Op("Mul", nil, members, e.Ints([]int64{int64(kind.Number())}))
	}
	return &forests{
		parent: parent, root: e.Op("Add", nil, root, fault), first: b.first,
		kind: e.Op("Add", nil, e.Op("Add", nil, number(system.Tree, inTree), number(system.Body, inBody)), fault),
	}
}

// parents returns the parents as indices within systems, int64[batch, particles], and their
// rows, int64[particles].
func (e *Emitter) parents() (index, rows string) {
	own, given := e.Unsqueeze(e.Count(e.SystemSize()), 0), e.ofParticles(system.Tree)
	index = e.Op("Where", nil, e.Op("Less", nil, given, e.Ints([]int64{0})), e.Ints([]int64{math.MaxInt32}), given)
	index = e.Op("Where", nil, e.Op("Equal", nil, given, own), e.Ints([]int64{math.MaxInt32}), index)
	index = e.Op("Where", nil, e.Op("Equal", nil, given, e.Ints([]int64{-1})), own, index)
	e.faultyParticles(e.Flat(e.Op("Div", nil, index, e.AtLeastOne(e.SystemSize()))))
	parent := e.Named("parents/index_within_system", func() string {
		return e.Op("GatherElements", map[string]any{"axis": int64(1)}, e.rowsOfSystems(), index)
	})
	return index, e.Flat(parent)
}

// inTrees returns 1 for particles in a tree, given the parents within systems, and 0 for
// others: int64[batch, particles]. They have a parent, or are the parent of more than
// themselves.
func (e *Emitter) inTrees(index string) string {
	numbers := e.Count(e.SystemSize())
	children := e.AsInt(e.Op("Equal", nil, e.Unsqueeze(index, 1), e.Unsqueeze(numbers, 1)))
	few := e.Op("Less", nil, e.sumLast(children), e.Ints([]int64{2}))
	return e.AsInt(e.Op("Not", nil, e.Op("And", nil, few, e.Op("Equal", nil, index, e.Unsqueeze(numbers, 0)))))
}

// rowsOfSystems returns the rows of the particles, int64[batch, particles].
func (e *Emitter) rowsOfSystems() string {
	return e.Op("Reshape", emit.KeepZero, e.Count(e.Size(Particles)), e.Concat(e.Batch(), e.SystemSize()))
}

// TooDeep is the name of the check that fails for trees that are deeper than a file takes, or
// in a circle. It is in the errors of runtimes.
const TooDeep = "too_deep_or_in_a_circle"

// roots returns the rows of the roots. If a tree is too deep or a circle, the last ancestor
// found is not a root, and the run fails.
func (e *Emitter) roots(parent string) string {
	root, beyond := e.topmost(parent)
	isNone := e.AsInt(e.Op("Not", nil, e.Op("Equal", nil, beyond, root)))
	return e.Op("Add", nil, root, e.failIf(TooDeep, isNone))
}

// topmost returns the rows of the last ancestors that are found, and of their parents.
func (e *Emitter) topmost(parent string) (root, beyond string) {
	root = parent
	for reached := 1; reached < e.Depth; reached *= 2 {
		root = e.Op("Gather", map[string]any{"axis": int64(0)}, root, root)
	}
	return root, e.Op("Gather", map[string]any{"axis": int64(0)}, parent, root)
}

// ofParticles returns the array of trees or bodies, int64[batch, particles]. An array with a
// batch of 1 holds for all systems.
func (e *Emitter) ofParticles(kind *system.Kind) string {
	return e.Op("Expand", nil, e.Given(kind.Array()), e.Concat(e.Batch(), e.SystemSize()))
}

// sameBody says for every two particles whether they are in the same body, [batch, particles,
// particles], and for every particle whether it is in one, [batch, particles]. Both are given
// as conditions, and as 1 or 0.
type sameBody struct{ isSame, isNumbered, same, numbered string }

// sameBody returns the bodies, and a fault that is 0 or makes the run fail.
func (e *Emitter) sameBody() (b sameBody, fault string) {
	number, none := e.ofParticles(system.Body), e.Ints([]int64{-1})
	fault = e.failIf("no_such_body", e.Flat(e.AsInt(e.Op("Less", nil, number, none))))
	own := e.Unsqueeze(number, 2)
	b.isNumbered = e.Op("Greater", nil, number, none)
	b.isSame = e.Op("And", nil, e.Op("Equal", nil, own, e.Unsqueeze(number, 1)), e.Op("Greater", nil, own, none))
	b.same, b.numbered = e.AsInt(b.isSame), e.AsInt(b.isNumbered)
	return b, fault
}

// bodies is what the numbers of bodies say of the particles. members is 1 for those in a body
// and in no tree, int64[batch, particles], and fault is 0 or makes the run fail. The others are
// int64[particles] and have a meaning for members. first is the row of the first of the body's
// members. joint is the row of the particle that joins the body to a tree. joined is the number
// of such particles, and 0 for particles that are not members.
type bodies struct{ members, first, joint, joined, fault string }

// bodies returns the bodies of particles. ofTree is 1 for particles in a tree and 0 for others:
// int64[batch, particles].
func (e *Emitter) bodies(s sameBody, ofTree string) (b bodies) {
	ofBody := func(value string) string { return e.sumLast(e.Op("Mul", nil, s.same, e.Unsqueeze(value, 1))) }
	joints := ofBody(ofTree)
	twice := e.failIf("body_joined_at_two_particles", e.Flat(e.AsInt(e.Op("Greater", nil, joints, e.Ints([]int64{1})))))
	b.members = e.Op("Mul", nil, s.numbered, e.Op("Sub", nil, e.Ints([]int64{1}), ofTree))
	rows := e.rowsOfSystems()
	b.joint = e.Flat(ofBody(e.Op("Mul", nil, ofTree, rows)))
	b.fault = e.Op("Add", nil, twice, e.failIf("body_at_one_place", e.Flat(e.AsInt(e.coincident(s)))))
	b.joined = e.Flat(e.Op("Mul", nil, b.members, joints))
	earlier := e.sumLast(e.Op("Mul", nil, e.Op("Mul", nil, s.same, e.Unsqueeze(b.members, 1)), e.before()))
	isFirst := e.Op("Mul", nil, b.members, e.AsInt(e.Op("Equal", nil, earlier, e.Ints([]int64{0}))))
	b.first = e.Flat(ofBody(e.Op("Mul", nil, isFirst, rows)))
	return b
}

// before returns 1 where the column's particle comes before the row's: int64[particles,
// particles].
func (e *Emitter) before() string {
	numbers := e.Count(e.SystemSize())
	return e.AsInt(e.Op("Less", nil, numbers, e.Unsqueeze(numbers, 1)))
}

// coincident marks the particles of bodies whose particles are all at one position, such as
// bodies of a single particle: bool[batch, particles]. A position that is not finite counts as
// another one. It makes the outputs of its system NaN and fails no batch.
func (e *Emitter) coincident(s sameBody) string {
	attrs, zero := map[string]any{"keepdims": int64(0)}, e.Floats([]float64{0})
	apart := e.Op("Abs", nil, e.Op("Sub", nil, e.Unsqueeze(system.Position.Name, 2), e.Unsqueeze(system.Position.Name, 1)))
	apart = e.Op("Where", nil, s.isSame, e.Op("ReduceSum", attrs, apart, e.Ints([]int64{3}, 1)), zero)
	alone := e.Op("Equal", nil, e.sumLast(apart), zero)
	return e.Op("And", nil, alone, s.isNumbered)
}

// sumLast adds up the last of three axes.
func (e *Emitter) sumLast(x string) string {
	return e.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, x, e.Ints([]int64{2}, 1))
}

// failIf returns 0 for particles without a fault, which faulty gives as 0 or 1,
// int64[particles]. Otherwise the run fails at an index of 1 into a single 0.
func (e *Emitter) failIf(name, faulty string) string {
	return e.Named("forest/"+name, func() string {
		e.faultyParticles(faulty)
		return e.Op("Gather", map[string]any{"axis": int64(0)}, e.Ints([]int64{0}, 1), faulty)
	})
}
