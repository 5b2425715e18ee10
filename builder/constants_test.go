package builder_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/system"
)

// TestLearnedConstants: a model whose constants begin with the values of a machine's
// fields moves it as one that is given the fields, and so does one whose parameters
// lead from other starts to these values. Its slopes by the parameters agree with
// differences.
func TestLearnedConstants(t *testing.T) {
	m := moving.Machines(t)["chain, pinned root"]
	given := m.Moved(t, config.RungeKutta4, 0.1, 2)
	held := make([]string, len(m.Mass))
	held[0] = "pinned"
	config := fixtures.WithForests(config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 1, Time: 0.1,
		Integrator: config.RungeKutta4, Forces: config.NoForces, Fields: []string{"pinned", "force"}, Learn: []config.Constant{
			{Name: config.LearnedMass, By: config.ByParticle, Labels: []string{"0", "1", "2", "3", "4"}, Start: m.Mass, Fixed: held},
			{Name: config.LearnedGravity, By: config.BySystem, Start: m.Gravity[:], Unit: 2},
			{Name: config.LearnedDamping, By: config.BySystem, Start: []float64{1e-9}},
		}})
	built := moving.NewModel(t, config)
	module := moving.WithLoss(t, built)
	require.Len(t, built.Params, 3)
	inputs := m.Inputs(module)
	inputs[ir.SystemInput] = ir.Tensor{Shape: []int{5}, Index: make([]int64, 5)}
	for name, weight := range built.Weights {
		require.NotContains(t, weight.Float, 1., name)
		inputs[name] = weight
	}
	outputs, err := ir.Eval(module, inputs, nil)
	require.NoError(t, err)
	allclose.Within(t, moving.Rows(given.X), outputs["position"].Float, 1e-8)

	names := []string{"constants/mass", "constants/gravity", "constants/damping"}
	gradient, _, err := ir.Gradient(module, "loss", names)
	require.NoError(t, err)
	slopes, err := ir.Eval(gradient, inputs, nil)
	require.NoError(t, err)
	require.Zero(t, slopes["grad/constants/mass"].Float[0], "it is held")
	for _, name := range names[:2] {
		for i, slope := range slopes["grad/"+name].Float {
			at := func(steps float64) float64 {
				inputs[name].Float[i] = steps * moving.Difference
				moved, err := ir.Eval(module, inputs, nil)
				require.NoError(t, err)
				inputs[name].Float[i] = 0
				return moved["loss"].Float[0]
			}
			require.InDelta(t, (8*(at(1)-at(-1))-(at(2)-at(-2)))/(12*moving.Difference), slope, 1e-8, "%s %d", name, i)
		}
	}
	values := config.Learn[0].Values([]float32{1, 1, 0, 0, 0})
	require.InDelta(t, m.Mass[0], values[0], 0, "it is held")
	require.InDelta(t, 2.718281828*m.Mass[1], values[1], 1e-6)
}

// TestConstantsThatCannotBeLearned are told by their names.
func TestConstantsThatCannotBeLearned(t *testing.T) {
	for text, learn := range map[string][]config.Constant{
		"the constants that may be learned are": {{Name: "charm"}},
		"is given twice":                        {{Name: config.LearnedMass}, {Name: config.LearnedMass}},
		"by system: it has values by":           {{Name: config.LearnedMass, By: config.BySystem}},
		"needs lists of neighbors":              {{Name: config.LearnedStiffness, By: config.BySystem, Start: []float64{1}}},
	} {
		config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Integrator: config.RungeKutta4, Learn: learn}
		require.ErrorContains(t, config.Validate(), text)
	}
	stops := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Forces: config.NoForces, NoCharge: true, Depth: 2, Joints: 2, Fields: []string{"turn_axis"}}
	stops.Learn = []config.Constant{{Name: config.LearnedStop, By: config.ByJoint, Start: []float64{1, 1}}}
	require.ErrorContains(t, stops.Validate(), "stop_inertia is of stops that hold limits, and no joint of the data has any")
	stops.Fields = append(stops.Fields, "turn_limits")
	require.NoError(t, stops.Validate())
	contact := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 4, Hidden: 8, Forces: config.NoForces, NoCharge: true, Depth: 32, Planes: 1, Fields: []string{system.Planes.Name}}
	contact.Learn = []config.Constant{{Name: config.LearnedRestitution}, {Name: config.LearnedRetardation}}
	require.ErrorContains(t, contact.Validate(), "retardation does not go with a restitution")
	contact.Learn = contact.Learn[1:]
	require.NoError(t, contact.Validate())
	contact.Fields = append(slices.Clone(contact.Fields), "restitution")
	require.ErrorContains(t, contact.Validate(), "retardation does not go with a restitution")
	euler := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Learn: []config.Constant{{Name: config.LearnedMass}}}
	require.ErrorContains(t, euler.Validate(), "needs")
	euler.Model = "gmn"
	require.ErrorContains(t, euler.Validate(), "learn mass does not go with model gmn: constants are of gmn-ode")
}

// TestSymmetryOfLearnedGravity: whatever moves by a law with a gravity of its own does not turn.
func TestSymmetryOfLearnedGravity(t *testing.T) {
	for _, c := range []config.Config{
		{Integrator: config.RungeKutta4}, {Fields: []string{system.TurnAxis.Name}}, {Fields: []string{system.Planes.Name}},
	} {
		c.Model = "gmn-ode"
		require.Contains(t, c.Describe().Symmetry, "rotations")
		c.Learn = []config.Constant{{Name: config.LearnedGravity}}
		require.Equal(t, "translations", c.Describe().Symmetry, "%v", c.Fields)
	}
}

// TestNoGradientsByLearned: a learned constant is no input, and the refusal says how it becomes one,
// if it can.
func TestNoGradientsByLearned(t *testing.T) {
	for name, want := range map[string]string{
		config.LearnedDamping: "No other model takes it as an input. A file of train_step does, and returns the loss",
		config.LearnedMass:    "train a run on them without mass in learn, and export that run with gradients mass",
		config.LearnedGravity: "without gravity in learn, and export that run with gradients gravity",
	} {
		learned := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Integrator: config.RungeKutta4, TrueVelocity: true, Learn: []config.Constant{{Name: name}}}
		model, err := builder.New(learned, false)
		require.NoError(t, err)
		_, err = model.Pullback([]string{name})
		require.ErrorContains(t, err, "gradients "+name+": the model has learned this constant, so that a file has it as weights and not as an input")
		require.ErrorContains(t, err, want)
		_, err = model.Pullback([]string{"pinned"})
		require.ErrorContains(t, err, "gradients pinned: the model has no such input")
		known := learned
		if known.Learn = nil; name != config.LearnedDamping {
			known.Fields = []string{name}
			model, err = builder.New(known, false)
			require.NoError(t, err)
			_, err = model.Pullback([]string{name})
			require.NoError(t, err, "as the refusal says")
		}
	}
}
