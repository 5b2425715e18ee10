package reproduce

import (
	"context"
	"fmt"
	"math"

	"gmnc/artifact"
	"gmnc/datasets"
	words "gmnc/predict/law"
	"gmnc/run"
)

// sought is what a column looks for in the law of a model.
type sought struct {
	// Constant is a name among the law's constants, or noForce.
	Constant string `json:"constant"`
	// Truth is the value that made the data, and Off how far the found one may be off.
	Truth float64 `json:"-"`
	Off   float64 `json:"-"`
}

// noForce is sought in data without one: 0 where validation samples are predicted as well
// without what a network has learned, and 1 elsewhere.
const noForce = "force beyond noise"

// onLaws are the columns of laws.
func onLaws() (columns []Column) {
	add := func(system string, size int, data DataSet, row string, constants ...sought) {
		for _, s := range constants {
			columns = append(columns, Column{System: fmt.Sprintf("%s, %s", system, s.Constant), TrainSize: size, Data: data, Rows: []string{row}, Sought: &s})
		}
	}
	add("coupled3", 400, DataSet{Kind: mechanical, System: "coupled3", Train: 800, Valid: 100, Test: 100}, springLaw,
		sought{"k", 10, 0.1}, sought{"l", 1, 0.01})
	thrown := onContact()[0].Data
	add(tosses, 262, thrown, contactLaw, sought{"friction", 0.18, 0.03})
	add("without charges", 200, DataSet{Kind: nBodyNeutral, System: mainSystem, Train: 200, Valid: 300, Test: 100}, neutralLaw, sought{noForce, 0, 0})
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
			m.line(p.Column.System, fmt.Sprint(p.Column.TrainSize), p.Row.Name, fmt.Sprintf("%.4g", s.Truth), text, fmt.Sprintf("within %.3g", s.Off), met)
		}
	}
}
