package export

import (
	"math"
	"slices"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// Runtimes differ in what an index that leads nowhere does: onnxruntime refuses it on
// a CPU, and others compute on with whatever they find. So everything that can be
// wrong with a system is counted in the graph, too, and where there is a fault the
// system's outputs are no numbers. A check is one call of faulty or faultyParticles
// where its condition is computed; finiteInputs has the one on inputs' values.

// absurd is the sum of the squares of a system's inputs from which on they are taken
// for faults: float32 ends at 3.4e38, and a model squares them. That of numbers that
// are not finite is none below.
const absurd = 1e36

// faults are values that count what is wrong, 0 where nothing is: with each system,
// int64[batch,1,1], and with each particle, int64[particles].
type faults struct{ ofSystems, ofParticles []string }

// faulty adds a check of systems, int64[batch,1,1].
func (e *emitter) faulty(count string) {
	if !slices.Contains(e.faults.ofSystems, count) {
		e.faults.ofSystems = append(e.faults.ofSystems, count)
	}
}

// faultyParticles adds a check of particles, int64[particles].
func (e *emitter) faultyParticles(count string) {
	if !slices.Contains(e.faults.ofParticles, count) {
		e.faults.ofParticles = append(e.faults.ofParticles, count)
	}
}

// faultyIndices adds the check that indices within a system, int64[batch,a,b] and not
// below 0, are below the number of its particles.
func (e *emitter) faultyIndices(indices string) {
	outer := e.scope
	e.scope = "valid"
	beyond := e.asInt(e.Op("Not", nil, e.Op("Less", nil, indices, e.systemSize())))
	e.faulty(e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, beyond, e.Ints([]int64{1, 2}, 2)))
	e.scope = outer
}

// valid reports of each system that it has no fault in what the values of the graph
// depend on: bool[batch,1,1].
func (e *emitter) valid(values []string) string {
	outer := e.scope
	e.scope = "valid"
	defer func() { e.scope = outer }()
	read := e.ancestors(values...)
	matters := func(count string) bool {
		known := e.ancestors(count)
		return !slices.ContainsFunc(e.graph.Input, func(input *onnxpb.ValueInfoProto) bool {
			return known[input.GetName()] && !read[input.GetName()]
		})
	}
	var counts []string
	for _, count := range e.faults.ofSystems {
		if matters(count) {
			counts = append(counts, count)
		}
	}
	var ofParticles []string
	for _, count := range e.faults.ofParticles {
		if matters(count) {
			ofParticles = append(ofParticles, count)
		}
	}
	if len(ofParticles) > 0 {
		checks := e.Ints([]int64{int64(len(ofParticles))}, 1)
		all := e.Op("Reshape", keepZero, e.concat(ofParticles...), e.concat(checks, e.perParticle(), e.Ints([]int64{1}, 1)))
		counts = append(counts, e.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, all, e.Ints([]int64{0, 2}, 2)))
	}
	for _, input := range e.module.Main.Inputs {
		if f := system.FieldNamed(input.Name); f != nil && f.Least < f.Most && read[f.Name] && find(e.graph.Input, f.Name) != nil {
			counts = append(counts, e.outside(f))
		}
	}
	valid := e.Op("Less", nil, e.squares(read), e.Floats([]float64{absurd}))
	if len(counts) == 0 {
		return valid
	}
	count := counts[0]
	for _, more := range counts[1:] {
		count = e.Op("Add", nil, count, more)
	}
	return e.Op("And", nil, valid, e.Op("Less", nil, count, e.Ints([]int64{1})))
}

// outside counts the values of each system that a field may not have: int64[batch,1,1].
func (e *emitter) outside(f *system.Field) string {
	x := e.fitted(f.Name, e.perParticle())
	wrong := e.Op("Less", nil, x, e.Floats([]float64{f.Least}))
	if f.Most < math.MaxFloat32 {
		wrong = e.Op("Or", nil, wrong, e.Op("Less", nil, e.Floats([]float64{f.Most}), x))
	}
	return e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, e.asInt(wrong), e.Ints([]int64{1, 2}, 2))
}

// squares is the sum of the squares of all inputs of each system that are read, of
// particles, systems and edges: float[batch,1,1].
func (e *emitter) squares(read map[string]bool) string {
	var ofParticles []string
	ofEdges := ""
	for _, input := range e.module.Main.Inputs {
		switch t := input.Type; {
		case !read[input.Name] || find(e.graph.Input, input.Name) == nil: // baked in, or computed
		case input.Name == firstInput:
			ofParticles = append(ofParticles, firstInput)
		case perParticle(t):
			ofParticles = append(ofParticles, e.fitted(input.Name, e.perParticle()))
		case t.Rows() == ir.Rows(edges):
			own := e.sumSquares(e.fitted(input.Name, e.perNeighbor()), 0, 2, 3)
			ofEdges = e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, e.unsqueeze(own, 2), e.Ints([]int64{1}, 1))
		}
	}
	all := ofParticles[0]
	if len(ofParticles) > 1 {
		all = e.Op("Concat", map[string]any{"axis": int64(2)}, ofParticles...)
	}
	squares := e.sumSquares(all, 1, 1, 2)
	if ofEdges != "" {
		return e.Op("Add", nil, squares, ofEdges)
	}
	return squares
}

// sumSquares adds up the squares along axes, which became an input in opset 18.
func (e *emitter) sumSquares(x string, keep int64, axes ...int64) string {
	if e.opset < 18 {
		return e.Op("ReduceSumSquare", map[string]any{"axes": axes, "keepdims": keep}, x)
	}
	return e.Op("ReduceSumSquare", map[string]any{"keepdims": keep}, x, e.Ints(axes, int64(len(axes))))
}

// masked is an output of so many axes, 0 for one that belongs to no system, with
// no numbers in place of what belongs to a system with a fault.
func (e *emitter) masked(name, x, valid string, axes int) {
	outer := e.scope
	e.scope = "valid"
	switch axes {
	case 0:
		valid = e.allValid(valid)
	case 2:
		valid = e.Op("Squeeze", nil, valid, e.Ints([]int64{2}, 1))
	case 4:
		valid = e.unsqueeze(valid, 3)
	}
	e.scope = outer
	e.add(name, "Where", nil, valid, x, e.Floats([]float64{math.NaN()}))
}

// allValid reports whether no system has a fault: bool[].
func (e *emitter) allValid(valid string) string {
	faulty := e.asInt(e.Op("Not", nil, valid))
	all := e.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, faulty, e.Ints([]int64{0, 1, 2}, 3))
	return e.Op("Less", nil, all, e.Ints([]int64{1}))
}

// ancestors are the names of values, and of all values that these are computed of.
func (e *emitter) ancestors(values ...string) map[string]bool {
	found := map[string]bool{}
	for _, value := range values {
		found[value] = true
	}
	for _, node := range slices.Backward(e.graph.Node) {
		if found[node.Output[0]] {
			for _, input := range node.Input {
				found[input] = true
			}
		}
	}
	return found
}
