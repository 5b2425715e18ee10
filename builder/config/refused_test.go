package config

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/formulas"
	"gmnc/system"
)

// plain, law, hung and touching are configurations that are right: of a model with networks, of a law of
// motion, of one for bodies on joints, and of one for systems with planes.
func plain() Config { return Config{Model: "gmn", Form: Published, Layers: 1, Hidden: 4} }

func law() Config {
	return Config{Model: "gmn-ode", Form: Published, Layers: 1, Hidden: 4, Integrator: RungeKutta4}
}

func hung() Config {
	c := law()
	c.Integrator, c.Forces = "", NoForces
	c.Fields = []string{"rest", "joint_anchor", "turn_axis", "turn_limits", "stop_time"}
	return c
}

func touching() Config {
	c := law()
	c.Integrator, c.Forces, c.Fields = "", NoForces, []string{"planes", "friction"}
	return c
}

// TestRefused: each reason for which a configuration is refused, and its smallest change for which it is
// not.
func TestRefused(t *testing.T) {
	start := []float64{1}
	learn := func(c Config, l ...Constant) Config { c.Learn = l; return c }
	given := func(c Config, change func(c *Config)) Config { change(&c); return c }
	for _, c := range []struct {
		config Config
		wrong  string
	}{
		{plain(), ""}, {law(), ""}, {hung(), ""}, {touching(), ""},
		{given(plain(), func(c *Config) { c.Model = "gmm" }), `there is no model "gmm"`},
		{given(plain(), func(c *Config) { c.Form = "other" }), `there is no form "other"`},
		{given(plain(), func(c *Config) { c.Form = Paper }), ""},
		{given(law(), func(c *Config) { c.Form = Paper }), "it has the form published only"},
		{given(plain(), func(c *Config) { c.Model, c.Hidden = "tfn", 6 }), ""},
		{given(plain(), func(c *Config) { c.Model, c.Hidden = "tfn", 5 }), "use 6 or more"},
		// Data.
		{given(plain(), func(c *Config) { c.Depth = 2 }), ""},
		{given(plain(), func(c *Config) { c.Depth = -1 }), "a model takes trees of 2 to 65536 bars"},
		{given(plain(), func(c *Config) { c.EdgeFeatures = []string{"hops"} }), "need lists of neighbors"},
		{given(plain(), func(c *Config) { c.EdgeFeatures, c.Sparse = []string{"hops"}, true }), ""},
		{given(touching(), func(c *Config) { c.Sparse, c.Fields = true, append(c.Fields, "box") }), "every particle may touch every box"},
		{given(plain(), func(c *Config) { c.Fields = []string{"weather"} }), `there is no field "weather"`},
		{given(plain(), func(c *Config) { c.Fields = []string{"position"} }), `there is no field "position"`},
		{given(plain(), func(c *Config) { c.Fields = []string{"edge_features"} }), `there is no field "edge_features"`},
		{given(law(), func(c *Config) { c.Fields = []string{"mass", "mass"} }), `there is no field "mass"`},
		{given(law(), func(c *Config) { c.Fields = []string{"mass", "gravity"} }), ""},
		{given(law(), func(c *Config) { c.Fields = []string{"box"} }), `does not take the field "box"`},
		{given(plain(), func(c *Config) { c.Fields = []string{"cell_a", "cell_b", "cell_c"} }), ""},
		{given(plain(), func(c *Config) { c.Fields = []string{"cell_a", "cell_c"} }), "have no cell_b"},
		{given(law(), func(c *Config) { c.Fields, c.PerFrame = []string{"gravity"}, []string{"gravity"} }), ""},
		{given(law(), func(c *Config) { c.Fields, c.PerFrame = []string{"mass"}, []string{"mass"} }), `"mass" is no input of the model that may differ`},
		{given(law(), func(c *Config) { c.PerFrame = []string{"gravity"} }), `"gravity" is no input`},
		{given(law(), func(c *Config) { c.PerFrame = []string{"weather"} }), `"weather" is no input`},
		{given(plain(), func(c *Config) { c.PerFrame = []string{"node_features"} }), `"node_features" is no input`},
		{given(plain(), func(c *Config) { c.PerFrame, c.NodeFeatures = []string{"node_features"}, []string{"kind"} }), ""},
		{given(plain(), func(c *Config) { c.Charge = NodeCharge }), ""},
		{given(plain(), func(c *Config) { c.Charge, c.NoCharge = NodeCharge, true }), "needs charges"},
		// Options.
		{given(plain(), func(c *Config) { c.Hinges = "three" }), "there is no hinges three"},
		{given(law(), func(c *Config) { c.Hinges = TwoSticks }), "is an option of gmn"},
		{given(plain(), func(c *Config) { c.Residual = NoResidual }), ""},
		{given(plain(), func(c *Config) { c.Residual, c.Form = NoResidual, Paper }), "does not go with form paper"},
		{given(law(), func(c *Config) { c.Integrator, c.Order = Verlet, FirstOrder }), "no velocity to integrate"},
		{given(law(), func(c *Config) { c.Integrator = Verlet }), ""},
		{given(law(), func(c *Config) { c.Integrator, c.Order = "", FirstOrder }), ""},
		{given(law(), func(c *Config) { c.Order = FirstOrder }), "no velocity to integrate"},
		{given(law(), func(c *Config) { c.Dynamics = LearnedDynamics }), "it follows Newton's equations"},
		{given(law(), func(c *Config) { c.Integrator, c.Dynamics = "", LearnedDynamics }), ""},
		{given(law(), func(c *Config) { c.Forces = NoForces }), ""},
		{given(law(), func(c *Config) { c.Integrator, c.Forces = Midpoint, NoForces }), ""},
		{given(law(), func(c *Config) { c.Integrator, c.Forces = Verlet, NoForces }), "needs integrator midpoint or rk4"},
		{given(hung(), func(c *Config) { c.Forces = MeanForces }), "no learned forces act on them"},
		{given(touching(), func(c *Config) { c.Forces = MeanForces }), "no learned forces between particles"},
		{given(law(), func(c *Config) { c.Clamp = ComponentClamp }), ""},
		{given(law(), func(c *Config) { c.Clamp, c.Forces = ComponentClamp, NoForces }), "clamp"},
		{given(plain(), func(c *Config) { c.Hinges, c.Phi2 = TwoSticks, Phi2MLP }), "has no phi2 of its own"},
		{given(plain(), func(c *Config) { c.Hinges = TwoSticks }), ""},
		// Constants that are learned.
		{learn(law(), Constant{Name: LearnedMass, By: ByParticle, Start: start}), ""},
		{learn(law(), Constant{Name: LearnedMass, By: BySystem, Start: start}), "learn mass by system: it has values by"},
		{learn(law(), Constant{Name: LearnedMass}), ""},
		{learn(law(), Constant{Name: "colour"}), "learn colour: the constants that may be learned are"},
		{learn(plain(), Constant{Name: LearnedMass}), "constants are of gmn-ode"},
		{learn(hung(), Constant{Name: LearnedStiffness}), "of systems with joints the constants"},
		{learn(hung(), Constant{Name: LearnedMass, By: ByJoint, Start: start}), ""},
		{learn(touching(), Constant{Name: LearnedMass}), "of systems with planes the constants"},
		{learn(touching(), Constant{Name: LearnedFriction, By: BySystem, Start: start}), ""},
		{learn(law(), Constant{Name: LearnedFriction, By: BySystem, Start: start}), "is of systems with planes"},
		{learn(law(), Constant{Name: LearnedRetardation, By: BySystem, Start: start}), "is of systems with planes"},
		{learn(law(), Constant{Name: LearnedFriction}), ""},
		{learn(law(), Constant{Name: LearnedMass, By: ByJoint, Start: start}), "is of rigid bodies on joints"},
		{learn(law(), Constant{Name: LearnedMass, By: ByType, Start: start}), "is of the features of particles"},
		{given(learn(law(), Constant{Name: LearnedMass, By: ByType, Start: start}), func(c *Config) { c.NodeFeatures = []string{"kind"} }), ""},
		{learn(hung(), Constant{Name: LearnedStop, By: ByJoint, Start: start}), ""},
		{given(learn(hung(), Constant{Name: LearnedStop, By: ByJoint, Start: start}), func(c *Config) { c.Fields = c.Fields[:3] }), "no joint of the data has any"},
		{given(learn(law(), Constant{Name: LearnedMass}), func(c *Config) { c.Integrator = Verlet }), "needs integrator midpoint or rk4"},
		{learn(law(), Constant{Name: LearnedMass}, Constant{Name: LearnedDamping}), ""},
		{learn(law(), Constant{Name: LearnedMass}, Constant{Name: LearnedDamping}, Constant{Name: LearnedMass}), "is given twice"},
		{learn(touching(), Constant{Name: LearnedRetardation}), ""},
		{learn(touching(), Constant{Name: LearnedRetardation}, Constant{Name: LearnedRestitution}), "a damper takes its place"},
		{given(learn(touching(), Constant{Name: LearnedRetardation}), func(c *Config) { c.Fields = append(c.Fields, "restitution") }), "a damper takes its place"},
		{learn(law(), Constant{Name: LearnedStiffness, By: BySystem, Start: start}), "needs lists of neighbors"},
		{learn(law(), Constant{Name: LearnedRestLength, By: BySystem, Start: start}), "needs lists of neighbors"},
		{given(learn(law(), Constant{Name: LearnedStiffness, By: BySystem, Start: start}), func(c *Config) { c.Sparse = true }), ""},
		{learn(law(), Constant{Name: LearnedMass, By: ByParticle, Start: []float64{1, -1}}), "starts at -1 for number 1"},
		// Laws in formulas.
		{given(law(), func(c *Config) { c.Law, c.Messages = []PairFormula{spring()}, NoMessages }), ""},
		{given(law(), func(c *Config) { c.Law = []PairFormula{spring()} }), "stands in the place of the network"},
		{given(law(), func(c *Config) { c.Law, c.Messages, c.Forces = []PairFormula{spring()}, NoMessages, MeanForces }), "stands in the place of the network"},
		{given(law(), func(c *Config) { c.Law, c.Messages, c.Charge = []PairFormula{spring()}, NoMessages, NodeCharge }), "stands in the place of the network"},
		{given(plain(), func(c *Config) { c.Law = []PairFormula{spring()} }), "only gmn-ode has forces in formulas"},
		{given(law(), func(c *Config) {
			c.Law, c.Messages, c.NoCharge = []PairFormula{spring(), spring()}, NoMessages, true
			c.Law[1].Charges = true
		}), "force 1 of the law is times charges"},
		{given(law(), func(c *Config) { c.Law, c.Messages = []PairFormula{spring()}, NoMessages; c.Law[0].Pairs = &PairKind{} }), "force 0 of the law: it says which pairs"},
		// What constants were learned on.
		{given(law(), func(c *Config) { c.LearnedOn = &LearnedOn{} }), "and there are none"},
		{given(learn(law(), Constant{Name: LearnedMass, By: ByParticle, Start: []float64{1, 1}}), func(c *Config) { c.LearnedOn = &LearnedOn{} }), ""},
		{given(learn(law(), Constant{Name: LearnedMass, By: ByParticle, Start: []float64{1, 1}}), func(c *Config) { c.LearnedOn = &LearnedOn{Names: []string{"a", "b"}} }), ""},
		{given(learn(law(), Constant{Name: LearnedMass, By: ByParticle, Start: []float64{1, 1}}), func(c *Config) { c.LearnedOn = &LearnedOn{Names: []string{"a"}} }), "learned_on has 1 names"},
	} {
		err := c.config.Validate()
		if c.wrong == "" {
			require.NoError(t, err, "%+v", c.config)
			continue
		}
		require.ErrorContains(t, err, c.wrong, "%+v", c.config)
	}
}

