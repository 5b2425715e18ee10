package builder

import (
	"fmt"
	"sync"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/builder/tensors"
)

// writers write the models of the table, from the inputs to their layers.
var writers = map[string]func(w *graph.Writer){
	"linear":          writeLinear,
	"gnn":             writeGNN,
	"rbf":             writeRBF,
	"rf":              writeRF,
	"egnn":            writeEGNN,
	"egnn-reg":        writeEGNN,
	"gmn":             writeGMN,
	"gmn-ode":         writeGMNODE,
	"gmn-l":           writeGMNL,
	"gmn-l-reg":       writeGMNL,
	"gmn-lh":          writeGMNLH,
	"se3-transformer": tensors.WriteSE3Transformer,
	"tfn":             tensors.WriteTFN,
}

// writing guards writers.
var writing sync.RWMutex

// Register adds a model of a program's own to the table, under a name of small
// letters, digits, - and _; write writes it, from the inputs to its layers. From then on
// it is built, trained, exported and inspected as all others are. A name that is taken is
// an error.
func Register(model string, d config.Description, write func(w *graph.Writer)) error {
	if write == nil {
		return fmt.Errorf("the model %q writes nothing: it lacks the function that writes it", model)
	}
	writing.Lock()
	defer writing.Unlock()
	if err := config.AddDescription(model, d); err != nil {
		return err
	}
	writers[model] = write
	return nil
}

// writerOf is what writes the model of that name, nil of a name that is not in the table.
func writerOf(model string) func(w *graph.Writer) {
	writing.RLock()
	defer writing.RUnlock()
	return writers[model]
}
