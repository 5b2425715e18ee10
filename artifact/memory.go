package artifact

import (
	goruntime "runtime"
	"slices"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/system"
)

// edgeValues is how many features of the model's width, in float32, an engine
// that runs files holds of each edge at the same time: onnxruntime 3.3 and
// onnx-go 9.6 of GMN with 700 and 1400 particles.
const edgeValues = 4

// EdgeMemory is roughly how many bytes at least the largest of the systems
// take in the named engine, if that runs files: it holds all edges of a batch at once,
// of as many batches as there are processors. Other engines take large systems in
// blocks, and it is 0.
func (m *Model) EdgeMemory(name string, samples []system.Sample) float64 {
	engine, err := m.Engine(name)
	if err != nil || engine.OpenFile == nil {
		return 0
	}
	var batches []int
	for _, batch := range predict.Batches(samples) {
		edges := 0
		for i := range batch {
			edges += batch[i].Edges()
		}
		batches = append(batches, edges)
	}
	slices.Sort(batches)
	edges := 0
	for _, most := range batches[max(0, len(batches)-goruntime.GOMAXPROCS(0)):] {
		edges += most
	}
	return FileEdgeMemory(m.run.Config.Model) * float64(edges)
}

// FileEdgeMemory is roughly how many bytes of an edge at least an engine that runs files
// holds at the same time.
func FileEdgeMemory(config config.Config) float64 {
	return 4 * edgeValues * float64(config.Hidden)
}