// spring is a law that is right.
func spring() PairFormula {
	return PairFormula{Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}
}

// TestFormulasRefused: a formula has its own constants, finite, and some above 0.
func TestFormulasRefused(t *testing.T) {
	require.NoError(t, CheckFormulas([]PairFormula{spring()}))
	above := false
	for form, f := range formulas.All {
		right := PairFormula{Form: form, Constants: map[string]float64{}}
		for _, name := range f.Constants {
			right.Constants[name] = 1
		}
		require.NoError(t, CheckFormulas([]PairFormula{right}))
		for _, name := range f.Above0 {
			above = true
			for value, wrong := range map[float64]bool{1e-9: false, 0: true, -1: true} {
				right.Constants[name] = value
				err := CheckFormulas([]PairFormula{right})
				require.Equal(t, wrong, err != nil, "%s %s %g", form, name, value)
			}
			right.Constants[name] = 1
		}
	}
	require.True(t, above)
	for _, value := range []float64{math.NaN(), math.Inf(-1), 2 * math.MaxFloat32} {
		require.ErrorContains(t, CheckFormulas([]PairFormula{{Form: "power", Constants: map[string]float64{"A": value, "n": 2}}}), "expected a finite number of float32")
	}
	require.NoError(t, CheckFormulas([]PairFormula{{Form: "power", Constants: map[string]float64{"A": math.MaxFloat32, "n": 2}}}))
	require.ErrorContains(t, CheckFormulas([]PairFormula{{Form: "power", Constants: map[string]float64{"A": 1}}}), `has the constants ["A"]`)
	require.ErrorContains(t, CheckFormulas([]PairFormula{spring(), {Form: "none"}}), `force 1 of the law has the form "none"`)
}

