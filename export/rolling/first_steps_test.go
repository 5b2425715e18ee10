package rolling_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/exported"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// TestFirstSteps: of a file of many steps as many nodes are left as a file of fewer steps has.
func TestFirstSteps(t *testing.T) {
	config := exported.ODEOf(2)
	config.Time, config.TrueVelocity = 1, true
	model, err := builder.New(config, false)
	require.NoError(t, err)
	nodes := func(steps int) (file []byte, nodes int) {
		file, err := export.Model(model.Module, model.Draw(1), export.Info{Config: "{}", Rollout: &rolling.Rollout{Steps: steps}})
		require.NoError(t, err)
		return file, len(exported.Parse(t, file).Graph.Node)
	}
	many, all := nodes(5)
	_, ofOne := nodes(1)
	_, ofThree := nodes(3)
	for count, want := range map[int]int{1: ofOne, 3: ofThree, 5: all} {
		first, err := rolling.FirstSteps(many, nil, count)
		require.NoError(t, err)
		require.NoError(t, onnx.Check(first))
		require.Len(t, exported.Parse(t, first).Graph.Node, want)
		require.Equal(t, int64(count), exported.Axes(exported.Parse(t, first).Graph.Output[0])[0])
	}
	_, err = rolling.FirstSteps(many, nil, 6)
	require.ErrorContains(t, err, "of which there should be 6: it has 5 steps")
	require.Greater(t, all, 2*ofOne)
}

// TestNoFirstSteps: bytes that are no file, and outputs or inputs without an axis of steps, are told.
func TestNoFirstSteps(t *testing.T) {
	config := exported.ODEOf(2)
	config.Time, config.TrueVelocity = 1, true
	model, err := builder.New(config, false)
	require.NoError(t, err)
	file, err := export.Model(model.Module, model.Draw(1), export.Info{Config: "{}", Rollout: &rolling.Rollout{Steps: 2}})
	require.NoError(t, err)
	_, err = rolling.FirstSteps([]byte{0xff}, nil, 1)
	require.ErrorContains(t, err, "cannot parse invalid wire-format data")
	require.ErrorContains(t, rolling.AlikeSteps([]byte{0xff}, 2), "cannot parse invalid wire-format data")
	for want, damage := range map[string]func(g *onnxpb.GraphProto){
		`output "predicted_positions" has no first steps, of which there should be 1: it has no axis of steps`: func(g *onnxpb.GraphProto) {
			g.Output[0].GetType().GetTensorType().Shape = nil
		},
		`output "position" has no first steps, of which there should be 1: no Concat of steps makes it`: func(g *onnxpb.GraphProto) { g.Output[0] = g.Input[0] },
		`input "position" differs from step to step: it has no axis of steps`: func(g *onnxpb.GraphProto) {
			g.Input[0].GetType().GetTensorType().Shape = nil
		},
	} {
		_, err := rolling.FirstSteps(exported.Changed(t, file, damage), []string{"position"}, 1)
		require.EqualError(t, err, want)
	}
}
