package reproduce

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/predict"
	words "gmnc/predict/law"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// lawOf looks for the sought constant in a trained model, and returns it with a note.
func (r *runner) lawOf(ctx context.Context, c protocol.Cell, trained *run.Run) (found protocol.FoundConstant, note string, err error) {
	data, _, err := r.data.Get(ctx, c.Data)
	if err != nil {
		return found, "", err
	}
	model := artifact.FromRun(trained)
	switch {
	case c.Sought.Constant == protocol.ErrorRatio:
		found.Found, err = r.overNetwork(ctx, c, trained, data.Test)
		return found, "", err
	case c.Sought.Constant == protocol.NoForce:
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
	found, note = inCurves(c.Sought, inThem.Curves)
	return found, note, nil
}

// inCurves looks for the constant in the first forms of the curves of a law. The note says that
// no form has it.
func inCurves(s *protocol.Sought, curves []words.Curve) (protocol.FoundConstant, string) {
	for _, curve := range curves {
		if len(curve.Forms) == 0 || curve.Charges != s.Charges {
			continue
		}
		for _, constant := range curve.Forms[0].Constants {
			if constant.Name == s.Constant {
				return protocol.FoundConstant{Found: constant.Value, StandardError: constant.StandardError}, ""
			}
		}
	}
	return protocol.FoundConstant{}, "the network's law has another form"
}

// inFormulas looks for the constant in the forces that a model has as formulas. The note lists
// all formulas.
func inFormulas(s *protocol.Sought, trained *run.Run) (protocol.FoundConstant, string) {
	formulas, errors := trained.Law()
	note := words.Texts(formulas)
	if s.Constant == protocol.ForceCount {
		return protocol.FoundConstant{Found: float64(len(formulas))}, note
	}
	for i, f := range formulas {
		if value, has := f.Constants[s.Constant]; has && f.Charges == s.Charges {
			return protocol.FoundConstant{Found: value, StandardError: errors[i][s.Constant].StandardError}, note
		}
	}
	return protocol.FoundConstant{}, note
}

// amongConstants looks for the constant among those of mechanics. The note lists all of them.
func amongConstants(s *protocol.Sought, constants []run.FoundConstant) (found protocol.FoundConstant, note string) {
	var all []string
	for _, c := range constants {
		if all = append(all, c.String()); c.Name == s.Constant {
			found = protocol.FoundConstant{Found: c.Value, StandardError: c.StandardError}
		}
	}
	return found, strings.Join(all, "; ")
}

// overNetwork returns the squared error of formulas divided by the error of the cell's network.
func (r *runner) overNetwork(ctx context.Context, c protocol.Cell, trained *run.Run, samples []system.Sample) (float64, error) {
	network, err := run.Read(run.Folder(r.runFolder(c.TrainingKey())))
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

// inWords finds the law in the forces of a model on its training samples.
func inWords(model *artifact.Model, data *datasets.Data) (*words.Law, error) {
	forces, err := model.PairForces(data.Train)
	if err != nil {
		return nil, err
	}
	return words.Find(data.Train, forces, data.NodeFeatures, data.EdgeFeatures)
}

// ofLaw returns the constants of the forces that a run has as formulas.
func ofLaw(trained *run.Run) (all []run.FoundConstant) {
	formulas, errors := trained.Law()
	for i, f := range formulas {
		for _, name := range slices.Sorted(maps.Keys(f.Constants)) {
			all = append(all, run.FoundConstant{Name: name, Value: f.Constants[name], Error: errors[i][name], Unfinished: trained.Unfinished()})
		}
	}
	return all
}
