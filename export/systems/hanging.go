package systems

import (
	"math"

	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/system"
)

// hanging holds the bodies of systems with joints, each of which hangs by one particle in a
// tree. ofTree is 1 for these particles, float[batch,particles,1], and forests is what they say
// of all. Sticks and hinges in addition are faults. Files without joints use makeForests
// instead, with the same rules on parents and bodies.
type hanging struct {
	*Emitter
	forests
	ofTree string
	// wrong counts faults. failing are values that are 0, or else the run fails. Both are
	// int64, of particles, [batch,particles,1], of systems, [batch,1,1], or of all, [1].
	wrong, failing []string
}

// ofHanging returns an input that follows from the bodies. The rest of the table of objects is
// that of particles in no object.
func (e *Emitter) ofHanging(input *ir.Value) string {
	h := e.hanging()
	switch input.Name {
	case system.Tree.Mask():
		return e.Op("Reshape", nil, h.ofTree, e.Ints([]int64{-1, 1}, 2))
	case system.RootInput:
		return h.root
	case PartnerColumn:
		return h.parent
	}
	if values := e.OfKinds(input); values != nil {
		return e.NumberOfKind(values, 1)
	}
	return e.Count(e.Size(Particles)) // the members of no object are the particle itself
}

// hanging computes the hanging bodies once for a file.
func (e *Emitter) hanging() *hanging {
	if e.hung == nil {
		defer e.InScope("forest")()
		e.hung = &hanging{Emitter: e}
		e.hung.find()
	}
	return e.hung
}

// find finds by which particle each body hangs.
func (h *hanging) find() {
	own, number := h.Unsqueeze(h.Count(h.SystemSize()), 1), h.Op("Expand", nil, h.Given(system.Body.Array()), h.Concat(h.Batch(), h.SystemSize()))
	parent, index := h.parents(own)
	inTree := h.hangs(parent)

	none := h.Ints([]int64{-1})
	h.check("no_such_body", h.Op("Less", nil, h.Unsqueeze(number, 2), none))
	numbered := h.Op("Greater", nil, h.Unsqueeze(number, 2), none)
	isSame := h.Op("And", nil, h.Op("Equal", nil, h.Unsqueeze(number, 2), h.Unsqueeze(number, 1)), numbered)
	same := h.AsFloat(isSame)
	joints := h.Op("MatMul", nil, same, h.AsFloat(inTree))
	h.check("body_joined_at_two_particles", h.Op("Greater", nil, joints, h.Floats([]float64{1})))

	// A body in no tree hangs by its first particle.
	isEarlier := h.Op("And", nil, isSame, h.Op("Less", nil, h.Count(h.SystemSize()), own))
	earlier := h.sum(h.AsFloat(isEarlier), 2)
	isAlone := h.Op("Equal", nil, h.Op("Add", nil, joints, earlier), h.Floats([]float64{0}))
	hangs := h.Op("Or", nil, inTree, h.Op("And", nil, numbered, isAlone))
	h.ofTree = h.AsFloat(hangs)

	apart, widths := h.fromJoints(same)
	h.check("body_at_one_place", h.Op("And", nil, numbered, h.coincident(apart, widths)))
	joint := h.AsInt(h.Op("MatMul", nil, same, h.Op("Mul", nil, h.ofTree, h.AsFloat(own))))
	isMember := h.Op("And", nil, numbered, h.Op("Not", nil, hangs))
	kind := func(k *system.Kind) string { return h.Ints([]int64{int64(k.Number())}) }
	h.kind = h.Flat(h.Op("Where", nil, hangs, kind(system.Tree), h.Op("Where", nil, isMember, kind(system.Body), h.Ints([]int64{0}))))
	h.check("too_many_joints", h.tooMany())
	h.toRows(h.Op("Where", nil, isMember, joint, index))
	h.root = h.Op("Add", nil, h.root, h.Flat(h.Op("Max", nil, h.failing...)))
	h.wrong = append(h.wrong, h.AsInt(h.Op("Not", nil, numbered))) // particles in no body
	h.absurdIf(h.AsFloat(h.Op("Max", nil, h.wrong...)))
	h.absurdIf(h.AsFloat(h.wrongJoints(hangs))) // checks inputs that a model need not read
	h.absurdIf(h.wrongShapes(apart, widths))
}

// toRows sets the rows of parents, given as indices within their systems, and of roots.
func (h *hanging) toRows(index string) {
	if others := h.others(); others != "" {
		h.wrong = append(h.wrong, others)
		index = h.Named("forest/two_objects", func() string {
			return h.Op("Gather", map[string]any{"axis": int64(2)}, index, others) // index has one column
		})
	}
	rows := h.Named("parents/index_within_system", func() string {
		return h.Op("GatherElements", map[string]any{"axis": int64(1)}, h.ownRows(), index)
	})
	h.parent = h.Flat(rows)
	root, beyond := h.topmost(h.parent)
	isRoot := h.Op("Reshape", emit.KeepZero, h.Op("Equal", nil, beyond, root), h.PerParticle())
	h.check(TooDeep, h.Op("Not", nil, isRoot))
	h.root = root
}

