package systems

import (
	"slices"
	"strings"

	"gmnc/export/emit"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// The values of a model with periodic cells whose difference is the way from the image of a
// neighbour that it sees, float[edges,3], and what begins the names of fields in its unit.
const (
	imageOffset = "image_way"
	imageShift  = "image_shift"
	seen        = "seen_"
)

// otherImages is how many of each vector of a cell a nearer image is looked for, and
// nearlyNearest the share of the square of a way by which it may be nearer. Float32 rounds
// the ways, and what data sets may have is not refused.
const (
	otherImages   = 2
	nearlyNearest = 1e-3
)

// farImages counts in each system the images nearer than those that the model sees, as in
// a skewed cell, int64[batch,1,1]; "" of a model without cells. With a way
// r and whole vectors 2m of the cell, another is nearer where |r.m| - |m|^2 is above 0.
func (e *Emitter) farImages(read map[string]bool) string {
	way, shift := e.written(imageOffset), e.written(imageShift)
	if way == "" || shift == "" || !read[shift] {
		return ""
	}
	halves := halvesOfWholes()
	count := int64(len(halves) / 27)
	cell := e.Op("Concat", map[string]any{"axis": int64(1)}, e.seen(system.CellA), e.seen(system.CellB), e.seen(system.CellC))
	half := e.Op("Reshape", nil, e.Op("MatMul", nil, cell, e.Floats(halves, 9, 3*count)), e.Ints([]int64{-1, 3, count}, 3))
	ways := e.Op("Reshape", emit.KeepZero, e.Op("Sub", nil, way, shift), e.Concat(e.Size(Particles), e.Size(Neighbors), e.Ints([]int64{3}, 1)))
	nearer := e.Op("Sub", nil, e.Op("Abs", nil, e.Op("MatMul", nil, ways, half)), e.Along("ReduceSumSquare", half, 1, 1))
	allowed := e.Op("Mul", nil, e.Along("ReduceSumSquare", ways, 1, 2), e.Floats([]float64{nearlyNearest / 4}))
	far := e.perSystem(e.AsInt(e.Op("Less", nil, allowed, e.Along("ReduceMax", nearer, 1, 2))))
	return e.perSystem(e.Op("Reshape", emit.KeepZero, far, e.PerParticle()))
}

// halvesOfWholes is the matrix that makes of the vectors of a cell [9] the halves of whole
// vectors around, one of each two that are opposite [3,count]: up to otherImages of each,
// and no multiples of others.
func halvesOfWholes() (matrix []float64) {
	const each = 2*otherImages + 1
	var wholes [][3]int
	for at := each * each * each / 2; at < each*each*each; at++ {
		whole := [3]int{at/each/each - otherImages, at/each%each - otherImages, at%each - otherImages}
		if slices.ContainsFunc(whole[:], func(n int) bool { return n%2 != 0 }) {
			wholes = append(wholes, whole)
		}
	}
	for from := range 9 {
		for axis := range 3 {
			for _, whole := range wholes {
				half := 0.0
				if from%3 == axis {
					half = float64(whole[from/3]) / 2
				}
				matrix = append(matrix, half)
			}
		}
	}
	return matrix
}

// seen is a field of particles in the unit in which networks see it.
func (e *Emitter) seen(f *system.Field) string {
	if value := e.written(seen + f.Name); value != "" {
		return value
	}
	return emit.RowsOf + f.Name
}

// written is the value of the model of that name, the first of several runs; "" where it has
// none.
func (e *Emitter) written(name string) string {
	is := func(node *onnxpb.NodeProto) bool {
		return node.Output[0] == name || strings.HasSuffix(node.Output[0], "/"+name)
	}
	if at := slices.IndexFunc(e.Graph.Node, is); at >= 0 {
		return e.Graph.Node[at].Output[0]
	}
	return ""
}
