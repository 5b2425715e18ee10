package measure

import (
	"gmnc/artifact"
	"gmnc/builder/graph"
	"gmnc/internal/fields"
	"gmnc/internal/resident"
	"gmnc/ir"
)

// referenceEdgeMemory returns roughly the least number of bytes for each edge that the
// interpreter holds at the same time. These are the edge's sender, and values of edges in
// float64.
func referenceEdgeMemory(m *ir.Module) float64 {
	return 8 * float64(1+edgeColumns(m.Main))
}

// edgeColumns returns the total number of columns of the edge values of a function and of the
// widest function that it calls.
func edgeColumns(f *ir.Func) (columns int) {
	called := 0
	for _, node := range f.Nodes {
		for _, result := range node.Results {
			if result.Type.DType == ir.Float && result.Type.Rows() == ir.Rows(graph.Edges) {
				columns += result.Type.Columns()
			}
		}
		if node.Callee != nil {
			called = max(called, edgeColumns(node.Callee))
		}
	}
	return columns + called
}

// checkMemory returns an error if a topology has so many particles that measuring a file takes
// more bytes than are free. A file may claim any number of particles. With trees or bodies, it
// has a matrix of integers for all pairs of particles.
func checkMemory(t artifact.Topology, edgeMemory float64) error {
	const gigabyte = 1 << 30
	sample := t.Sample()
	needed, free := edgeMemory*float64(sample.Edges()), resident.Available()
	if t.Objects.Forest() {
		needed += 8 * float64(t.Particles) * float64(t.Particles)
	}
	if needed > free {
		return fields.Errorf("a file with this topology inside (%s) cannot be measured: that takes about %.3g GB, where %.3g are free; take a larger machine, or export the model without {topology}",
			t, needed/gigabyte, free/gigabyte)
	}
	return nil
}
