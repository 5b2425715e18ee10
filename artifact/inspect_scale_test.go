package artifact

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/run"
)

// TestScaleOf: a model that moves particles by Runge-Kutta's methods sees ratios of lengths,
// whatever --scale is. Others see what their scale divides by, and how that was chosen.
func TestScaleOf(t *testing.T) {
	scaled := config.Config{Integrator: "verlet", Length: 3, Scale: config.Scale{Length: 2, Velocity: 4}}
	stepped := scaled
	stepped.Integrator = config.RungeKutta4
	auto := &run.Options{Scale: run.AutoScale}
	require.Equal(t, "networks see lengths divided by 3, a typical distance in the training data", scaleOf(stepped, auto))
	require.Equal(t, "networks see positions divided by 2 and velocities divided by 4", scaleOf(scaled, nil))
	require.Equal(t, "networks see positions divided by 2 and velocities divided by 4", scaleOf(scaled, new(run.Options)))
	require.Equal(t, "networks see positions divided by 2 and velocities divided by 4 (chosen by --scale auto; inputs and outputs of the model are in the data's units)", scaleOf(scaled, auto))
}
