package deploy_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/deploy"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
)

// TestLimitedIsTold: a file whose published clamp acts is written, and its certificate says
// in how many systems it acts. Without that clamp there is nothing to say.
func TestLimitedIsTold(t *testing.T) {
	for clamp, want := range map[builder.Clamp]string{
		builder.ComponentClamp: "drawn systems: turning was measured on the others", builder.LengthClamp: "",
	} {
		config := builder.Config{Model: "egnn", Form: builder.Published, Layers: 1, Hidden: 4, Clamp: clamp}
		model, err := builder.New(config, false)
		require.NoError(t, err)
		weights := fixtures.Weights(model, 1, 3e6)
		trained, err := run.New(run.Config{Version: "test", Model: config}, run.WithShapes(model, weights))
		require.NoError(t, err)
		exported, err := deploy.Export(trained, 17)
		require.NoError(t, err)
		require.Contains(t, exported.Limited, want)
		require.Equal(t, want == "", exported.Limited == "")
		require.False(t, strings.Contains(exported.Limited, " in 0 of "), exported.Limited)
		verified, err := deploy.VerifyFrom("m.onnx", exported.File, nil, 1)
		require.NoError(t, err)
		require.NoError(t, verified.Err())
		require.Equal(t, exported.Limited, verified.Limited)
	}
}
