package export

import "gmnc/system"

// The values of a model with boxes: 1 for the first particle of a box, float[particles,1],
// and halves of the edges of its body's box, float[particles,9].
const (
	isBox     = "is_box"
	boxHalves = "box_halves"
)

// roundedSkew is how much more than system.MostSkew files allow, as they compute with
// float32: what data sets may have is not refused.
const roundedSkew = 1.1

// skewBoxes counts in each system the boxes whose edges are not three lengths at right angles,
// as where particles outside of bodies have weights, int64[batch,1,1]; "" of a model
// without boxes. For edges a and b, (a.b)^2 has to be below a small share of |a|^2 |b|^2.
func (e *emitter) skewBoxes(read map[string]bool) string {
	first, halves := e.written(isBox), e.written(boxHalves)
	if first == "" || halves == "" || !read[halves] {
		return ""
	}
	edges := e.Op("Reshape", nil, halves, e.Ints([]int64{-1, 3, 3}, 3))
	products := e.Op("MatMul", nil, edges, e.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, edges))
	pairs := e.Op("Reshape", nil, products, e.Ints([]int64{-1, 9}, 2))
	of := func(columns ...int64) string {
		return e.Op("Gather", map[string]any{"axis": int64(1)}, pairs, e.Ints(columns, 3))
	}
	between := of(1, 5, 6)
	allowed := roundedSkew * system.MostSkew
	bounds := e.Op("Mul", nil, e.Op("Mul", nil, of(0, 4, 8), of(4, 8, 0)), e.Floats([]float64{allowed * allowed}))
	isRight := e.asFloat(e.Op("Less", nil, e.Op("Mul", nil, between, between), bounds))
	wrong := e.asInt(e.Op("Sub", nil, first, e.Op("Mul", nil, first, isRight)))
	return e.perSystem(e.Op("Reshape", keepZero, wrong, e.concat(e.batch(), e.systemSize(), e.Ints([]int64{3}, 1))))
}
