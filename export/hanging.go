package export

import (
	"math"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// hanging are the bodies of systems with joints, each of which hangs by one particle in a
// tree: ofTree is 1 of these, float[batch,particles,1], and forests what they make of the
// particles. Sticks and hinges beside them are faults.
type hanging struct {
	*emitter
	forests
	ofTree string
	// failing are checks of particles and systems, 0 where nothing is wrong, at which a run
	// may fail; counted are all. They have axes as [batch,particles,1].
	failing, counted []string
}

// ofHanging is an input that follows from them; the rest of the table of objects is of
// particles that are in no object.
func (e *emitter) ofHanging(input *ir.Value) string {
	h := e.hanging()
	switch input.Name {
	case system.Tree.Mask():
		return e.Op("Reshape", nil, h.ofTree, e.Ints([]int64{-1, 1}, 2))
	case system.RootInput:
		return h.root
	case partnerColumn:
		return h.parent
	}
	if values := e.ofKinds(input); values != nil {
		return e.numberOfKind(values, 1)
	}
	return e.count(e.Size(particles)) // members of no object
}

// hanging computes them once for a file.
func (e *emitter) hanging() *hanging {
	if e.hung == nil {
		outer := e.scope
		e.scope = "forest"
		e.hung = &hanging{emitter: e}
		e.hung.make()
		e.scope = outer
	}
	return e.hung
}

func (h *hanging) make() {
	own, number := h.unsqueeze(h.count(h.systemSize()), 1), h.Op("Expand", nil, h.given(system.Body.Array()), h.concat(h.batch(), h.systemSize()))
	parent, index := h.parents(own)
	inTree := h.hangs(parent)

	none := h.Ints([]int64{-1})
	h.check("no_such_body", h.Op("Less", nil, h.unsqueeze(number, 2), none))
	numbered := h.Op("Greater", nil, h.unsqueeze(number, 2), none)
	isSame := h.Op("And", nil, h.Op("Equal", nil, h.unsqueeze(number, 2), h.unsqueeze(number, 1)), numbered)
	same := h.asFloat(isSame)
	joints := h.Op("MatMul", nil, same, h.asFloat(inTree))
	h.check("body_joined_at_two_particles", h.Op("Greater", nil, joints, h.Floats([]float64{1})))

	// A body in no tree hangs by its first particle.
	isEarlier := h.Op("And", nil, isSame, h.Op("Less", nil, h.count(h.systemSize()), own))
	earlier := h.sum(h.asFloat(isEarlier), 2)
	isAlone := h.Op("Equal", nil, h.Op("Add", nil, joints, earlier), h.Floats([]float64{0}))
	hangs := h.Op("Or", nil, inTree, h.Op("And", nil, numbered, isAlone))
	h.ofTree = h.asFloat(hangs)

	h.check("body_at_one_place", h.Op("And", nil, numbered, h.coincident(same)))
	h.tooMany()
	h.faulty(h.sum(h.asInt(h.wrongJoints(hangs)), 1)) // of inputs that a model need not read
	h.others()

	joint := h.asInt(h.Op("MatMul", nil, same, h.Op("Mul", nil, h.ofTree, h.asFloat(own))))
	isMember := h.Op("And", nil, numbered, h.Op("Not", nil, hangs))
	kind := func(k *system.Kind) string { return h.Ints([]int64{int64(k.Number())}) }
	h.kind = h.flat(h.Op("Where", nil, hangs, kind(system.Tree), h.Op("Where", nil, isMember, kind(system.Body), h.Ints([]int64{0}))))
	index = h.Op("Where", nil, isMember, joint, index)
	rows := h.named("parents/index_within_system", func() string {
		return h.Op("GatherElements", map[string]any{"axis": int64(1)}, h.ownRows(), index)
	})
	h.parent = h.flat(rows)
	root := h.findRoots(h.parent)
	h.faulty(h.sum(h.Op("Max", nil, h.counted...), 1))
	h.root = h.Op("Max", nil, root, h.flat(h.Op("Max", nil, h.failing...)))
}

// parents are the parents that are given, int64[batch,particles,1], and the particles
// themselves for none; an index far outside is in the place of one that leads out of the
// system or to the particle itself.
func (h *hanging) parents(own string) (given, index string) {
	given = h.Op("Expand", nil, h.unsqueeze(h.given(system.Tree.Array()), 2), h.perParticle())
	wrong := h.Op("Or", nil, h.Op("Less", nil, given, h.Ints([]int64{0})), h.Op("Equal", nil, given, own))
	index = h.Op("Where", nil, wrong, h.Ints([]int64{math.MaxInt32}), given)
	index = h.Op("Where", nil, h.Op("Equal", nil, given, h.Ints([]int64{-1})), own, index)
	h.counted = append(h.counted, h.Op("Div", nil, index, h.atLeastOne(h.systemSize())))
	return given, index
}

// hangs marks particles that have a parent, or are one.
func (h *hanging) hangs(parent string) string {
	isParent := h.Op("Equal", nil, h.unsqueeze(h.count(h.systemSize()), 1), h.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, parent))
	children := h.sum(h.asInt(isParent), 2)
	return h.Op("Greater", nil, h.Op("Add", nil, children, parent), h.Ints([]int64{-1}))
}

