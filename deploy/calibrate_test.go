package deploy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// along returns samples of a stick that goes on along straight lines for a number of steps.
func along(count, steps int, seed uint64) []system.Sample {
	return fixtures.AlongLines(targeted(count, seed), steps)
}

// ofLevel returns the radius of samples.
func ofLevel(samples []system.Sample) *Radius {
	return &Radius{Level: 0.8, Info: &run.DataInfo{File: "d.npz", SHA256: "abc"}, Valid: samples, Overlap: "half overlap"}
}

// TestCalibrated: the run gets a radius that covers its level of the validation samples, and the
// run before rounding gets the same. The runs that were given stay as they are.
func TestCalibrated(t *testing.T) {
	trained, wide := small(t), small(t)
	e := exporting{run: trained, unrounded: wide}
	require.NoError(t, e.calibrate(t.Context(), ofLevel(targeted(30, 1))))
	radius := e.run.Config.Model.Radius
	require.Equal(t, 0.8, radius.Level)
	require.NotZero(t, radius.Time)
	require.Nil(t, radius.Steps)
	require.Equal(t, radius, e.run.Model.Config.Radius)
	require.Same(t, radius, e.unrounded.Config.Model.Radius)
	require.Equal(t, radius, e.unrounded.Model.Config.Radius)
	require.Nil(t, trained.Config.Model.Radius)
	require.Nil(t, wide.Config.Model.Radius)
	require.Equal(t, []string{"d.npz", "abc", "half overlap"}, []string{e.radius.Data, e.radius.SHA256, e.radius.Overlap})
	require.Equal(t, 30, e.radius.Samples)
	require.Empty(t, e.radius.Steps)

	alone := exporting{run: small(t)}
	require.NoError(t, alone.calibrate(t.Context(), ofLevel(targeted(30, 1))))
	require.Nil(t, alone.unrounded)
	require.Equal(t, radius, alone.run.Config.Model.Radius)
}

// TestCalibratedSteps: the radius of many steps has factors for each, and covers the last.
func TestCalibratedSteps(t *testing.T) {
	e := exporting{run: small(t), unrounded: small(t), rollout: &rolling.Rollout{Steps: 2}}
	require.NoError(t, e.calibrate(t.Context(), ofLevel(along(30, 2, 1))))
	require.Len(t, e.run.Config.Model.Radius.Steps, 2)
	require.Len(t, e.unrounded.Config.Model.Radius.Steps, 2)
	require.Len(t, e.radius.Steps, 1)
	require.Equal(t, 2, e.radius.Steps[0].Step)
	require.Len(t, e.rolling().Radii.Position, 2)
	require.ErrorContains(t, e.calibrate(t.Context(), ofLevel(along(30, 1, 1))), "the radius of 2 steps, by the validation samples of d.npz: sample 0 ")
}

// TestNotCalibrated: samples that calibrate no radius are named with their data set.
func TestNotCalibrated(t *testing.T) {
	none := targeted(30, 1)
	none[3].TargetPosition = nil
	trees := targeted(30, 1)
	trees[2].Objects = system.Objects{system.Tree.Of(0, 1)}
	for want, samples := range map[string][]system.Sample{
		"there are none: they calibrate it":  nil,
		"sample 2 has trees or rigid bodies": trees,
		"20 or more do":                      targeted(5, 1),
		"sample 3 ":                          none,
	} {
		e := exporting{run: small(t)}
		err := e.calibrate(t.Context(), ofLevel(samples))
		require.ErrorContains(t, err, "the radius, by the validation samples of d.npz: ")
		require.ErrorContains(t, err, want)
	}
}

// TestRadiusErrors: the errors have the names and softness of the features of the model's radius.
func TestRadiusErrors(t *testing.T) {
	trained, err := rebuilt(small(t), &config.Radius{Level: 0.9, Time: 1})
	require.NoError(t, err)
	found, err := radiusErrors(trained, targeted(3, 1))
	require.NoError(t, err)
	require.Equal(t, trained.Config.Model.RadiusFeatures(), found.Names)
	require.Equal(t, trained.Config.Model.RadiusSoftness(), found.Least)
	require.NotNil(t, found.Velocity)
}

// TestMeasuredRadii: a file that rolls measures its radii on a test set, after its steps as far as
// trajectories go. What they do not reach is missing.
func TestMeasuredRadii(t *testing.T) {
	e := exporting{run: small(t), rollout: &rolling.Rollout{Steps: 2}, topology: inside()}
	require.NoError(t, e.calibrate(t.Context(), ofLevel(along(30, 2, 1))))
	file := encoded(t, e, certified())
	test := &TestSet{Info: &run.DataInfo{File: "test.npz"}, Samples: along(30, 2, 2)}
	found, err := testErrors(file, e.run.Config.Model, test)
	require.NoError(t, err)
	require.NotNil(t, found.Radius)
	require.Len(t, found.Rolled, 1)
	require.Equal(t, 2, found.Rolled[0].Step)
	v, err := Read("m.onnx", file, nil, 1)
	require.NoError(t, err)
	test.Samples = targeted(30, 2)
	v.checkTest(file, test)
	require.Equal(t, []string{"the radii of 2 steps were not all measured: the trajectories of test.npz are shorter"}, v.Missing)

	radius := *e.run.Config.Model.Radius
	radius.Steps = nil
	radius.Position.Offset -= 20 // the radii are smaller by e^20
	short, err := rebuilt(e.run, &radius)
	require.NoError(t, err)
	v, err = Read("m.onnx", encoded(t, exporting{run: short, topology: inside()}, certified()), nil, 1)
	require.NoError(t, err)
	v.checkTest(v.Model.Bytes(), test)
	require.Contains(t, v.Broken[0], "the radius is too small: ")
	_, err = exporting{run: short, topology: inside()}.export(t.Context(), test)
	require.ErrorContains(t, err, "the radius is too small: ")
}
