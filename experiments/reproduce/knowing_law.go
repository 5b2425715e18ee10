package reproduce

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/predict"
	words "gmnc/predict/law"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// sought is what a column looks for in the law of a model.
type sought struct {
	Name string `json:"-"` // for people
	// Constant is a name among the law's constants, noForce, forceCount or errorRatio.
	Constant string `json:"constant"`
	// Charges looks in the force that is times both charges.
	Charges bool `json:"charges,omitempty"`
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

// forceCount is sought of formulas: how many forces act.
const forceCount = "number of forces"

// onLaws are the columns of laws.
func onLaws() (columns []Column) {
	add := func(system string, size int, data corpus.DataSet, row string, all ...sought) {
		for _, s := range all {
			columns = append(columns, Column{System: fmt.Sprintf("%s, %s", system, s.Name), TrainSize: size, Data: data, Rows: []string{row}, Sought: &s})
		}
	}
	within := func(name, constant string, truth, off float64) sought {
		return sought{Name: name, Constant: constant, Truth: truth, Off: off}
	}
	ofCharges := func(s sought) sought { s.Charges = true; return s }
	add(mainSystem, 500, simulated(mainSystem), mainFormulas, within("number of forces", forceCount, 1, 0),
		ofCharges(within("exponent", "n", 2, 0.05)), ofCharges(within("coefficient", "A", 1, 0.03)), within(errorRatio, errorRatio, 0, 1))
	add("coupled3", 400, corpus.DataSet{Kind: corpus.Mechanics, System: "coupled3", Train: 800, Valid: 100, Test: 100}, springLaw,
		within("stiffness", "k", 10, 0.1), within("rest length", "l", 1, 0.01))
	add("argon", 30, corpus.DataSet{Kind: corpus.Argon, System: corpus.Argon, Train: 40, Valid: 20, Test: 20}, argonFormulas,
		within("epsilon", "epsilon", corpus.ArgonEpsilon, 0.02*corpus.ArgonEpsilon), within("sigma", "sigma", corpus.ArgonSigma, 0.02*corpus.ArgonSigma))
	add(corpus.Tosses, 262, onContact()[0].Data, contactLaw, within("friction", "friction", 0.18, 0.03))
	add("without charges", 200, corpus.DataSet{Kind: corpus.NBodyNeutral, System: mainSystem, Train: 200, Valid: 300, Test: 100}, neutralLaw, within(noForce, noForce, 0, 0))
	return columns
}

// foundOf is a constant of a law with its standard error, 0 where none is known.
type foundOf struct {
	// Found is 0 of a constant that the law does not have.
	Found         float64 `json:"found,omitempty"`
	StandardError float64 `json:"standard_error,omitempty"`
}

// lawOf looks in a trained model for what is sought, and returns what else there is to know.
func (r *runner) lawOf(ctx context.Context, c cell, trained *run.Run) (found foundOf, note string, err error) {
	data, _, err := r.data.Get(ctx, c.Data)
	if err != nil {
		return found, "", err
	}
	model := artifact.FromRun(trained)
	switch {
	case c.Sought.Constant == errorRatio:
		found.Found, err = r.overNetwork(ctx, c, trained, data.Test)
		return found, "", err
	case c.Sought.Constant == noForce:
		help, err := model.ForcesHelp(ctx, data.Valid)
		if help == artifact.Helps {
			found.Found = 1
		}
		return found, "", err
	case c.Formulas:
		found, note = inFormulas(c.Sought, trained)
		return found, note, nil
	}
	if constants := trained.Constants(); len(constants) > 0 {
		found, note = amongConstants(c.Sought, constants)
		return found, note, nil
	}
	part := *data
	part.Train = data.Train[:c.Training.TrainSize]
	inThem, err := inWords(model, &part)
	if err != nil {
		return found, "", err
	}
	for _, curve := range inThem.Curves {
		if len(curve.Forms) == 0 || curve.Charges != c.Sought.Charges {
			continue
		}
		for _, constant := range curve.Forms[0].Constants {
			if constant.Name == c.Sought.Constant {
				return foundOf{constant.Value, constant.StandardError}, "", nil
			}
		}
	}
	return foundOf{}, "the network's law has another form", nil
}

// inFormulas looks in the forces that a model has as formulas, and notes all of them.
func inFormulas(s *sought, trained *run.Run) (foundOf, string) {
	formulas, standardErrors := trained.Law()
	note := words.Texts(formulas)
	if s.Constant == forceCount {
		return foundOf{Found: float64(len(formulas))}, note
	}
	for i, f := range formulas {
		if value, has := f.Constants[s.Constant]; has && f.Charges == s.Charges {
			return foundOf{value, standardErrors[i][s.Constant]}, note
		}
	}
	return foundOf{}, note
}

// amongConstants looks among the constants of mechanics, and notes all of them.
func amongConstants(s *sought, constants []run.FoundConstant) (found foundOf, note string) {
	var all []string
	for _, c := range constants {
		if all = append(all, c.String()); c.Name == s.Constant {
			found = foundOf{c.Value, c.StandardError}
		}
	}
	return found, strings.Join(all, "; ")
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
func inWords(model *artifact.Model, data *datasets.Data) (*words.Law, error) {
	forces, err := model.PairForces(data.Train)
	if err != nil {
		return nil, err
	}
	return words.Find(data.Train, forces, data.NodeFeatures, data.EdgeFeatures)
}
