package reproduce

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/atomicfile"
	words "gmnc/predict/law"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/train"
)

// formulasOf trains the law that fits choose from what a network has learned.
func (r *runner) formulasOf(ctx context.Context, c protocol.Cell, folder string) (outcome, error) {
	network, err := run.Read(run.Folder(folder))
	if err != nil {
		return outcome{}, err
	}
	data, _, err := r.data.Get(ctx, c.Data)
	if err != nil {
		return outcome{}, err
	}
	part := *data
	part.Train = data.Train[:c.Training.TrainSize]
	chosen, err := r.chosen(ctx, network, &part, filepath.Join(folder, chosenLaw()))
	if err != nil {
		return outcome{}, err
	}
	config := train.ToConstants(network.Config, chosen, part.Train)
	return r.train(ctx, protocol.TrainingKey{Model: config.Model, Options: *config.Training, Data: c.Data, Graph: protocol.GraphOf(config.Model)}, func(float64) {})
}

// chosenLaw returns the name of the file with the law that this build chooses, in the folder of
// its network.
func chosenLaw() string { return fmt.Sprintf("law %s.json", run.Version()) }

// chosen returns the law that fits choose from what a network has learned. A build makes these
// fits once for all cells and keeps the law in a file.
func (r *runner) chosen(ctx context.Context, network *run.Run, data *datasets.Data, path string) ([]config.PairFormula, error) {
	defer r.runs.Lock(path)()
	if written, err := words.Read(path); !errors.Is(err, fs.ErrNotExist) {
		return written.Forces, err
	}
	found, err := inWords(artifact.FromRun(network), data)
	if err != nil {
		return nil, err
	}
	job := train.Job{Config: network.Config, Data: data, Engine: engines.Trainer()}
	if err := found.Choose(train.Formulas(ctx, job, nil)); err != nil {
		return nil, err
	}
	formulas, err := found.Formulas()
	if err != nil {
		return nil, err
	}
	text, err := words.Written{Forces: formulas}.Text()
	if err != nil {
		return nil, err
	}
	return formulas, atomicfile.WriteBytes(path, text)
}
