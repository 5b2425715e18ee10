package export

import (
	"math"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// forests is what trees and bodies make of the particles, as int64[particles]. They
// are the parent, or what joins the particle's body to a tree, or the particle
// itself; the first member of the object, or the particle. Then come the first of the
// body besides what joins it, or any number; the kind's number, or 0. In a run where
// parents or bodies are wrong a Gather fails, whose name says how.
type forests struct{ parent, root, first, kind string }

// isRoot reports whether an input is the first member of each particle's object.
func isRoot(input *ir.Value) bool {
	return input.Name == system.RootInput && input.Type.Equal(ir.Indices(particles, ir.Rows(particles)))
}

// ofForests is an input of the table of objects, or the kind's number, with trees
// and bodies.
func (e *emitter) ofForests(name string) string {
	f := e.forests()
	switch name {
	case system.RootInput:
		return f.root
	case kindColumn:
		return e.Op("Max", nil, e.columns(e.objectTable(), name), f.kind)
	case firstColumn:
		isBody := e.Op("Equal", nil, f.kind, e.Ints([]int64{int64(system.Body.Number())}))
		return e.Op("Where", nil, isBody, f.first, e.columns(e.objectTable(), name))
	case partnerColumn:
		isRoot := e.Op("Equal", nil, f.parent, e.count(e.Size(particles)))
		return e.Op("Where", nil, isRoot, e.columns(e.objectTable(), name), f.parent)
	}
	return e.columns(e.objectTable(), name)
}

// forests computes them once for a file.
func (e *emitter) forests() forests {
	if e.made == nil {
		outer := e.scope
		e.scope = "forest"
		e.made = e.makeForests()
		e.scope = outer
	}
	return *e.made
}

func (e *emitter) makeForests() *forests {
	parent := e.parents()
	isChild := e.asInt(e.Op("Not", nil, e.Op("Equal", nil, parent, e.count(e.Size(particles)))))
	inTree := e.Op("Max", nil, isChild, e.hasChild(parent, isChild))
	ofTree := e.Op("Reshape", keepZero, inTree, e.concat(e.batch(), e.systemSize()))
	same, numbered := e.sameBody()
	if e.joints > 0 {
		ofTree = e.Op("Max", nil, ofTree, e.alone(same, numbered, ofTree))
		inTree = e.flat(ofTree)
	}
	b := e.bodies(same, numbered, ofTree)

	inBody := e.Op("Reshape", nil, b.members, e.Ints([]int64{-1}, 1))
	listed := e.Op("Min", nil, e.columns(e.objectTable(), kindColumn), e.Ints([]int64{1}))
	objects := e.Op("Add", nil, e.Op("Add", nil, inTree, inBody), listed)
	fault := e.Op("Add", nil, e.failIf("two_objects", e.Op("Greater", nil, objects, e.Ints([]int64{1}))), b.fault)
	if e.joints > 0 {
		fault = e.Op("Add", nil, fault, e.failIf("too_many_joints", e.beyondJoints(ofTree)))
		e.wrongJoints(ofTree)
	}

	isJoined := e.Op("Greater", nil, e.Op("Mul", nil, inBody, b.joints), e.Ints([]int64{0}))
	isFree := e.Op("Greater", nil, inBody, b.joints)
	parent = e.Op("Where", nil, isJoined, b.joint, parent)
	root := e.Op("Where", nil, isFree, b.first, e.roots(parent))
	number := func(kind *system.Kind, members string) string {
		return e.Op("Mul", nil, members, e.Ints([]int64{int64(kind.Number())}))
	}
	return &forests{
		parent: parent, root: e.Op("Add", nil, root, fault), first: b.first,
		kind: e.Op("Add", nil, e.Op("Add", nil, number(system.Tree, inTree), number(system.Body, inBody)), fault),
	}
}

// parents are the rows of the parents.
func (e *emitter) parents() string {
	own, given := e.unsqueeze(e.count(e.systemSize()), 0), e.ofParticles(system.Tree)
	index := e.Op("Where", nil, e.Op("Less", nil, given, e.Ints([]int64{0})), e.Ints([]int64{math.MaxInt32}), given)
	index = e.Op("Where", nil, e.Op("Equal", nil, given, own), e.Ints([]int64{math.MaxInt32}), index)
	index = e.Op("Where", nil, e.Op("Equal", nil, given, e.Ints([]int64{-1})), own, index)
	e.faultyParticles(e.flat(e.Op("Div", nil, index, e.atLeastOne(e.systemSize()))))
	parent := e.named("parents/index_within_system", func() string {
		return e.Op("GatherElements", map[string]any{"axis": int64(1)}, e.rowsOfSystems(), index)
	})
	return e.Op("Reshape", nil, parent, e.Ints([]int64{-1}, 1))
}

// rowsOfSystems are the rows of the particles, int64[batch, particles].
func (e *emitter) rowsOfSystems() string {
	return e.Op("Reshape", keepZero, e.count(e.Size(particles)), e.concat(e.batch(), e.systemSize()))
}

// roots are the rows of the roots. Of a tree that is too deep, as of a circle, the
// last ancestor found is no root.
func (e *emitter) roots(parent string) string {
	root := parent
	for reached := 1; reached < e.depth; reached *= 2 {
		root = e.Op("Gather", map[string]any{"axis": int64(0)}, root, root)
	}
	beyond := e.Op("Gather", map[string]any{"axis": int64(0)}, parent, root)
	return e.Op("Add", nil, root, e.failIf("too_deep_or_in_a_circle", e.Op("Not", nil, e.Op("Equal", nil, beyond, root))))
}

// ofParticles is the array of trees or bodies, int64[batch, particles]; what is
// given for one system holds for all.
func (e *emitter) ofParticles(kind *system.Kind) string {
	return e.Op("Expand", nil, e.given(kind.Array()), e.concat(e.batch(), e.systemSize()))
}

// hasChild is 1 for each parent. All children write the same, in a row more
// those that are none.
func (e *emitter) hasChild(parent, isChild string) string {
	one := e.Ints([]int64{1}, 1)
	rows := e.Op("Expand", nil, e.Ints([]int64{0}, 1), e.Op("Add", nil, e.Size(particles), one))
	to := e.Op("Where", nil, e.Op("Greater", nil, isChild, e.Ints([]int64{0})), parent, e.Size(particles))
	ones := e.Op("Expand", nil, one, e.Size(particles))
	marked := e.Op("ScatterND", nil, rows, e.unsqueeze(to, 1), ones)
	return e.Op("Gather", map[string]any{"axis": int64(0)}, marked, e.count(e.Size(particles)))
}

// bodies is what the numbers of bodies make of the particles: members is 1 for those
// that are in a body and in no tree, int64[batch, particles], and fault is 0 or fails.
// The rest is int64[particles] and means something to members: the row of the first
// of the body's, the row of the particle that joins the body to a tree, and how many
// do.
type bodies struct{ members, first, joint, joints, fault string }

// sameBody is 1 of every two particles in the same body, int64[batch, particles,
// particles], and numbered of every particle in one, int64[batch, particles].
func (e *emitter) sameBody() (same, numbered string) {
	given := e.ofParticles(system.Body)
	below := e.Op("Less", nil, given, e.Ints([]int64{-1}))
	number := e.Op("Add", nil, given, e.failIf("no_such_body", below))
	numbered = e.asInt(e.Op("Greater", nil, number, e.Ints([]int64{-1})))
	same = e.asInt(e.Op("Equal", nil, e.unsqueeze(number, 2), e.unsqueeze(number, 1)))
	return e.Op("Mul", nil, same, e.unsqueeze(numbered, 2)), numbered
}

// bodies returns the bodies of particles, given sameBody; ofTree has 1 for particles in a
// tree and 0 for others: int64[batch, particles].
func (e *emitter) bodies(same, numbered, ofTree string) bodies {
	ofBody := func(value string) string { return e.sumLast(e.Op("Mul", nil, same, e.unsqueeze(value, 1))) }
	joints := ofBody(ofTree)
	twice := e.failIf("body_joined_at_two_particles", e.Op("Greater", nil, joints, e.Ints([]int64{1})))
	members := e.Op("Mul", nil, numbered, e.Op("Sub", nil, e.Ints([]int64{1}), ofTree))
	numbers := e.count(e.systemSize())
	before := e.asInt(e.Op("Less", nil, numbers, e.unsqueeze(numbers, 1)))
	earlier := e.sumLast(e.Op("Mul", nil, e.Op("Mul", nil, same, e.unsqueeze(members, 1)), before))
	isFirst := e.Op("Mul", nil, members, e.asInt(e.Op("Equal", nil, earlier, e.Ints([]int64{0}))))
	rows := e.rowsOfSystems()
	flat := func(value string) string { return e.Op("Reshape", nil, value, e.Ints([]int64{-1}, 1)) }
	return bodies{
		members: members,
		first:   flat(ofBody(e.Op("Mul", nil, isFirst, rows))),
		joint:   flat(ofBody(e.Op("Mul", nil, ofTree, rows))), joints: flat(joints),
		fault: e.Op("Add", nil, twice, e.failIf("body_at_one_place", e.coincident(same, numbered))),
	}
}

// coincident marks the particles of bodies that are all at one place, of which bodies of
// a single particle are some: bool[batch, particles]. A place that is not finite is
// elsewhere, so that it makes the outputs of its system NaN and fails no batch.
func (e *emitter) coincident(same, numbered string) string {
	attrs := map[string]any{"keepdims": int64(0)}
	x := firstInput
	apart := e.Op("Abs", nil, e.Op("Sub", nil, e.unsqueeze(x, 2), e.unsqueeze(x, 1)))
	here := e.Op("Equal", nil, e.Op("ReduceSum", attrs, apart, e.Ints([]int64{3}, 1)), e.Floats([]float64{0}))
	elsewhere := e.asInt(e.Op("Not", nil, here))
	others := e.sumLast(e.Op("Mul", nil, same, elsewhere))
	alone := e.asInt(e.Op("Equal", nil, others, e.Ints([]int64{0})))
	return e.Op("Greater", nil, e.Op("Mul", nil, alone, numbered), e.Ints([]int64{0}))
}

// sumLast adds up the last of three axes.
func (e *emitter) sumLast(x string) string {
	return e.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, x, e.Ints([]int64{2}, 1))
}

// failIf is 0 where no element of a condition is true; else the run fails at
// an index that is how many are.
func (e *emitter) failIf(name, condition string) string {
	return e.named("forest/"+name, func() string {
		flat := e.flat(e.asInt(condition))
		e.faultyParticles(flat)
		count := e.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, flat, e.Ints([]int64{0}, 1))
		return e.Op("Gather", map[string]any{"axis": int64(0)}, e.Ints([]int64{0}, 1), count)
	})
}

func (e *emitter) asInt(condition string) string {
	return e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_INT64)}, condition)
}
