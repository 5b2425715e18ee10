package deploy_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// TestLimitedIsTold: a file whose published clamp acts is written, and its certificate says
// in how many systems it acts. Without that clamp there is nothing to say.
func TestLimitedIsTold(t *testing.T) {
	for clamp, want := range map[config.Clamp]string{
		config.ComponentClamp: "drawn systems. Rotations and reflections were measured on the other systems", config.LengthClamp: "",
	} {
		config := config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 4, Clamp: clamp}
		model, err := builder.New(config, false)
		require.NoError(t, err)
		weights := fixtures.Weights(model, 1, 3e6)
		trained, err := run.New(run.Config{Version: "test", Model: config}, run.WithShapes(model, weights))
		require.NoError(t, err)
		exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{})
		require.NoError(t, err)
		require.Contains(t, exported.Limited, want)
		require.Equal(t, want == "", exported.Limited == "")
		require.False(t, strings.Contains(exported.Limited, " in 0 of "), exported.Limited)
		require.NotContains(t, exported.Limited, "training inputs")
		verified, err := deploy.VerifyFrom(t.Context(), "m.onnx", exported.File, nil, 1)
		require.NoError(t, err)
		require.NoError(t, verified.Err())
		require.Equal(t, exported.Limited, verified.Limited)
	}
}

// TestLimitedOnOwnSystems: the certificate counts in how many of the user's own systems a
// component is limited. Near the two that are wide it is, near the third it is not.
func TestLimitedOnOwnSystems(t *testing.T) {
	config := config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 4, Clamp: config.ComponentClamp}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	samples := fixtures.Samples(system.Composition{3}, 3, 3)
	for i := range samples[2].Position {
		samples[2].Position[i] *= 1e-9
	}
	info := &run.DataInfo{File: "d.npz", Examples: system.Examples(samples)}
	trained, err := run.New(run.Config{Version: "test", Model: config, Data: info}, run.WithShapes(model, fixtures.Weights(model, 1, 3e6)))
	require.NoError(t, err)
	exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{})
	require.NoError(t, err)
	require.Contains(t, exported.Limited, " drawn systems, in 2 of 3 training inputs. Rotations and reflections were measured on the other systems")
}
