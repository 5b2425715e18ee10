package reproduce

import (
	"context"
	"fmt"
	"math"

	"gmnc/artifact"
	"gmnc/builder"
	words "gmnc/predict/law"
	"gmnc/run"
	"gmnc/train"
)

// formulas are how the forces that a network has learned become a model of their own: the
// steps of the model and its training.
type formulas struct {
	Layers  int         `json:"layers"`
	Options run.Options `json:"training"`
}

// formulasOf trains the law that short trainings choose of what a network has learned.
func (r *runner) formulasOf(ctx context.Context, c cell, folder string) (outcome, error) {
	network, err := run.Read(run.Folder(folder))
	if err != nil {
		return outcome{}, err
	}
	data, _, err := r.data.get(ctx, c.Data)
	if err != nil {
		return outcome{}, err
	}
	found, err := inWords(artifact.FromRun(network), data, c.Training.TrainSize)
	if err != nil {
		return outcome{}, err
	}
	if err := found.Choose(r.shortly(ctx, c, network)); err != nil {
		return outcome{}, err
	}
	chosen, err := found.Formulas()
	if err != nil {
		return outcome{}, err
	}
	config := train.InFormulas(network.Config, chosen, nil)
	config.Model.Layers = c.Formulas.Layers
	options := c.Formulas.Options
	options.Seed, options.TrainSize = c.Training.Seed, c.Training.TrainSize
	return r.train(ctx, formulaTraining(c, config.Model, options), func(float64) {})
}

// shortly measures laws by short trainings.
func (r *runner) shortly(ctx context.Context, c cell, network *run.Run) words.Measure {
	return func(law []builder.PairFormula) ([]builder.PairFormula, float64, error) {
		data, _, err := r.data.get(ctx, c.Data)
		if err != nil {
			return nil, 0, err
		}
		config := train.InFormulas(network.Config, law, data.Train[:c.Training.TrainSize])
		o, err := r.train(ctx, formulaTraining(c, config.Model, *config.Training), func(float64) {})
		if err != nil {
			return nil, 0, err
		}
		if o.overflow != "" {
			return law, math.Inf(1), nil
		}
		trained, err := run.Read(run.Folder(o.folder))
		if err != nil {
			return nil, 0, err
		}
		left, err := artifact.MedianError(ctx, trained, data.Valid)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", words.Texts(law), err)
		}
		now, _ := trained.Law()
		return now, left, nil
	}
}

// formulaTraining is a training of formulas on a cell's data.
func formulaTraining(c cell, model builder.Config, options run.Options) training {
	return training{Model: model, Options: options, Data: c.Data, Graph: graphOf(model)}
}

// formulaOptions are the options of the training that takes formulas to their constants.
func formulaOptions(epochs, batch int) run.Options {
	o := run.PaperOptions()
	o.Epochs, o.ValidEvery, o.Batch, o.KeepLast = epochs, epochs, batch, true
	o.LearningRate, o.Schedule, o.Loss, o.Clip, o.Scale = 5e-3, run.Cosine, run.Cauchy, 1e-3, run.AutoScale
	return o
}

// networkOfCharges is trained on the main system; its law is then trained in 48 steps.
func networkOfCharges() Row {
	row := law(mainFormulas)
	row.Model.Messages, row.Model.Layers = builder.NoMessages, knowingSteps
	row.Training.Epochs, row.Training.Clip = 40, 0
	row.Training.Velocity, row.Training.Scale = run.DefaultVelocity, run.AutoScale
	row.Formulas = &formulas{48, formulaOptions(8, 10)}
	return row
}

// networkOfArgon is trained on a box of atoms.
func networkOfArgon() Row {
	row := pairNetwork(argonFormulas, 2)
	row.Model.Hidden, row.Model.Integrator = 32, builder.Verlet
	o := &row.Training
	o.Epochs, o.ValidEvery, o.Batch, o.LearningRate, o.Velocity = 40, 20, 3, 3e-3, 1
	final := formulaOptions(6, 2)
	final.Velocity = 1
	row.Formulas = &formulas{2, final}
	return row
}
