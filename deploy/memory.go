package deploy

import (
	"gmnc/builder"
	"gmnc/internal/fields"
	"gmnc/internal/resident"
	"gmnc/ir"
	"gmnc/system"
)

// edgeValues is how many features of the model's width, in float32, an engine
// that runs files holds of each edge at the same time: onnxruntime 3.3 and
// onnx-go 9.6 of GMN with 700 and 1400 particles.
const edgeValues = 4

// EdgeMemory is roughly how many bytes at least the largest of the systems
// takes in the named engine, if that runs files: it holds all edges of a system at
// once. Other engines take large systems in blocks, and it is 0.
func (m *Model) EdgeMemory(name string, samples []system.Sample) float64 {
	engine, err := m.engine(name)
	if err != nil || engine.OpenFile == nil {
		return 0
	}
	edges := 0
	for i := range samples {
		edges = max(edges, samples[i].Edges())
	}
	return fileEdgeMemory(m.run.Config.Model) * float64(edges)
}

// fileEdgeMemory is roughly how many bytes of an edge at least an engine that runs files
// holds at the same time.
func fileEdgeMemory(config builder.Config) float64 {
	return 4 * edgeValues * float64(config.Hidden)
}

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
			if result.Type.DType == ir.Float && result.Type.Rows() == ir.Rows(builder.Edges) {
				columns += result.Type.Columns()
			}
		}
		if node.Callee != nil {
			called = max(called, edgeColumns(node.Callee))
		}
	}
	return columns + called
}

// checkMemory reports a topology of so many particles that measuring a file takes more
// bytes than are free. A file may claim any number of them. With trees or bodies it has
// a matrix of integers of every two.
func (t topology) checkMemory(edgeMemory float64) error {
	const gigabyte = 1 << 30
	sample := t.sample()
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
