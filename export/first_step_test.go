package export_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/export"
	"gmnc/onnx"
)

// TestFirstStep: of a file of many steps as many nodes are left as a file of one step has.
func TestFirstStep(t *testing.T) {
	config := odeOf(2)
	config.Time, config.TrueVelocity = 1, true
	model, err := builder.New(config, false)
	require.NoError(t, err)
	nodes := func(steps int) (file []byte, nodes int) {
		file, err := export.Model(model.Module, model.Draw(1), export.Info{Config: "{}", Rollout: &export.Rollout{Steps: steps}})
		require.NoError(t, err)
		return file, len(parse(t, file).Graph.Node)
	}
	many, all := nodes(5)
	_, ofOne := nodes(1)
	first, err := export.FirstStep(many, nil)
	require.NoError(t, err)
	require.NoError(t, onnx.Check(first))
	require.Len(t, parse(t, first).Graph.Node, ofOne)
	require.Greater(t, all, 2*ofOne)
}