// parents returns the given parents, int64[batch,particles,1], and indices with the particle
// itself if it has none. An index that leads out of the system or to the particle itself is
// replaced by one far outside.
func (h *hanging) parents(own string) (given, index string) {
	given = h.Op("Expand", nil, h.Unsqueeze(h.Given(system.Tree.Array()), 2), h.PerParticle())
	wrong := h.Op("Or", nil, h.Op("Less", nil, given, h.Ints([]int64{0})), h.Op("Equal", nil, given, own))
	index = h.Op("Where", nil, wrong, h.Ints([]int64{math.MaxInt32}), given)
	index = h.Op("Where", nil, h.Op("Equal", nil, given, h.Ints([]int64{-1})), own, index)
	h.wrong = append(h.wrong, h.Op("Div", nil, index, h.AtLeastOne(h.SystemSize())))
	return given, index
}

// hangs marks particles that have a parent, or are one.
func (h *hanging) hangs(parent string) string {
	isParent := h.Op("Equal", nil, h.Unsqueeze(h.Count(h.SystemSize()), 1), h.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, parent))
	children := h.sum(h.AsFloat(isParent), 2)
	return h.Op("Or", nil, h.Op("Greater", nil, children, h.Floats([]float64{0})), h.Op("Greater", nil, parent, h.Ints([]int64{-1})))
}

// fromJoints returns how far, in sum, the values of a body's particles are from those of its
// particle in the tree, float[batch,particles,columns]. The values are positions, the rest
// pose, and fields that are the same throughout a body. widths holds their numbers of columns.
// A position that is not finite counts as another one. It makes the outputs of its system NaN
// and fails no batch.
func (h *hanging) fromJoints(same string) (apart string, widths [3]int) {
	values := []string{system.Position.Name, h.fitted(system.Rest.Name, h.PerParticle())}
	widths[0], widths[1] = system.Position.Columns, system.Rest.Columns
	for _, f := range system.OfBodies() {
		if h.takes(f) {
			values = append(values, h.fitted(f.Name, h.PerParticle()))
			widths[2] += f.Columns
		}
	}
	all := h.Op("Concat", map[string]any{"axis": int64(2)}, values...)
	joint := h.Op("MatMul", nil, same, h.Op("Mul", nil, h.ofTree, all))
	return h.Op("MatMul", nil, same, h.Op("Abs", nil, h.Op("Sub", nil, all, joint))), widths
}

// coincident marks the particles of bodies whose particles are all at the position of the one
// in the tree.
func (h *hanging) coincident(apart string, widths [3]int) string {
	return h.Op("Equal", nil, h.weighted(apart, widths, [3]float64{1, 0, 0}), h.Floats([]float64{0}))
}

// wrongShapes counts faults of the particles' bodies: a size that differs from that at rest, or
// particles that disagree about a joint.
func (h *hanging) wrongShapes(apart string, widths [3]int) string {
	excess := h.weighted(apart, widths, [3]float64{1, -system.AnotherSize, 0}, [3]float64{-system.AnotherSize, 1, 0}, [3]float64{0, 0, 1})
	return h.sum(h.AsFloat(h.Op("Less", nil, h.Floats([]float64{0}), excess)), 2)
}

// weighted returns sums of columns of these widths, with the factors of each sum.
func (h *hanging) weighted(columns string, widths [3]int, sums ...[3]float64) string {
	var matrix []float64
	for part, width := range widths {
		for range width {
			for _, factors := range sums {
				matrix = append(matrix, factors[part])
			}
		}
	}
	return h.Op("MatMul", nil, columns, h.Floats(matrix, int64(widths[0]+widths[1]+widths[2]), int64(len(sums))))
}

// tooMany marks systems whose joints have more axes than the equations of the model have room
// for, bool[batch,1,1]. Each joint has 1, 3 or 6 axes, by its type.
func (h *hanging) tooMany() string {
	count := h.ofTree
	if h.takes(system.JointType) {
		types := h.AsInt(h.fitted(system.JointType.Name, h.PerParticle()))
		more := h.AsInt(h.Op("Less", nil, h.Ints([]int64{1}), types))
		axes := h.Op("Add", nil, h.Op("Add", nil, types, types), h.Op("Add", nil, more, h.Ints([]int64{1})))
		count = h.Op("Mul", nil, count, h.AsFloat(axes))
	}
	return h.Op("Greater", nil, h.sum(count, 1), h.Floats([]float64{float64(h.Joints)}))
}

// others counts sticks and hinges, which nothing moves if there are joints: int64[1], or "" if
// there can be none.
func (h *hanging) others() (count string) {
	for _, kind := range system.ListedKinds() {
		if b, baked := h.Baked[kind.Plural]; baked && len(b.Ints) == 0 {
			continue
		}
		more := h.Extent(h.Given(kind.Plural), 1)
		if count != "" {
			more = h.Op("Add", nil, count, more)
		}
		count = more
	}
	return count
}

// check adds a check of particles or systems that makes the run fail.
func (h *hanging) check(name, isWrong string) {
	count := h.AsInt(isWrong)
	fails := h.Named("forest/"+name, func() string {
		return h.Op("Gather", map[string]any{"axis": int64(0)}, h.Ints([]int64{0}, 1), count)
	})
	h.wrong, h.failing = append(h.wrong, count), append(h.failing, fails)
}

func (h *hanging) sum(x string, axis int64) string {
	return h.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, x, h.Ints([]int64{axis}, 1))
}
