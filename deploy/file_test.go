package deploy

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/export/rolling"
)

// TestFile: a file of one step is taken as it is, and one of many steps is refused. A run is
// exported.
func TestFile(t *testing.T) {
	trained := small(t)
	one := encoded(t, exporting{run: trained}, nil)
	model, err := artifact.FromFile(one)
	require.NoError(t, err)
	file, err := File(t.Context(), model)
	require.NoError(t, err)
	require.True(t, bytes.Equal(one, file))
	rolls, err := artifact.FromFile(encoded(t, exporting{run: trained, rollout: &rolling.Rollout{Steps: 2}}, nil))
	require.NoError(t, err)
	_, err = File(t.Context(), rolls)
	require.EqualError(t, err, "this file rolls out many steps, and one of one step is needed: export the run without rollout")

	particles := drawn(t, config.Config{Model: "rf", Form: config.Published, Layers: 1, Hidden: 1})
	file, err = File(t.Context(), artifact.FromRun(particles))
	require.NoError(t, err)
	exported, err := artifact.FromFile(file)
	require.NoError(t, err)
	require.Equal(t, "rf", exported.Config().Model.Model)
	_, err = File(&asked{Context: context.Background()}, artifact.FromRun(trained))
	require.ErrorIs(t, err, errEnded)
}

// TestStepFile: a file of training steps is taken as it is, and others are refused. A run is
// exported.
func TestStepFile(t *testing.T) {
	trained := small(t)
	step, err := prepare(trained, Options{Step: true})
	require.NoError(t, err)
	model, err := artifact.FromFile(encoded(t, step, nil))
	require.NoError(t, err)
	same, err := StepFile(t.Context(), model)
	require.NoError(t, err)
	require.Same(t, model, same)
	predicts, err := artifact.FromFile(encoded(t, exporting{run: trained}, nil))
	require.NoError(t, err)
	_, err = StepFile(t.Context(), predicts)
	require.EqualError(t, err, "it is no file of training steps: export one with train_step")
	made, err := StepFile(t.Context(), artifact.FromRun(trained))
	require.NoError(t, err)
	require.True(t, made.Trains())
	_, err = StepFile(&asked{Context: context.Background()}, artifact.FromRun(trained))
	require.ErrorIs(t, err, errEnded)
}
