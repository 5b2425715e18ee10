package builder

import (
	"fmt"
	"sync"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/builder/tensors"
)

// writers holds the functions that write the models of the table.
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

// Register adds the model of another program to the table. Its name consists of lower-case
// letters, digits, - and _. write writes the model, from the inputs to its layers. The model
// can then be built, trained, exported and inspected as all others. A name that is taken is an
// error.
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

// writerOf returns the function that writes the model of that name, or nil if it is not in the
// table.
func writerOf(model string) func(w *graph.Writer) {
	writing.RLock()
	defer writing.RUnlock()
	return writers[model]
}
