package train

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// molecules returns samples of one and of two particles with energies and forces.
func molecules() []system.Sample {
	return []system.Sample{
		{Position: make([]float32, 3), Potential: &system.Potential{Energy: 1, Forces: []float32{1, 0, 0}}},
		{Position: make([]float32, 6), Potential: &system.Potential{Energy: 3, Forces: []float32{0, 2, 0, 0, 0, 2}}},
	}
}

// potential predicts energies and forces.
type potential struct {
	predict.Predictor
	energy, forces []float32
	err            error
}

func (p potential) Outputs([]system.Sample) (map[string][]float32, error) {
	return map[string][]float32{graph.EnergyOutput: p.energy, graph.ForcesOutput: p.forces}, p.err
}

// TestInputsOfEnergies: each particle has the energy of its system, and systems weigh the same.
func TestInputsOfEnergies(t *testing.T) {
	require.Equal(t, map[string]runtime.Tensor{
		"target_energy": runtime.Floats([]float32{1, 3, 3}, 3, 1),
		"energy_weight": runtime.Floats([]float32{0.5, 0.25, 0.25}, 3, 1),
		"target_forces": runtime.Floats([]float32{1, 0, 0, 0, 2, 0, 0, 0, 2}, 3, 3),
	}, energyInputs(molecules()))
}

// TestErrorOfEnergies: the error is the mean over systems of squared errors of energies, and that over coordinates of forces.
func TestErrorOfEnergies(t *testing.T) {
	right := potential{energy: []float32{1, 3}, forces: []float32{1, 0, 0, 0, 2, 0, 0, 0, 2}}
	for _, c := range []struct {
		what   string
		change func(energy, forces []float32)
		want   float64
	}{
		{"right", func([]float32, []float32) {}, 0},
		{"an energy", func(energy, _ []float32) { energy[0] = 4 }, 9. / 2},
		{"the other energy", func(energy, _ []float32) { energy[1] = 1 }, 4. / 2},
		{"a force", func(_, forces []float32) { forces[1] = 3 }, 9. / 9},
		{"forces of both", func(_, forces []float32) { forces[0], forces[8] = 4, -4 }, (9. + 36) / 9},
		{"all", func(energy, forces []float32) { energy[0], forces[3] = 4, 6 }, 9./2 + 36./9},
	} {
		p := potential{energy: append([]float32{}, right.energy...), forces: append([]float32{}, right.forces...)}
		c.change(p.energy, p.forces)
		got, err := energyError(t.Context(), p, molecules())
		require.NoError(t, err)
		require.InDelta(t, c.want, got, 1e-12, c.what)
	}
	broken := errors.New("broken")
	_, err := energyError(t.Context(), potential{err: broken}, molecules())
	require.Equal(t, broken, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = energyError(ctx, right, molecules())
	require.Equal(t, context.Canceled, err)
}

// TestModelsOfEnergies: options of motion do not go with a model of energies, which needs the forces of all samples. Other models
// take them.
func TestModelsOfEnergies(t *testing.T) {
	model := &graph.Model{Module: &ir.Module{Main: &ir.Func{Outputs: []ir.Output{{Name: graph.EnergyOutput, Value: &ir.Value{}}}}}}
	other := &graph.Model{Module: &ir.Module{Main: &ir.Func{}}}
	without := molecules()
	without[1].Potential = nil
	for _, c := range []struct {
		options      run.Options
		train, valid []system.Sample
		err          string
	}{
		{run.Options{}, molecules(), molecules(), ""},
		{run.Options{Loss: run.Cauchy}, nil, nil, "loss cauchy does not go with model schnet, which is trained on energies and forces"},
		{run.Options{Scale: run.DataScale}, nil, nil, "scale data does not go with model schnet"},
		{run.Options{Noise: 0.5}, nil, nil, "noise 0.5 does not go with model schnet"},
		{run.Options{Reverse: true}, nil, nil, "reverse does not go with model schnet"},
		{run.Options{Perturb: system.Length}, nil, nil, "does not go with model schnet"},
		{run.Options{Unroll: 1}, nil, nil, "unroll 1 does not go with model schnet"},
		{run.Options{}, without, molecules(), "train sample 1 has 0 numbers of forces and 6 of positions"},
		{run.Options{}, molecules(), without, "valid sample 1 has 0 numbers of forces and 6 of positions"},
	} {
		of := &training{options: c.options, model: model, samples: c.train, valid: c.valid}
		of.job.Config.Model = config.Config{Model: "schnet"}
		if err := of.checkEnergyModel(); c.err == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.err)
		}
		of.model = other
		require.NoError(t, of.checkEnergyModel())
	}
}
