package deploy

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/export/rolling"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// TestRefused: a refusal says how far the file is off on the user's own systems, and what to do.
func TestRefused(t *testing.T) {
	measured := []artifact.Measured{{Findings: []verify.Finding{{Own: 1e-6}, {Own: 2e-5}, {}}}}
	particles := &run.Run{}
	joints := &run.Run{Config: run.Config{Model: config.Config{Fields: []string{system.TurnAxis.Name}}}}
	const rate, chains = "by weights that steps of training made too large: train again with a tenth of the learning rate (learning_rate)", "by the equations of long chains of joints"
	rolls := exporting{run: particles, rollout: &rolling.Rollout{Steps: 2}}
	for _, c := range []struct {
		of       exporting
		broken   string
		measured []artifact.Measured
		want     string
		fewer    bool
		cause    string
	}{
		{exporting{run: particles}, "rotations: off at system 3", measured, "on your own training inputs the file is off by 2e-05 at most", false, rate},
		{exporting{run: particles}, "rotations: off at training input 1", measured, "your own training inputs are among the systems that break it", false, rate},
		{rolls, "rotations: off at system 3", nil, "the file has no training inputs to compare with", true, rate},
		{exporting{run: joints, rollout: &rolling.Rollout{Steps: 1}}, "rotations", nil, "the file has no training inputs to compare with", false, chains},
	} {
		err := c.of.refused(errors.New(c.broken), nil, c.measured)
		require.ErrorContains(t, err, c.broken+"; no file is written that breaks a promise: "+c.want)
		require.ErrorContains(t, err, c.cause)
		require.Equal(t, c.cause == rate, strings.HasSuffix(err.Error(), "please report it"))
		require.Equal(t, c.fewer, strings.Contains(err.Error(), "or export fewer steps"))
	}
}

// TestModelsUnlikeTheirDescription: the refusal names the first broken promise, and counts the others.
func TestModelsUnlikeTheirDescription(t *testing.T) {
	turned, moved := errors.New("rotations: off by 1"), errors.New("translations: off by 2")
	one := refusedByItself("own", turned)
	require.ErrorContains(t, one, "the model own is not what its description says")
	require.ErrorContains(t, one, "it breaks rotations: off by 1. Correct the model")
	two := refusedByItself("own", errors.Join(turned, moved))
	require.ErrorContains(t, two, "it breaks rotations: off by 1 (and 1 more). Correct the model")
	require.ErrorIs(t, two, turned)
}
