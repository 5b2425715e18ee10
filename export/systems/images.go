package systems

import (
	"slices"
	"strings"

	"gmnc/export/emit"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// imageOffset and imageShift name the values of a model with periodic cells whose difference is
// the displacement from the image of a neighbor that the model sees, float[edges,3]. seen is
// the prefix of the names of fields in the unit that networks see.
const (
	imageOffset = "image_way"
	imageShift  = "image_shift"
	seen        = "seen_"
)

// otherImages is the largest multiple of each vector of a cell at which a nearer image is
// looked for. nearlyNearest is the share of the squared distance by which another image may be
// nearer. float32 rounds the displacements, and what data sets may have is not refused.
const (
	otherImages   = 2
	nearlyNearest = 1e-3
)

// farImages counts in each system the images that are nearer than those that the model sees, as
// in a skewed cell: int64[batch,1,1]. It returns "" for a model without cells. With a
// displacement r and lattice vectors 2m, another image is nearer if |r.m| - |m|^2 is above 0.
func (e *Emitter) farImages(read map[string]bool) string {
	displacement, shift := e.written(imageOffset), e.written(imageShift)
	if displacement == "" || shift == "" || !read[shift] {
		return ""
	}
	halves := halvesOfWholes()
	count := int64(len(halves) / 27)
	cell := e.Op("Concat", map[string]any{"axis": int64(1)}, e.seen(system.CellA), e.seen(system.CellB), e.seen(system.CellC))
	half := e.Op("Reshape", nil, e.Op("MatMul", nil, cell, e.Floats(halves, 9, 3*count)), e.Ints([]int64{-1, 3, count}, 3))
	displacements := e.Op("Reshape", emit.KeepZero, e.Op("Sub", nil, displacement, shift), e.Concat(e.Size(Particles), e.Size(Neighbors), e.Ints([]int64{3}, 1)))
	nearer := e.Op("Sub", nil, e.Op("Abs", nil, e.Op("MatMul", nil, displacements, half)), e.Along("ReduceSumSquare", half, 1, 1))
	allowed := e.Op("Mul", nil, e.Along("ReduceSumSquare", displacements, 1, 2), e.Floats([]float64{nearlyNearest / 4}))
	far := e.perSystem(e.AsInt(e.Op("Less", nil, allowed, e.Along("ReduceMax", nearer, 1, 2))))
	return e.perSystem(e.Op("Reshape", emit.KeepZero, far, e.PerParticle()))
}

// halvesOfWholes returns the matrix that makes the halves of lattice vectors around the cell
// from the vectors of a cell [9], one of each two that are opposite [3,count]. The lattice
// vectors have up to otherImages of each vector, and are not twice another.
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

// seen returns a field of particles in the unit in which networks see it.
func (e *Emitter) seen(f *system.Field) string {
	if value := e.written(seen + f.Name); value != "" {
		return value
	}
	return emit.RowsOf + f.Name
}

// written returns the value of the model with this name, the first if there are several, or ""
// if there is none.
func (e *Emitter) written(name string) string {
	is := func(node *onnxpb.NodeProto) bool {
		return node.Output[0] == name || strings.HasSuffix(node.Output[0], "/"+name)
	}
	if at := slices.IndexFunc(e.Graph.Node, is); at >= 0 {
		return e.Graph.Node[at].Output[0]
	}
	return ""
}
