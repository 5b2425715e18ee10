package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
)

// TestFinerSteps: a better method is named where the model can take it, and more steps otherwise.
func TestFinerSteps(t *testing.T) {
	euler := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 8, Hidden: 1, TrueVelocity: true}
	require.NoError(t, euler.Validate())
	require.Equal(t, "--integrator rk4, or with more --layers", finerSteps(euler))
	better, slow := euler, euler
	better.Integrator, slow.Order = config.RungeKutta4, config.FirstOrder
	slow.TrueVelocity = false
	require.NoError(t, slow.Validate())
	require.Equal(t, "more --layers", finerSteps(better))
	require.Equal(t, "more --layers", finerSteps(slow))
}
