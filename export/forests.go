package export

import (
	"math"

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
	return input.Name == system.RootInput && input.Type.Equal(ir.Indices(particles, ir.Rows(particles)))
}

// ofForests is an input of the table of objects, or the kind's number, with trees
// and bodies.
func (e *systemsEmitter) ofForests(name string) string {
	f := e.forests()
	switch {
	case name == system.RootInput:
		return f.root
	case name == kindColumn:
		return e.Op("Max", nil, e.columns(e.objectTable(), name), f.kind)
	case name == firstColumn:
		isBody := e.Op("Equal", nil, f.kind, e.Ints([]int64{int64(system.Body.Number())}))
		return e.Op("Where", nil, isBody, f.first, e.columns(e.objectTable(), name))
	case name == partnerColumn:
		isRoot := e.Op("Equal", nil, f.parent, e.count(e.Size(particles)))
		return e.Op("Where", nil, isRoot, e.columns(e.objectTable(), name), f.parent)
	}
	return e.columns(e.objectTable(), name)
}

// forests computes them once for a file.
func (e *systemsEmitter) forests() forests {
	if e.made == nil {
		defer e.inScope("forest")()
		e.made = e.makeForests()
	}
	return *e.made
}

func (e *systemsEmitter) makeForests() *forests {
	index, parent := e.parents()
	ofTree := e.inTrees(index)
	same, fault := e.sameBody()
	b := e.bodies(same, ofTree)
	inTree, inBody := e.flat(ofTree), e.flat(b.members)
	fault = e.Op("Add", nil, fault, b.fault)
	listed := e.Op("Min", nil, e.columns(e.objectTable(), kindColumn), e.Ints([]int64{1}))
	objects := e.Op("Add", nil, e.Op("Add", nil, inTree, inBody), listed)
	fault = e.Op("Add", nil, fault, e.failIf("two_objects", e.asInt(e.Op("Greater", nil, objects, e.Ints([]int64{1})))))
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
func (e *systemsEmitter) parents() (index, rows string) {
	own, given := e.unsqueeze(e.count(e.systemSize()), 0), e.ofParticles(system.Tree)
	index = e.Op("Where", nil, e.Op("Less", nil, given, e.Ints([]int64{0})), e.Ints([]int64{math.MaxInt32}), given)
	index = e.Op("Where", nil, e.Op("Equal", nil, given, own), e.Ints([]int64{math.MaxInt32}), index)
	index = e.Op("Where", nil, e.Op("Equal", nil, given, e.Ints([]int64{-1})), own, index)
	e.faultyParticles(e.flat(e.Op("Div", nil, index, e.atLeastOne(e.systemSize()))))
	parent := e.named("parents/index_within_system", func() string {
		return e.Op("GatherElements", map[string]any{"axis": int64(1)}, e.rowsOfSystems(), index)
	})
	return index, e.flat(parent)
}

// inTrees is 1 for particles in a tree, given the parents within systems: that have a
// parent, or are one to more than themselves. int64[batch, particles].
func (e *systemsEmitter) inTrees(index string) string {
	numbers := e.count(e.systemSize())
	children := e.asInt(e.Op("Equal", nil, e.unsqueeze(index, 1), e.unsqueeze(numbers, 1)))
	few := e.Op("Less", nil, e.sumLast(children), e.Ints([]int64{2}))
	return e.asInt(e.Op("Not", nil, e.Op("And", nil, few, e.Op("Equal", nil, index, e.unsqueeze(numbers, 0)))))
}

// rowsOfSystems are the rows of the particles, int64[batch, particles].
func (e *systemsEmitter) rowsOfSystems() string {
	return e.Op("Reshape", keepZero, e.count(e.Size(particles)), e.concat(e.batch(), e.systemSize()))
}

// TooDeep names the check that fails for trees that are deeper than a file takes, or in a
// circle. Errors of runtimes have it.
const TooDeep = "too_deep_or_in_a_circle"

// roots are the rows of the roots. Of a tree that is too deep, as of a circle, the
// last ancestor found is no root.
func (e *systemsEmitter) roots(parent string) string {
	root, beyond := e.topmost(parent)
	isNone := e.asInt(e.Op("Not", nil, e.Op("Equal", nil, beyond, root)))
	return e.Op("Add", nil, root, e.failIf(TooDeep, isNone))
}

// topmost are the rows of the last ancestors that are found, and of their parents.
func (e *systemsEmitter) topmost(parent string) (root, beyond string) {
	root = parent
	for reached := 1; reached < e.depth; reached *= 2 {
		root = e.Op("Gather", map[string]any{"axis": int64(0)}, root, root)
	}
	return root, e.Op("Gather", map[string]any{"axis": int64(0)}, parent, root)
}

// ofParticles is the array of trees or bodies, int64[batch, particles]; what is
// given for one system holds for all.
func (e *systemsEmitter) ofParticles(kind *system.Kind) string {
	return e.Op("Expand", nil, e.given(kind.Array()), e.concat(e.batch(), e.systemSize()))
}

// sameBody is of every two particles in the same body, [batch, particles, particles], and
// numbered of every particle in one, [batch, particles]: as conditions, and 1 or 0.
type sameBody struct{ isSame, isNumbered, same, numbered string }

// sameBody returns the bodies, and 0 or fails.
func (e *systemsEmitter) sameBody() (b sameBody, fault string) {
	number, none := e.ofParticles(system.Body), e.Ints([]int64{-1})
	fault = e.failIf("no_such_body", e.flat(e.asInt(e.Op("Less", nil, number, none))))
	own := e.unsqueeze(number, 2)
	b.isNumbered = e.Op("Greater", nil, number, none)
	b.isSame = e.Op("And", nil, e.Op("Equal", nil, own, e.unsqueeze(number, 1)), e.Op("Greater", nil, own, none))
	b.same, b.numbered = e.asInt(b.isSame), e.asInt(b.isNumbered)
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
func (e *systemsEmitter) bodies(s sameBody, ofTree string) (b bodies) {
	ofBody := func(value string) string { return e.sumLast(e.Op("Mul", nil, s.same, e.unsqueeze(value, 1))) }
	joints := ofBody(ofTree)
	twice := e.failIf("body_joined_at_two_particles", e.flat(e.asInt(e.Op("Greater", nil, joints, e.Ints([]int64{1})))))
	b.members = e.Op("Mul", nil, s.numbered, e.Op("Sub", nil, e.Ints([]int64{1}), ofTree))
	rows := e.rowsOfSystems()
	b.joint = e.flat(ofBody(e.Op("Mul", nil, ofTree, rows)))
	b.fault = e.Op("Add", nil, twice, e.failIf("body_at_one_place", e.flat(e.asInt(e.coincident(s)))))
	b.joined = e.flat(e.Op("Mul", nil, b.members, joints))
	earlier := e.sumLast(e.Op("Mul", nil, e.Op("Mul", nil, s.same, e.unsqueeze(b.members, 1)), e.before()))
	isFirst := e.Op("Mul", nil, b.members, e.asInt(e.Op("Equal", nil, earlier, e.Ints([]int64{0}))))
	b.first = e.flat(ofBody(e.Op("Mul", nil, isFirst, rows)))
	return b
}

// before is 1 where a column's particle is before a row's: int64[particles, particles].
func (e *systemsEmitter) before() string {
	numbers := e.count(e.systemSize())
	return e.asInt(e.Op("Less", nil, numbers, e.unsqueeze(numbers, 1)))
}

// coincident marks the particles of bodies that are all at one place, of which bodies of
// a single particle are some: bool[batch, particles]. A place that is not finite is
// elsewhere, so that it makes the outputs of its system NaN and fails no batch.
func (e *systemsEmitter) coincident(s sameBody) string {
	attrs, zero := map[string]any{"keepdims": int64(0)}, e.Floats([]float64{0})
	apart := e.Op("Abs", nil, e.Op("Sub", nil, e.unsqueeze(system.Position.Name, 2), e.unsqueeze(system.Position.Name, 1)))
	apart = e.Op("Where", nil, s.isSame, e.Op("ReduceSum", attrs, apart, e.Ints([]int64{3}, 1)), zero)
	alone := e.Op("Equal", nil, e.sumLast(apart), zero)
	return e.Op("And", nil, alone, s.isNumbered)
}

// sumLast adds up the last of three axes.
func (e *systemsEmitter) sumLast(x string) string {
	return e.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, x, e.Ints([]int64{2}, 1))
}

// failIf is 0 for particles without a fault, given as 0 or 1, int64[particles]; else the run
// fails at an index of 1 into a single 0.
func (e *systemsEmitter) failIf(name, faulty string) string {
	return e.named("forest/"+name, func() string {
		e.faultyParticles(faulty)
		return e.Op("Gather", map[string]any{"axis": int64(0)}, e.Ints([]int64{0}, 1), faulty)
	})
}
