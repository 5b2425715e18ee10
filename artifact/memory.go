package artifact

import (
	goruntime "runtime"
	"slices"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/system"
)

// edgeValues is the number of features of the model's width, in float32, that an engine that
// runs files holds for each edge at the same time. Measured with GMN at 700 and 1400 particles,
// it is 3.3 for onnxruntime and 9.6 for onnx-go.
const edgeValues = 4

// EdgeMemory returns roughly the least number of bytes that the largest of the systems take in
// the named engine, if it runs files. Such an engine holds all edges of a batch at once, for as
// many batches as there are processors. For other engines, which process large systems in
// blocks, EdgeMemory returns 0.
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

// FileEdgeMemory returns roughly the least number of bytes for each edge that an engine that
// runs files holds at the same time.
func FileEdgeMemory(config config.Config) float64 {
	return 4 * edgeValues * float64(config.Hidden)
}