// TestPairKinds: a kind names the features of the data, each once for each end.
func TestPairKinds(t *testing.T) {
	a, b := map[string]float32{"kind": 1}, map[string]float32{"kind": 2}
	for _, c := range []struct {
		kind       *PairKind
		node, edge []string
		wrong      string
	}{
		{nil, nil, nil, ""},
		{&PairKind{}, nil, nil, "no features by which pairs differ"},
		{nil, []string{"kind"}, nil, "does not say which pairs"},
		{nil, nil, []string{"hops"}, "does not say which pairs"},
		{&PairKind{Ends: []map[string]float32{a, b}}, []string{"kind"}, nil, ""},
		{&PairKind{Ends: []map[string]float32{a}}, []string{"kind"}, nil, "features of 1 particles: expected 2"},
		{&PairKind{Ends: []map[string]float32{a, b}}, nil, []string{"hops"}, "features of 2 particles: expected 0"},
		{&PairKind{Ends: []map[string]float32{a, {"other": 1}}}, []string{"kind"}, nil, `particles of its pairs have the features ["other"]`},
		{&PairKind{Edge: map[string]float32{"hops": 1}}, nil, []string{"hops"}, ""},
		{&PairKind{Edge: map[string]float32{"other": 1}}, nil, []string{"hops"}, `edges of its pairs have the features ["other"]`},
	} {
		err := c.kind.validate(c.node, c.edge)
		if c.wrong == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, c.wrong)
	}
}

