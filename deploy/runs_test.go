package deploy_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/deploy"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// seededRun is a run of a law of motion, trained on the data of a digest.
func seededRun(t *testing.T, seed uint64, layers int, digest string) *run.Run {
	t.Helper()
	model, err := builder.New(config.Config{Model: "gmn-ode", Form: config.Published, Layers: layers, Hidden: 8, TrueVelocity: true}, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: run.Version(), Model: model.Config,
		Training: &run.Options{Velocity: 0.5, Seed: seed}, Data: &run.DataInfo{File: "data.npz", SHA256: digest}},
		run.WithShapes(model, fixtures.Weights(model, seed, 20)))
	require.NoError(t, err)
	return trained
}

// outputsOf are the outputs of a run by itself.
func outputsOf(t *testing.T, trained *run.Run, samples []system.Sample) map[string][]float32 {
	t.Helper()
	predictor, err := artifact.OpenRun(engines.ForModules(), trained)
	require.NoError(t, err)
	defer predictor.Close()
	outputs, err := predictor.Outputs(samples)
	require.NoError(t, err)
	return outputs
}

// TestSeveralRuns: a file of two runs has the mean of what they predict and their spread,
// in every engine, and what both share once. Its radius knows the spread, and its
// certificate what it covers.
func TestSeveralRuns(t *testing.T) {
	runs := []*run.Run{seededRun(t, 1, 2, "ab"), seededRun(t, 2, 2, "ab")}
	joined, err := artifact.Together(runs, []string{"a", "b"})
	require.NoError(t, err)
	require.EqualValues(t, 1, joined.Config.Training.Seed)
	exported, err := deploy.ExportWith(t.Context(), joined, withRadius(targeted(40, 1)))
	require.NoError(t, err)
	require.Equal(t, 40, exported.Certificate.Radius.Samples)

	samples := targeted(6, 3)
	one, other := outputsOf(t, runs[0], samples), outputsOf(t, runs[1], samples)
	model, err := artifact.FromFile(exported.File)
	require.NoError(t, err)
	require.Contains(t, model.Title(), "mean of 2 runs")
	names := model.Config().Model.Radius.Features
	require.Equal(t, "spread", names[len(names)-1].Name)
	for _, engine := range engines.All() {
		if engine.Available() != nil {
			continue
		}
		predictor, _, err := model.Open(engine.Name)
		require.NoError(t, err, engine.Name)
		got, err := predictor.Outputs(samples)
		require.NoError(t, err, engine.Name)
		require.NoError(t, predictor.Close())
		requireMean(t, engine.Name, one["position"], other["position"], got["position"], got[graph.PositionSpread])
		requireMean(t, engine.Name, one["velocity"], other["velocity"], got["velocity"], got[graph.VelocitySpread])
	}

	alone, err := deploy.ExportWith(t.Context(), runs[0], deploy.Options{})
	require.NoError(t, err)
	both, err := deploy.ExportWith(t.Context(), joined, deploy.Options{})
	require.NoError(t, err)
	require.Less(t, nodes(t, both.File), 2*nodes(t, alone.File), "edges, objects and the validity are there once")
}

func nodes(t *testing.T, file []byte) int {
	t.Helper()
	decoded, err := export.Decode(file)
	require.NoError(t, err)
	return decoded.Nodes
}

// requireMean holds the mean and the spread of two predictions against these.
func requireMean(t *testing.T, engine string, one, other, mean, spread []float32) {
	t.Helper()
	require.Len(t, mean, len(one))
	require.Len(t, spread, len(one)/3)
	largest := 0.
	for i := 0; i < len(one); i += 3 {
		squares := 0.
		for k := i; k < i+3; k++ {
			require.InDelta(t, (float64(one[k])+float64(other[k]))/2, mean[k], 1e-4, engine)
			squares += math.Pow((float64(one[k])-float64(other[k]))/2, 2)
		}
		require.InDelta(t, math.Sqrt(squares), spread[i/3], 1e-4, engine)
		largest = max(largest, math.Sqrt(squares))
	}
	require.Greater(t, largest, 1e-3, "the runs differ")
}

// TestRunsApart: runs of different models or data, the same run twice, and what has no
// meaning for a mean are refused.
func TestRunsApart(t *testing.T) {
	first := seededRun(t, 1, 2, "ab")
	for want, other := range map[string]*run.Run{
		`a and b are different models: layers is "2" in one and "3" in the other`:            seededRun(t, 2, 3, "ab"),
		`a and b are trained on different data: sha256 is "ab" in one and "cd" in the other`: seededRun(t, 2, 2, "cd"),
		"a and b have the same weights": seededRun(t, 1, 2, "ab"),
	} {
		_, err := artifact.Together([]*run.Run{first, other}, []string{"a", "b"})
		require.ErrorContains(t, err, want)
	}
	joined, err := artifact.Together([]*run.Run{first, seededRun(t, 2, 2, "ab")}, []string{"a", "b"})
	require.NoError(t, err)
	for _, options := range []deploy.Options{{Rollout: &rolling.Rollout{}}, {Step: true}} {
		_, err := deploy.ExportWith(t.Context(), joined, options)
		require.ErrorContains(t, err, "go with one run")
	}
	_, err = artifact.FromRun(joined).PairForces(targeted(1, 1))
	require.ErrorContains(t, err, fmt.Sprint(2, " runs in one file have as many laws"))
}
