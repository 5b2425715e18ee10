package export

import (
	"gmnc/ir"
	"gmnc/system"
)

// roundedSkew is how much more than system.MostSkew files allow, as they compute with
// float32: what data sets may have is not refused.
const roundedSkew = 1.1

// boxHalves names the first sum over bodies of weights in edges times arms.
func boxHalves(main *ir.Func) string {
	box := main.Input(system.Box.Name)
	for _, node := range main.Nodes {
		halves := node.Result()
		if from := firstArgument(halves, ir.Gather, ir.ScatterAdd, ir.Concat, ir.Mul, ir.Columns); from != nil && from == box {
			return halves.Name
		}
	}
	return ""
}

// firstArgument goes back from a value through the first arguments of these operators; nil
// where another one made a value on the way.
func firstArgument(value *ir.Value, operators ...ir.OpName) *ir.Value {
	for _, operator := range operators {
		if !value.Is(operator) {
			return nil
		}
		value = value.Node.Args[0]
	}
	return value
}

// skewBoxes counts in each system the particles with weights in a box whose edges are not
// three lengths at right angles, as outside of bodies, int64[batch,1,1]; "" of a model
// without boxes. For edges a and b, (a.b)^2 has to be below a small share of |a|^2 |b|^2.
func (e *emitter) skewBoxes(read map[string]bool) string {
	if e.boxHalves == "" || !read[e.written(e.boxHalves)] {
		return ""
	}
	edges := e.Op("Reshape", nil, e.written(e.boxHalves), e.Ints([]int64{-1, 3, 3}, 3))
	products := e.Op("MatMul", nil, edges, e.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, edges))
	pairs := e.Op("Reshape", nil, products, e.Ints([]int64{-1, 9}, 2))
	of := func(columns ...int64) string {
		return e.Op("Gather", map[string]any{"axis": int64(1)}, pairs, e.Ints(columns, 3))
	}
	between := of(1, 5, 6)
	allowed := roundedSkew * system.MostSkew
	bounds := e.Op("Mul", nil, e.Op("Mul", nil, of(0, 4, 8), of(4, 8, 0)), e.Floats([]float64{allowed * allowed}))
	isRight := e.Op("Less", nil, e.Op("Mul", nil, between, between), bounds)
	weights := e.reduce("ReduceSumSquare", e.seen(system.Box))
	wrong := e.Op("And", nil, e.Op("Less", nil, e.Floats([]float64{0}), weights), e.Op("Not", nil, isRight))
	return e.perSystem(e.Op("Reshape", keepZero, e.asInt(wrong), e.concat(e.batch(), e.systemSize(), e.Ints([]int64{3}, 1))))
}
