package deploy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/deploy/measure"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// TestExamplesThatAreTold: a file of a model of particles has the true training inputs that the model takes, unless they
// are left out, and other files have none. The run stays as it is.
func TestExamplesThatAreTold(t *testing.T) {
	samples := fixtures.Samples(system.Composition{3}, 2, 1)
	for _, c := range []struct {
		name string
		of   exporting
		want int
	}{
		{"particles", exporting{}, 2}, {"left out", exporting{noExamples: true}, 0},
		{"training", exporting{step: &measure.TrainingStep{}}, 0}, {"joints", exporting{joints: &measure.JointModel{}}, 0},
	} {
		data := &run.DataInfo{File: "d.npz", Examples: system.Examples(samples)}
		c.of.run = &run.Run{Config: run.Config{Model: config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4}, Data: data}}
		told := c.of.told()
		require.Len(t, told.Config.Data.Examples, c.want, c.name)
		require.Equal(t, "d.npz", told.Config.Data.File)
		require.Len(t, data.Examples, 2, c.name)
	}
	bare := &run.Run{}
	require.Same(t, bare, exporting{run: bare}.told())
}

// TestStepsOfFiles: a file of many steps has a load or other inputs of its own in each, and radii that grow if they do.
func TestStepsOfFiles(t *testing.T) {
	trained := &run.Run{Config: run.Config{Model: config.Config{PerFrame: []string{"force"}}}}
	require.Nil(t, exporting{run: trained}.rolling())
	e := exporting{run: trained, rollout: &rolling.Rollout{Steps: 4}}
	require.Equal(t, &rolling.Rollout{Steps: 4, PerFrame: []string{"force"}}, e.rolling())
	e.joints = &measure.JointModel{}
	require.Equal(t, &rolling.Rollout{Steps: 4, PerFrame: []string{system.LoadInput}}, e.rolling())
}

// TestGrownRadii: a radius grows if it has steps, by its time of either sign, and with velocities if it has them.
func TestGrownRadii(t *testing.T) {
	require.Nil(t, grown(nil))
	require.Nil(t, grown(&config.Radius{Time: 1}))
	radius := &config.Radius{Time: -0.5, Steps: []config.RadiusStep{{Position: 1, Velocity: 2, System: 3}, {Position: 4, Velocity: 5, System: 6}}}
	g := grown(radius)
	require.Equal(t, 0.5, g.Time)
	require.Equal(t, config.MotionSoftness, g.MotionSoftness)
	require.Equal(t, []float64{1, 4}, g.Position)
	require.Equal(t, []float64{3, 6}, g.System)
	require.Nil(t, g.Velocity)
	require.Len(t, g.PositionPowers, 2)
	require.Len(t, g.SystemPowers, 2)
	radius.Velocity = new(config.RadiusHead)
	require.Equal(t, []float64{2, 5}, grown(radius).Velocity)
}
