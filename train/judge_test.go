package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/system"
)

// TestWithoutErrors: constants of contact have other reasons to have no standard errors than those beside a network.
func TestWithoutErrors(t *testing.T) {
	of := func(fields ...string) string {
		return (&training{model: &graph.Model{Config: config.Config{Fields: fields}}}).withoutErrors()
	}
	require.Contains(t, of(system.Planes.Name), "corners, edges and faces")
	require.Contains(t, of(), "together with a network")
}

// TestConstantsBesideNetwork: constants that are learned with other weights come without standard errors, of
// which a notice tells. Without constants there is no notice, and without training samples no fit.
func TestConstantsBesideNetwork(t *testing.T) {
	for _, c := range []struct {
		learn   []config.Constant
		train   []system.Sample
		notices []string
		fit     bool
	}{
		{[]config.Constant{{Name: config.LearnedDamping, Start: []float64{1}}}, make([]system.Sample, 1),
			[]string{"no standard errors: the constants are learned together with a network, which may take over a part of what they do"}, true},
		{nil, make([]system.Sample, 1), nil, true},
		{nil, nil, nil, false},
	} {
		var notices []string
		params := []graph.Param{{Name: "layer/weight"}}
		for _, constant := range c.learn {
			params = append(params, graph.Param{Name: constant.Param()})
		}
		best := run.Run{Metrics: map[string]string{}}
		best.SetUnfinished(true)
		trained := &training{
			model: &graph.Model{
				Config: config.Config{Learn: c.learn}, Params: params,
				Module: &ir.Module{Main: &ir.Func{Outputs: []ir.Output{{Name: graph.EnergyOutput, Value: new(ir.Value)}}}},
			},
			job: Job{Data: &datasets.Data{Train: c.train}, Store: run.NewMemory("memory"), Observer: Observer{Notice: func(text string) { notices = append(notices, text) }}},
		}
		require.NoError(t, trained.fitConstants(t.Context(), &best))
		require.Equal(t, c.notices, notices)
		require.Equal(t, c.fit, best.Fit() != "")
		require.Equal(t, !c.fit, best.Unfinished())
	}
}

// TestFitOfEnergies: no noise is known of energies, whatever else a model predicts.
func TestFitOfEnergies(t *testing.T) {
	energy := &graph.Model{Module: &ir.Module{Main: &ir.Func{Outputs: []ir.Output{{Name: graph.EnergyOutput, Value: new(ir.Value)}}}}}
	trained := &run.Run{Metrics: map[string]string{}}
	require.NoError(t, (&training{model: energy}).compareWithNoise(t.Context(), trained))
	require.Contains(t, trained.Fit(), "energies and forces, whose noise no recordings tell")
}

// TestRecorded: samples are recordings that tell of a law from fewestFrames on, if all are.
func TestRecorded(t *testing.T) {
	of := func(frames int) system.Sample {
		return system.Sample{Trajectory: &system.Trajectory{Particles: 1, Positions: make([]float64, 3*frames)}}
	}
	require.True(t, recorded([]system.Sample{of(fewestFrames)}))
	require.False(t, recorded([]system.Sample{of(fewestFrames), of(fewestFrames - 1)}))
	require.False(t, recorded([]system.Sample{{}}))
	require.Equal(t, []string{"force"}, with([]string{"force"}, "force"))
	require.Equal(t, []string{"mass", "force"}, with([]string{"mass"}, "force"))
}

// TestAdditionalForces: a law of free particles takes forces, one of joints torques and thrusts, and a network none.
func TestAdditionalForces(t *testing.T) {
	of := func(c config.Config) (names []string) {
		for _, f := range (&training{model: &graph.Model{Config: c}}).additionalForces() {
			names = append(names, f.Name)
		}
		return names
	}
	require.Empty(t, of(config.Config{Model: "egnn"}))
	require.Equal(t, []string{system.Force.Name}, of(config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4}))
	require.Equal(t, []string{system.Force.Name, system.Torque.Name, system.Thrust.Name}, of(config.Config{Model: "gmn-ode", Fields: []string{system.TurnAxis.Name}}))
}