// TestTakes: charges unless the data have none, features that have names, and listed fields.
func TestTakes(t *testing.T) {
	c := Config{Fields: []string{"mass"}}
	for f, want := range map[*system.Field]bool{system.Charge: true, system.NodeFeatures: false, system.EdgeFeatures: false, system.Mass: true, system.Gravity: false} {
		require.Equal(t, want, c.Takes(f), f.Name)
	}
	c = Config{NoCharge: true, NodeFeatures: []string{"a"}, EdgeFeatures: []string{"b"}}
	for f, want := range map[*system.Field]bool{system.Charge: false, system.NodeFeatures: true, system.EdgeFeatures: true, system.Mass: false} {
		require.Equal(t, want, c.Takes(f), f.Name)
	}
}

// TestAllows: constants are finite in float32, only gravity has negative ones, and a restitution is at
// most 1.
func TestAllows(t *testing.T) {
	for _, c := range []struct {
		name  string
		value float64
		want  bool
	}{
		{LearnedMass, 0, true}, {LearnedMass, -1e-9, false}, {LearnedMass, math.MaxFloat32, true}, {LearnedMass, 1e39, false}, {LearnedMass, math.NaN(), false},
		{LearnedGravity, -9.81, true}, {LearnedGravity, -1e39, false},
		{LearnedRestitution, 1, true}, {LearnedRestitution, 1.01, false}, {LearnedRestitution, 0, true}, {LearnedFriction, 1.01, true},
	} {
		require.Equal(t, c.want, Constant{Name: c.name}.allows(c.value), "%s %g", c.name, c.value)
	}
}