// coincident marks the particles of bodies that are all where the one in a tree is. A place
// that is not finite is elsewhere, so that it makes the outputs of its system NaN and fails
// no batch.
func (h *hanging) coincident(same string) string {
	joint := h.Op("MatMul", nil, same, h.Op("Mul", nil, h.ofTree, firstInput))
	apart := h.Op("Abs", nil, h.Op("Sub", nil, firstInput, joint))
	return h.Op("Equal", nil, h.sum(h.Op("MatMul", nil, same, apart), 2), h.Floats([]float64{0}))
}

// tooMany checks that the joints of systems have no more axes than the equations of the
// model have room for: 1, 3 or 6, by their type.
func (h *hanging) tooMany() {
	count := h.ofTree
	if h.takes(system.JointType) {
		types := h.asInt(h.fitted(system.JointType.Name, h.perParticle()))
		more := h.asInt(h.Op("Less", nil, h.Ints([]int64{1}), types))
		axes := h.Op("Add", nil, h.Op("Add", nil, types, types), h.Op("Add", nil, more, h.Ints([]int64{1})))
		count = h.Op("Mul", nil, count, h.asFloat(axes))
	}
	h.check("too_many_joints", h.Op("Greater", nil, h.sum(count, 1), h.Floats([]float64{float64(h.joints)})))
}

// others checks that no systems have sticks or hinges, which nothing moves beside joints.
func (h *hanging) others() {
	var counts []string
	for _, kind := range system.ListedKinds() {
		if b, baked := h.baked[kind.Plural]; !baked || len(b.Ints) > 0 {
			counts = append(counts, h.extent(h.given(kind.Plural), 1))
		}
	}
	if len(counts) > 0 {
		h.failAt("two_objects", h.Op("Max", nil, counts...))
	}
}

// findRoots are the rows of roots. Of a tree that is too deep, as of a circle, the last
// ancestor found is no root.
func (h *hanging) findRoots(parent string) string {
	root := parent
	for reached := 1; reached < h.depth; reached *= 2 {
		root = h.Op("Gather", map[string]any{"axis": int64(0)}, root, root)
	}
	beyond := h.Op("Gather", map[string]any{"axis": int64(0)}, parent, root)
	isRoot := h.Op("Reshape", keepZero, h.Op("Equal", nil, beyond, root), h.perParticle())
	h.check("too_deep_or_in_a_circle", h.Op("Not", nil, isRoot))
	return root
}

// check adds a check of particles or systems, at which a run fails.
func (h *hanging) check(name, isWrong string) { h.failAt(name, h.asInt(isWrong)) }

func (h *hanging) failAt(name, count string) {
	h.counted = append(h.counted, count)
	h.failing = append(h.failing, h.named("forest/"+name, func() string {
		return h.Op("Gather", map[string]any{"axis": int64(0)}, h.Ints([]int64{0}, 1), count)
	}))
}

func (h *hanging) sum(x string, axis int64) string {
	return h.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, x, h.Ints([]int64{axis}, 1))
}

func (e *emitter) asFloat(x string) string {
	return e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_FLOAT)}, x)
}
