package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/predict"
	words "gmnc/predict/law"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// sought is what a column looks for in the law of a model.
type sought struct {
	Name string `json:"-"` // for people
	// Constant is a name among the law's constants, noForce or errorRatio.
	Constant string `json:"constant"`
	// Truth is the value that made the data, and Off how far the found one may be off.
	Truth float64 `json:"-"`
	Off   float64 `json:"-"`
}

// noForce is sought in data without one: 0 where validation samples are predicted as well
// without what a network has learned, and 1 elsewhere.
const noForce = "force beyond noise"

// errorRatio is sought of formulas: their squared error of test samples over the error of
// the network that they were found in.
const errorRatio = "error over the network's"

// onLaws are the columns of laws.
func onLaws() (columns []Column) {
	add := func(system string, size int, data DataSet, row string, constants ...sought) {
		for _, s := range constants {
			columns = append(columns, Column{System: fmt.Sprintf("%s, %s", system, s.Name), TrainSize: size, Data: data, Rows: []string{row}, Sought: &s})
		}
	}
	add(mainSystem, 500, simulated(mainSystem), mainFormulas,
		sought{"exponent", "n", 2, 0.05}, sought{"coefficient", "A", 1, 0.03}, sought{errorRatio, errorRatio, 0, 1})
	add("coupled3", 400, DataSet{Kind: mechanical, System: "coupled3", Train: 800, Valid: 100, Test: 100}, springLaw,
		sought{"stiffness", "k", 10, 0.1}, sought{"rest length", "l", 1, 0.01})
	add("argon", 30, DataSet{Kind: argon, System: argon, Train: 40, Valid: 20, Test: 20}, argonFormulas,
		sought{"epsilon", "epsilon", argonEpsilon, 0.02 * argonEpsilon}, sought{"sigma", "sigma", argonSigma, 0.02 * argonSigma})
	add(tosses, 262, onContact()[0].Data, contactLaw, sought{"friction", "friction", 0.18, 0.03})
	add("without charges", 200, DataSet{Kind: nBodyNeutral, System: mainSystem, Train: 200, Valid: 300, Test: 100}, neutralLaw, sought{noForce, noForce, 0, 0})
	return columns
}

// foundOf is a constant of a law with its standard error, 0 where none is known.
type foundOf struct {
	Found         float64 `json:"found,omitempty"`
	StandardError float64 `json:"standard_error,omitempty"`
}

// lawOf looks in a trained model for what is sought.
func (r *runner) lawOf(ctx context.Context, c cell, trained *run.Run) (found foundOf, err error) {
	data, _, err := r.data.get(ctx, c.Data)
	if err != nil {
		return found, err
	}
	model := artifact.FromRun(trained)
	if c.Sought.Constant == errorRatio {
		found.Found, err = r.overNetwork(ctx, c, trained, data.Test)
		return found, err
	}
	if c.Sought.Constant == noForce {
		acts, err := model.ForcesHelp(ctx, data.Valid)
		if acts {
			found.Found = 1
		}
		return found, err
	}
	for _, constant := range trained.Constants() {
		if constant.Name == c.Sought.Constant {
			return foundOf{constant.Value, constant.StandardError}, nil
		}
	}
	inThem, err := inWords(model, data, c.Training.TrainSize)
	if err == nil && c.Formulas != nil {
		err = inThem.Known(trained.Law())
	}
	if err != nil {
		return found, err
	}
	for _, curve := range inThem.Curves {
		if len(curve.Forms) == 0 {
			continue
		}
		for _, constant := range curve.Forms[0].Constants {
			if constant.Name == c.Sought.Constant {
				return foundOf{constant.Value, constant.StandardError}, nil
			}
		}
	}
	return foundOf{Found: math.NaN()}, nil // another form was found
}

// overNetwork is the squared error of formulas over the error of the cell's network.
func (r *runner) overNetwork(ctx context.Context, c cell, trained *run.Run, samples []system.Sample) (float64, error) {
	network, err := run.Read(run.Folder(r.runFolder(c.training())))
	if err != nil {
		return 0, err
	}
	var means []float64
	for _, one := range []*run.Run{trained, network} {
		p, err := artifact.OpenRun(engines.ForModules(), one)
		if err != nil {
			return 0, err
		}
		errs, err := predict.Evaluate(ctx, p, samples)
		if err := errors.Join(err, p.Close()); err != nil {
			return 0, err
		}
		means = append(means, errs.Position.Mean)
	}
	return means[0] / means[1], nil
}

// inWords is the law in the forces of a model on its training samples.
func inWords(model *artifact.Model, data *datasets.Data, size int) (*words.Law, error) {
	samples := data.Train[:size]
	forces, err := model.PairForces(samples)
	if err != nil {
		return nil, err
	}
	return words.Find(samples, forces, data.NodeFeatures, data.EdgeFeatures)
}

// laws is a line a constant, with its goal.
func (m *markdown) laws() {
	m.printf("\n## Laws\n\nConstants that models have found, with standard errors where there are some, beside the values that made the data.\n\n")
	m.line("system and constant", "samples", "model", "true", "found", "goal", "met")
	m.line("---", "---:", "---", "---:", "---:", "---:", "---")
	for _, p := range m.Places {
		s := p.Column.Sought
		if s == nil || p.blank() {
			continue
		}
		for _, measured := range p.Measured {
			if measured.Errors == nil {
				continue
			}
			found := measured.Errors.foundOf
			text := fmt.Sprintf("%.4g", found.Found)
			if found.StandardError > 0 {
				text += fmt.Sprintf(" ± %.1g", found.StandardError)
			}
			met := "no"
			if math.Abs(found.Found-s.Truth) <= s.Off {
				met = "yes"
			}
			truth, goal := fmt.Sprintf("%.4g", s.Truth), fmt.Sprintf("within %.3g", s.Off)
			if s.Truth == 0 {
				truth, goal = "", fmt.Sprintf("at most %g", s.Off)
			}
			m.line(p.Column.System, fmt.Sprint(p.Column.TrainSize), p.Row.Name, truth, m.marked(text, p), goal, met)
		}
	}
}
