package train

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gmnc/builder/graph"
	"gmnc/internal/fields"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// energyInputs returns the inputs of the objective of a model with an energy, besides
// ObjectiveInputs, for a batch of these samples.
func energyInputs(samples []system.Sample) map[string]runtime.Tensor {
	var energy, weight, forces []float32
	for i := range samples {
		n := samples[i].Particles()
		energy = append(energy, slices.Repeat([]float32{samples[i].Potential.Energy}, n)...)
		weight = append(weight, slices.Repeat([]float32{1 / float32(n*len(samples))}, n)...)
		forces = append(forces, samples[i].Forces()...)
	}
	return map[string]runtime.Tensor{
		"target_energy": runtime.Floats(energy, len(energy), 1),
		"energy_weight": runtime.Floats(weight, len(weight), 1),
		"target_forces": runtime.Floats(forces, len(energy), 3),
	}
}

// hasEnergy reports whether the model predicts energies, and so is trained on energies and
// forces.
func hasEnergy(model *graph.Model) bool {
	return model.Module.Main.Output(graph.EnergyOutput) != nil
}

// checkEnergyModel reports an error if a model that predicts energies cannot be trained with
// the options or on the samples.
func (t *training) checkEnergyModel() error {
	switch {
	case !hasEnergy(t.model):
		return nil
	case t.options.Loss != "":
		return fields.Errorf("{loss} %s does not go with {model} %s, which is trained on energies and forces, and not on positions", t.options.Loss, t.job.Config.Model.Model)
	case t.options.Scale == run.DataScale:
		return fields.Errorf("{scale} %s does not go with {model} %s, which is trained on energies and forces: a unit of them is not known", t.options.Scale, t.job.Config.Model.Model)
	case t.options.Noise > 0:
		return fields.Errorf("{noise} %g does not go with {model} %s, which is trained on energies and forces: they are not known at other positions", t.options.Noise, t.job.Config.Model.Model)
	case t.options.Reverse:
		return fields.Errorf("{reverse} does not go with {model} %s, which is trained on energies and forces: they are not known of targets", t.job.Config.Model.Model)
	case t.options.Perturb == system.Length:
		return fields.Errorf("{perturb} %s does not go with {model} %s, which is trained on energies and forces: they are not known at other positions", t.options.Perturb, t.job.Config.Model.Model)
	case t.options.Unroll > 0:
		return fields.Errorf("{unroll} %d does not go with {model} %s, which is trained on energies and forces, and predicts no motion", t.options.Unroll, t.job.Config.Model.Model)
	}
	return errors.Join(checkEnergies("train", t.samples), checkEnergies("valid", t.valid))
}

// checkEnergies reports the first sample that lacks forces as an error.
func checkEnergies(split string, samples []system.Sample) error {
	for i := range samples {
		if have, want := len(samples[i].Forces()), len(samples[i].Position); have != want {
			return fmt.Errorf("%s sample %d has %d numbers of forces and %d of positions: a model of energies is trained on the forces of all particles", split, i, have, want)
		}
	}
	return nil
}

// energyError returns the objective of the samples without padding: the mean squared error of
// energies plus the mean squared error of forces.
func energyError(ctx context.Context, p predict.Predictor, samples []system.Sample) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	outputs, err := p.Outputs(samples)
	if err != nil {
		return 0, err
	}
	var ofEnergy, ofForces float64
	forces := outputs[graph.ForcesOutput]
	for i := range samples {
		off := float64(outputs[graph.EnergyOutput][i]) - float64(samples[i].Potential.Energy)
		ofEnergy += float64(off * off)
		for k, target := range samples[i].Forces() {
			off := float64(forces[k]) - float64(target)
			ofForces += float64(off * off)
		}
		forces = forces[len(samples[i].Forces()):]
	}
	return ofEnergy/float64(len(samples)) + ofForces/float64(len(outputs[graph.ForcesOutput])), nil
}
