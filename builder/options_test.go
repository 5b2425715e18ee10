package builder_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/variants"
	"gmnc/ir"
)

// TestOptionsThatDoNotGoTogether are errors that name both.
func TestOptionsThatDoNotGoTogether(t *testing.T) {
	for want, c := range map[string]config.Config{
		"hinges sticks does not go with model egnn: it is an option of gmn": {Model: "egnn", Hinges: config.TwoSticks},
		"phi2 mlp does not go with model gmn-l: it is an option of gmn":     {Model: "gmn-l", Phi2: config.Phi2MLP},
		"charge node does not go with model rf: it is an option of egnn, egnn-reg, gmn, gmn-l, gmn-l-reg, gmn-lh, gmn-ode": {
			Model: "rf", Charge: config.NodeCharge},
		"hinges sticks does not go with phi2 f-shared: a hinge that is two sticks has no phi2 of its own": {
			Model: "gmn", Hinges: config.TwoSticks, Phi2: config.Phi2FShared},
		"integrator verlet does not go with order first, which has no velocity to integrate": {
			Model: "gmn-ode", Integrator: config.Verlet, Order: config.FirstOrder},
		"clamp component does not go with model tfn: it is an option of egnn, egnn-reg, gmn, gmn-l, gmn-l-reg, gmn-lh, gmn-ode": {
			Model: "tfn", Clamp: config.ComponentClamp},
		"clamp component does not go with forces none: there is nothing to limit": {
			Model: "gmn-ode", Forces: config.NoForces, Integrator: config.RungeKutta4, Clamp: config.ComponentClamp},
		"there is no hinges bars; known: sticks":                                 {Model: "gmn", Hinges: "bars"},
		"there is no phi2 x; known: f, f-shared, fxv, fxv-shared, mlp, raw-gram": {Model: "gmn", Phi2: "x"},
	} {
		c.Form, c.Layers, c.Hidden = config.Published, 2, 8
		require.EqualError(t, c.Validate(), want)
		_, err := builder.New(c, false)
		require.EqualError(t, err, want)
	}
}

func TestOptions(t *testing.T) {
	c := config.DefaultConfig()
	require.Empty(t, c.Options())
	c.Phi2, c.Charge = config.Phi2MLP, config.NodeCharge
	require.NoError(t, c.Validate())
	require.Equal(t, []string{"phi2 mlp", "charge node"}, c.Options())
	require.Equal(t, "translations", c.Describe().Symmetry)
	require.True(t, c.Describe().Rigid)
}

// TestEveryVariantIsAnother: a configuration survives JSON, and no two
// models have the same graph, except for those that differ in their loss alone.
func TestEveryVariantIsAnother(t *testing.T) {
	texts := map[string]string{}
	for _, c := range variants.All(1, 4) {
		text, err := json.Marshal(c)
		require.NoError(t, err)
		parsed, err := config.ParseConfig(text)
		require.NoError(t, err)
		require.Equal(t, c, parsed)
		if c.Describe().ConstraintTerm {
			continue
		}
		m, err := builder.New(c, false)
		require.NoError(t, err)
		m.Module.Name = "any"
		printed := ir.Print(m.Module)
		require.NotContains(t, texts, printed, "%s is %s", variants.Name(c), texts[printed])
		texts[printed] = variants.Name(c)
	}
}
