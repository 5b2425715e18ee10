package verify_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestBoxesTouch: of a model with boxes, some random systems are boxes that a run takes, and
// that push each other.
func TestBoxesTouch(t *testing.T) {
	config := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, NoCharge: true, Forces: config.NoForces,
		Time: 0.02, Depth: 4, Planes: 1, Fields: []string{"mass", "planes", "gyration", "box"},
	}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	predictor := predict.NewRowPredictor(predict.ForModule(session, model.Module), false)
	measured := &system.Ranges{
		Extent: &system.Range{Most: 50}, Speed: &system.Range{Most: 1},
		Fields: []system.FieldRange{{Field: "box", Range: system.Range{Least: -0.125, Most: 0.125}}},
	}
	for _, ranges := range []*system.Ranges{nil, measured} {
		groups := verify.Random(config, ranges)
		for _, group := range groups {
			require.NoError(t, run.CheckForests(config, group.Samples), group.Name)
		}
		group := groups[len(groups)-1]
		require.Equal(t, "(boxes)", group.Name)
		together, err := predictor.Outputs(group.Samples)
		require.NoError(t, err)
		speed := 0.
		for _, value := range group.Samples[0].Velocity {
			speed = max(speed, math.Abs(float64(value)))
		}
		for i := range group.Samples {
			system.Box.Set(&group.Samples[i], make([]float32, 3*16))
		}
		apart, err := predictor.Outputs(group.Samples)
		require.NoError(t, err)
		for i := 0; i < len(apart["velocity"]); i += 3 * 8 {
			pushed := 0.
			for k, value := range apart["velocity"][i : i+3*8] {
				pushed = max(pushed, math.Abs(float64(value-together["velocity"][i+k])))
			}
			require.Greater(t, pushed, 100*verify.Tolerance*speed, "cube %d", i/24)
		}
	}
}