// TestStored: the clamp of a stored configuration is that of old builds unless it is written, and only
// models with forces have one.
func TestStored(t *testing.T) {
	require.Equal(t, Config{Model: "gmn", Form: Published, Layers: 4, Hidden: 64}, DefaultConfig())
	require.Equal(t, ComponentClamp, Unstated().Clamp)
	for text, want := range map[string]Clamp{
		`{"model":"gmn"}`: ComponentClamp, `{"model":"gmn","clamp":"length"}`: LengthClamp, `{"model":"gmn","clamp":"component"}`: ComponentClamp,
		`{"model":"tfn"}`: LengthClamp, `{"model":"gmn-ode","integrator":"rk4","forces":"none"}`: LengthClamp,
	} {
		c, err := ParseConfig([]byte(text))
		require.NoError(t, err, text)
		require.Equal(t, want, c.Clamp, text)
		written, err := c.MarshalJSON()
		require.NoError(t, err)
		again, err := ParseConfig(written)
		require.NoError(t, err)
		require.Equal(t, c, again)
	}
	_, err := ParseConfig([]byte(`{"model":"gmn","layer":3}`))
	require.ErrorContains(t, err, "the model configuration is not right")
	_, err = ParseConfig([]byte(`{"layers":0}`))
	require.ErrorContains(t, err, "0 layers")
	require.NoError(t, Config{Model: "of another program"}.Check())
	require.ErrorContains(t, Config{}.Check(), `there is no model ""; known: egnn, `)
	coarse := law().Coarse(3)
	require.Equal(t, [2]int{3, 1}, [2]int{coarse.Layers, coarse.Finer})
}

// TestParticles: constants by particle and by joint say how many particles all systems have.
func TestParticles(t *testing.T) {
	require.Zero(t, Config{Learn: []Constant{{Name: LearnedGravity, By: BySystem, Start: []float64{1}}}}.Particles())
	require.Equal(t, 2, Config{Learn: []Constant{{By: BySystem, Start: []float64{1}}, {By: ByParticle, Start: []float64{1, 2}}}}.Particles())
	require.Equal(t, 3, Config{Learn: []Constant{{By: ByJoint, Start: []float64{1}, Joints: []int{0, 0, 0}}}}.Particles())
	require.Equal(t, "constants/mass", Constant{Name: LearnedMass}.Param())
	require.ElementsMatch(t, Learnable(), []string{"mass", "gravity", "damping", "stiffness", "rest_length", "rotor_inertia", "stop_inertia", "friction", "restitution", "retardation"})
	require.Equal(t, "networks see positions and velocities as they are", Scale{}.String())
	require.Equal(t, "networks see positions divided by 2 and velocities divided by 1", Scale{Length: 2}.String())
}
