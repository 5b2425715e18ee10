package systems

import (
	"math"

	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/system"
)

// forests is what trees and bodies make of the particles, as int64[particles]. They
// are the parent, or what joins the particle's body to a tree, or the particle
// itself; the first member of the object, or the particle. Then come the first of the
// body besides what joins it, or any number; the kind's number, or 0. In a run where
// parents or bodies are wrong a Gather fails, whose name says how.
//
// Type hanging finds as much with joints, by products of floats with one matrix. That
// matrix leads to the one particle in a tree by which each body hangs there. A body without
// joints may have none: its places are compared in pairs, its object begins at its first
// member, and sticks and hinges stand beside it. A rule on parents or bodies stands in both.
type forests struct{ parent, root, first, kind string }

// isRoot reports whether an input is the first member of each particle's object.
func isRoot(input *ir.Value) bool {
	return input.Name == system.RootInput && input.Type.Equal(ir.Indices(Particles, ir.Rows(Particles)))
}

// ofForests is an input of the table of objects, or the kind's number, with trees
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

// forests computes them once for a file.
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

// parents are the parents within systems, int64[batch, particles], and their rows,
// int64[particles].
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

// inTrees is 1 for particles in a tree, given the parents within systems: that have a
// parent, or are one to more than themselves. int64[batch, particles].
func (e *Emitter) inTrees(index string) string {
	numbers := e.Count(e.SystemSize())
	children := e.AsInt(e.Op("Equal", nil, e.Unsqueeze(index, 1), e.Unsqueeze(numbers, 1)))
	few := e.Op("Less", nil, e.sumLast(children), e.Ints([]int64{2}))
	return e.AsInt(e.Op("Not", nil, e.Op("And", nil, few, e.Op("Equal", nil, index, e.Unsqueeze(numbers, 0)))))
}

// rowsOfSystems are the rows of the particles, int64[batch, particles].
func (e *Emitter) rowsOfSystems() string {
	return e.Op("Reshape", emit.KeepZero, e.Count(e.Size(Particles)), e.Concat(e.Batch(), e.SystemSize()))
}

// TooDeep names the check that fails for trees that are deeper than a file takes, or in a
// circle. Errors of runtimes have it.
const TooDeep = "too_deep_or_in_a_circle"

// roots are the rows of the roots. Of a tree that is too deep, as of a circle, the
// last ancestor found is no root.
func (e *Emitter) roots(parent string) string {
	root, beyond := e.topmost(parent)
	isNone := e.AsInt(e.Op("Not", nil, e.Op("Equal", nil, beyond, root)))
	return e.Op("Add", nil, root, e.failIf(TooDeep, isNone))
}

// topmost are the rows of the last ancestors that are found, and of their parents.
func (e *Emitter) topmost(parent string) (root, beyond string) {
	root = parent
	for reached := 1; reached < e.Depth; reached *= 2 {
		root = e.Op("Gather", map[string]any{"axis": int64(0)}, root, root)
	}
	return root, e.Op("Gather", map[string]any{"axis": int64(0)}, parent, root)
}

// ofParticles is the array of trees or bodies, int64[batch, particles]; what is
// given for one system holds for all.
func (e *Emitter) ofParticles(kind *system.Kind) string {
	return e.Op("Expand", nil, e.Given(kind.Array()), e.Concat(e.Batch(), e.SystemSize()))
}

// sameBody is of every two particles in the same body, [batch, particles, particles], and
// numbered of every particle in one, [batch, particles]: as conditions, and 1 or 0.
type sameBody struct{ isSame, isNumbered, same, numbered string }

// sameBody returns the bodies, and 0 or fails.
func (e *Emitter) sameBody() (b sameBody, fault string) {
	number, none := e.ofParticles(system.Body), e.Ints([]int64{-1})
	fault = e.failIf("no_such_body", e.Flat(e.AsInt(e.Op("Less", nil, number, none))))
	own := e.Unsqueeze(number, 2)
	b.isNumbered = e.Op("Greater", nil, number, none)
	b.isSame = e.Op("And", nil, e.Op("Equal", nil, own, e.Unsqueeze(number, 1)), e.Op("Greater", nil, own, none))
	b.same, b.numbered = e.AsInt(b.isSame), e.AsInt(b.isNumbered)
	return b, fault
}

// bodies is what the numbers of bodies make of the particles: members is 1 for those
// that are in a body and in no tree, int64[batch, particles], and fault is 0 or fails.
// The rest is int64[particles] and means something to members. They are the row of the
// first of the body's, and the row of the particle that joins the body to a tree. Joined
// is how many do, and 0 of others than members.
type bodies struct{ members, first, joint, joined, fault string }

// bodies returns the bodies of particles; ofTree has 1 for particles in a tree and 0 for
// others: int64[batch, particles].
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

// before is 1 where a column's particle is before a row's: int64[particles, particles].
func (e *Emitter) before() string {
	numbers := e.Count(e.SystemSize())
	return e.AsInt(e.Op("Less", nil, numbers, e.Unsqueeze(numbers, 1)))
}

// coincident marks the particles of bodies that are all at one place, of which bodies of
// a single particle are some: bool[batch, particles]. A place that is not finite is
// elsewhere, so that it makes the outputs of its system NaN and fails no batch.
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

// failIf is 0 for particles without a fault, given as 0 or 1, int64[particles]; else the run
// fails at an index of 1 into a single 0.
func (e *Emitter) failIf(name, faulty string) string {
	return e.Named("forest/"+name, func() string {
		e.faultyParticles(faulty)
		return e.Op("Gather", map[string]any{"axis": int64(0)}, e.Ints([]int64{0}, 1), faulty)
	})
}
