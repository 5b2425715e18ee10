package deploy_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/deploy"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/predict/conformal"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// moving are samples that go on along straight lines for a number of steps.
func moving(count, steps int, seed uint64) []system.Sample {
	return fixtures.AlongLines(targeted(count, seed), steps)
}

// TestRadiusOverSteps: the radii of a file that rolls grow, in every engine as many calls
// add them up; the certificate has what they cover, and radii that grow too little fail on
// a test set.
func TestRadiusOverSteps(t *testing.T) {
	const steps = 3
	options := withRadius(moving(40, steps, 1))
	options.Rollout = &rolling.Rollout{Steps: steps}
	options.Test = &deploy.TestSet{Info: &run.DataInfo{File: "other.npz", SHA256: "fedcba9876543210"}, Samples: moving(40, steps, 2)}
	exported, err := deploy.ExportWith(t.Context(), lawRun(t, nil, 1), options)
	require.NoError(t, err)
	require.Equal(t, steps, exported.Certificate.Radius.Steps[0].Step)
	require.InDelta(t, 0.9, exported.Certificate.Radius.Steps[0].Position, 0.03)
	require.Equal(t, steps, exported.Test.Rolled[0].Step)
	require.Greater(t, exported.Test.Rolled[0].Median, exported.Test.Radius.Median)

	frames, err := artifact.RollFile(engines.ForFiles(), exported.File, options.Test.Samples[:2], steps)
	require.NoError(t, err)
	for _, name := range []string{graph.PositionRadius, graph.VelocityRadius, graph.SystemRadius} {
		for i, first := range frames[0][name] {
			require.Greater(t, frames[steps-1][name][i], first, name)
		}
	}

	for name, radii := range frames[steps-1] {
		if strings.HasSuffix(name, "_radius") {
			for i := range radii {
				radii[i] *= 0.01
			}
		}
	}
	measured, err := conformal.MeasureSteps(0.9, options.Test.Samples[:2], frames)
	require.NoError(t, err)
	short := artifact.TestErrors{Radius: exported.Test.Radius, Rolled: measured}
	require.ErrorContains(t, short.RadiusErr(), "after 3 steps the radius is too small")

	still := &deploy.TestSet{Info: options.Test.Info, Samples: targeted(10, 2)}
	verification, err := deploy.VerifyFrom(t.Context(), "r.onnx", exported.File, still, 1)
	require.NoError(t, err)
	require.Contains(t, strings.Join(verification.Missing, "\n"), "the trajectories of other.npz are shorter")

	model, err := artifact.FromFile(exported.File)
	require.NoError(t, err)
	powers := model.Config().Model.Radius
	powers.Steps[1].PositionPowers = &config.RadiusPowers{Offset: 3, Sum: 0.5, Motion: 2}
	powers.Steps[2].SystemPowers = &config.RadiusPowers{Offset: 3, Motion: 2}
	raised, err := deploy.ExportWith(t.Context(), lawRun(t, powers, 1), deploy.Options{Rollout: options.Rollout})
	require.NoError(t, err)
	found := raised.Runtimes[0].Findings
	require.Equal(t, "the radii of many steps that many calls of one step add up to", found[len(found)-1].Promise)
	require.Less(t, found[len(found)-1].Largest, 1e-5)

	options.Radius.Valid = moving(40, steps-1, 1)
	_, err = deploy.ExportWith(t.Context(), lawRun(t, nil, 1), options)
	require.ErrorContains(t, err, "sample 0 has no state 3 steps later")
}
