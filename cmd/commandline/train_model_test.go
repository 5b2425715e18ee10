package commandline

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/run"
)

// TestLearnedConstantsOfFlags: --learn names a constant and what it differs by. With constants, or
// without forces between pairs, a law is integrated by rk4 unless another integrator is named.
func TestLearnedConstantsOfFlags(t *testing.T) {
	c := trainCommand{Model: "gmn-ode", Integrator: "euler", Learn: []string{"mass", "stiffness:bond"}}
	require.Equal(t, []config.Constant{{Name: "mass"}, {Name: "stiffness", By: "bond"}}, c.model().Learn)
	require.Equal(t, config.RungeKutta4, c.model().Integrator)
	c.given = map[string]bool{"integrator": true}
	require.Empty(t, c.model().Integrator)
	c.given, c.Learn = nil, nil
	require.Empty(t, c.model().Integrator)
	c.Forces = config.NoForces
	require.Equal(t, config.RungeKutta4, c.model().Integrator)
	c.Integrator = "verlet"
	require.Equal(t, "verlet", string(c.model().Integrator))
	c = trainCommand{Model: "gmn", Integrator: "euler", Learn: []string{"mass"}}
	require.Empty(t, c.model().Integrator, "a model without a law")
}

// TestLawOfFlags: the forces of --law take the place of the network, and have the units of the data.
func TestLawOfFlags(t *testing.T) {
	c := trainCommand{Model: "gmn-ode", Messages: "mean"}
	require.NoError(t, c.readLaw())
	require.NoError(t, c.checkLaw(datasets.About{LengthUnit: "m"}))
	require.Empty(t, c.model().Messages)
	c.Law, c.Data = write(t, "law.json", []byte(`{"length_unit": "m", "forces": [{"form": "power", "constants": {"A": 1, "n": 2}}]}`)), "data.npz"
	require.NoError(t, c.readLaw())
	require.Len(t, c.model().Law, 1)
	require.Equal(t, config.NoMessages, string(c.model().Messages))
	require.ErrorContains(t, c.checkLaw(datasets.About{LengthUnit: "km"}), "data.npz")
	c.Law = filepath.Join(t.TempDir(), "absent.json")
	require.ErrorContains(t, c.readLaw(), "absent.json")
}

// TestFlagsWithoutEffect are refused, each by what makes it so.
func TestFlagsWithoutEffect(t *testing.T) {
	refused := func(c trainCommand, given ...string) string {
		c.given = map[string]bool{}
		for _, flag := range given {
			c.given[flag] = true
		}
		if err := c.checkGiven(); err != nil {
			return err.Error()
		}
		return ""
	}
	for _, flag := range []string{"layers", "hidden"} {
		require.Equal(t, "--"+flag+" does not go with --model linear, which has neither layers nor width", refused(trainCommand{Model: "linear"}, flag))
		require.Empty(t, refused(trainCommand{Model: "gmn"}, flag))
		require.Empty(t, refused(trainCommand{Model: "linear", Init: "run"}, flag))
	}
	require.Empty(t, refused(trainCommand{Model: "linear"}))
	for _, flag := range []string{"messages", "radial", "direction"} {
		require.Equal(t, "--"+flag+" does not go with --law, which takes the place of the network", refused(trainCommand{Model: "gmn-ode", Law: "law.json"}, flag))
		require.Empty(t, refused(trainCommand{Model: "gmn-ode"}, flag))
	}
	require.Empty(t, refused(trainCommand{Model: "gmn-ode", Law: "law.json"}, "layers"))
	require.Equal(t, "--law does not go with --model gmn: gmn-ode alone takes forces as formulas", refused(trainCommand{Model: "gmn", Law: "law.json"}))
	require.Empty(t, refused(trainCommand{Model: "gmn", Law: "law.json", Init: "run"}))
}

// TestOptionsThatNoTrainingHas are refused before anything is read.
func TestOptionsThatNoTrainingHas(t *testing.T) {
	valid := func() trainCommand {
		all, err := parsed("train", "data.npz", "-o", "run", "--model", "gmn")
		require.NoError(t, err)
		return all.Train
	}
	c := valid()
	require.NoError(t, c.checkOptions())
	for _, memory := range []float64{-1, math.NaN(), math.Inf(1)} {
		c := valid()
		c.Memory = memory
		require.ErrorContains(t, c.checkOptions(), "expected a number of gigabytes, or 0 for what is free")
	}
	for _, set := range []func(o *run.Options){func(o *run.Options) { o.Beta1 = 0 }, func(o *run.Options) { o.Beta2 = 0 }} {
		c := valid()
		set((*run.Options)(&c.Training))
		require.ErrorContains(t, c.checkOptions(), "--beta1 and --beta2 are numbers above 0 and below 1, and one is 0")
		c.Init = "run"
		require.ErrorContains(t, c.checkOptions(), "and one is 0")
	}
	c = valid()
	c.InitPartly = true
	require.EqualError(t, c.checkOptions(), "--init-partly needs --init, the run to start from")
	c.Init = "run"
	require.NoError(t, c.checkOptions())
	c.given = map[string]bool{"scale": true}
	require.EqualError(t, c.checkOptions(), "--scale does not go with --init: the run's model keeps the scale that its weights know")
}

// TestDefaultsOfOptions: configurations leave out what is so by default.
func TestDefaultsOfOptions(t *testing.T) {
	require.Zero(t, nonDefault(0.9, 0.9))
	require.Equal(t, 0.8, nonDefault(0.8, 0.9))
	require.Empty(t, chosen("mean", "mean"))
	require.Equal(t, "sum", chosen("sum", "mean"))
	zero, half := 0.0, 0.5
	c := trainCommand{Model: "gmn", Velocity: &half}
	require.Zero(t, c.options().Lambda)
	require.True(t, c.options().KeepLast)
	require.Equal(t, 0.5, c.options().Velocity)
	c.DropLast, c.Lambda = true, &half
	require.Equal(t, 0.5, c.options().Lambda)
	require.False(t, c.options().KeepLast)
	for _, name := range config.Models() {
		if config.Describe(name).ConstraintTerm {
			require.Equal(t, run.DefaultLambda, (&trainCommand{Model: name}).options().Lambda, name)
			require.Zero(t, (&trainCommand{Model: name, Lambda: &zero}).options().Lambda, name)
		}
	}
}
