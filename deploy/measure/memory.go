package measure

import (
	"gmnc/artifact"
	"gmnc/builder/graph"
	"gmnc/internal/fields"
	"gmnc/internal/resident"
	"gmnc/ir"
)

// referenceEdgeMemory is roughly how many bytes of an edge at least the interpreter holds
// at the same time: its sender, and values of edges in float64.
func referenceEdgeMemory(m *ir.Module) float64 {
	return 8 * float64(1+edgeColumns(m.Main))
}

// edgeColumns is how wide the values of edges are together that a function has while it
// runs, and what it calls.
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

// checkMemory reports a topology of too many particles: measuring a file takes more bytes
// than are free. A file may claim any number of particles. With trees or bodies it has a
// matrix of integers of every two.
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
