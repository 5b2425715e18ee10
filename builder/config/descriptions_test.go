package config

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestDescriptions: what each model is said to be.
func TestDescriptions(t *testing.T) {
	for name, want := range map[string]Description{
		"linear":          {Symmetry: euclidean, Forests: true, Sizeless: true},
		"gnn":             {Forests: true},
		"rbf":             {Symmetry: euclidean, Forests: true, Rigid: true, Fitted: true, Framed: true},
		"rf":              {Symmetry: euclidean, Forests: true, Fields: CellFields},
		"egnn":            {Symmetry: euclidean, Forests: true, Fields: CellFields, TwoForms: true},
		"egnn-reg":        {Symmetry: euclidean, Fields: CellFields, TwoForms: true, ConstraintTerm: true},
		"gmn":             {Symmetry: euclidean, Forests: true, Fields: CellFields, TwoForms: true, Rigid: true},
		"gmn-ode":         {Symmetry: euclidean, Forests: true, Fields: CellFields, Rigid: true, Scaled: true, EqualMasses: true, Law: true},
		"gmn-l":           {Symmetry: euclidean, Fields: CellFields, TwoForms: true},
		"gmn-l-reg":       {Symmetry: euclidean, Fields: CellFields, TwoForms: true, ConstraintTerm: true},
		"gmn-lh":          {Symmetry: euclidean, Fields: CellFields, TwoForms: true},
		"se3-transformer": {Symmetry: proper, Forests: true, Fields: CellFields, Degrees: 3},
		"tfn":             {Symmetry: proper, Forests: true, Fields: CellFields, Degrees: 3},
	} {
		got := Describe(name)
		require.NotEmpty(t, got.Summary, name)
		got.Summary = ""
		require.Equal(t, want, got, name)
		require.Equal(t, !want.Fitted, contains(Models(), name), name)
		require.Equal(t, want.TwoForms, len(want.Forms()) == 2, name)
	}
	require.Equal(t, []string{Published, Paper}, Description{TwoForms: true}.Forms())
	require.Equal(t, []string{Published}, Description{}.Forms())
	require.Len(t, Models(), 12)
}

func contains(names []string, name string) bool {
	for _, other := range names {
		if other == name {
			return true
		}
	}
	return false
}

// TestDescribe: options and data change what a model is said to be.
func TestDescribe(t *testing.T) {
	of := func(change func(c *Config)) Description {
		c := Config{Model: "gmn-ode"}
		change(&c)
		return c.Describe()
	}
	names := func(d Description) (all []string) {
		for _, f := range d.Fields {
			all = append(all, f.Name)
		}
		return all
	}
	plain := of(func(*Config) {})
	require.True(t, plain.Rigid && plain.EqualMasses)
	require.Equal(t, euclidean, plain.Symmetry)
	require.Equal(t, []string{"cell_a", "cell_b", "cell_c"}, names(plain))
	require.False(t, of(func(c *Config) { c.Runs = 2 }).Rigid)
	require.Equal(t, translations, of(func(c *Config) { c.Phi2 = Phi2MLP }).Symmetry)
	require.Equal(t, translations, of(func(c *Config) { c.Learn = []Constant{{Name: LearnedGravity}} }).Symmetry)
	require.Equal(t, euclidean, of(func(c *Config) { c.Learn = []Constant{{Name: LearnedMass}} }).Symmetry)
	require.False(t, of(func(c *Config) { c.Dynamics = LearnedDynamics }).EqualMasses)
	require.True(t, of(func(c *Config) { c.Integrator = Verlet }).EqualMasses)
	cartesian := of(func(c *Config) { c.Integrator = Midpoint })
	require.False(t, cartesian.EqualMasses)
	require.Equal(t, []string{"mass", "pinned", "gravity", "force", "cell_a", "cell_b", "cell_c"}, names(cartesian))
	jointed := of(func(c *Config) { c.Fields = []string{"slide_axis"} })
	require.False(t, jointed.EqualMasses)
	require.Equal(t, []string{
		"rest", "joint_anchor", "turn_axis", "slide_axis", "joint_type", "turn_damping", "slide_damping", "turn_friction", "slide_friction", "turn_limits", "slide_limits",
		"rotor_inertia", "rotor_mass", "stop_inertia", "stop_mass", "stop_time", "friction_law", "friction_memory", "friction_network", "torque", "thrust", "mass", "gravity", "force",
	}, names(jointed))
	contacting := of(func(c *Config) { c.Fields = []string{"planes"} })
	require.False(t, contacting.EqualMasses)
	require.Equal(t, []string{"planes", "friction", "restitution", "gyration", "box", "mass", "gravity", "force"}, names(contacting))
	other := Config{Model: "gmn", Integrator: Midpoint, Fields: []string{"planes"}}
	require.Equal(t, CellFields, other.Describe().Fields)
}

// TestKindsOfData: which fields of the data make them of joints, of planes, of limits, of boxes or of charges.
func TestKindsOfData(t *testing.T) {
	of := func(names ...string) Config { return Config{Model: "gmn-ode", Fields: names} }
	for _, name := range []string{"turn_axis", "slide_axis", "joint_type"} {
		require.True(t, of("mass", name).Jointed(), name)
	}
	require.False(t, of("rest", "joint_anchor", "turn_limits").Jointed())
	require.True(t, of("turn_limits").limited() && of("slide_limits").limited())
	require.False(t, of("turn_axis", "stop_time").limited())
	require.True(t, of("planes").Contacting())
	require.False(t, of("box").Contacting())
	require.True(t, of("box").BoxEdges())
	require.False(t, of("planes").BoxEdges())
	box := of("box")
	box.Radius = &Radius{}
	require.False(t, box.BoxEdges())
	box = of("box")
	box.Model = "gmn"
	require.False(t, box.BoxEdges())
	require.True(t, Config{}.ChargedEdges())
	require.False(t, Config{NoCharge: true}.ChargedEdges())
	require.False(t, Config{Charge: NodeCharge}.ChargedEdges())
	require.Equal(t, 3, TensorDegrees)
	require.True(t, Config{Model: "gmn-ode"}.Watched())
	require.True(t, Config{Model: "gmn", Clamp: ComponentClamp}.Watched())
	require.False(t, Config{Model: "gmn"}.Watched())
	require.Equal(t, [2]*system.Field{system.TurnDamping, system.SlideDamping}, JointFields[LearnedDamping])
}

// TestOptions: which values an option has, and which models have the option.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []string
		models []string
	}{
		{"hinges", []string{"sticks"}, []string{"gmn"}},
		{"phi2", []string{"f", "f-shared", "fxv", "fxv-shared", "mlp", "raw-gram"}, []string{"gmn"}},
		{"charge", []string{"node"}, []string{"egnn", "egnn-reg", "gmn", "gmn-l", "gmn-l-reg", "gmn-lh", "gmn-ode"}},
		{"residual", []string{"none"}, []string{"egnn", "gmn", "gmn-l", "gnn"}},
		{"weights", []string{"own"}, []string{"gmn-ode"}}, {"order", []string{"first"}, []string{"gmn-ode"}},
		{"integrator", []string{"verlet", "midpoint", "rk4"}, []string{"gmn-ode"}}, {"dynamics", []string{"learned"}, []string{"gmn-ode"}},
		{"radial", []string{"square"}, []string{"gmn-ode"}}, {"direction", []string{"inverse-square"}, []string{"gmn-ode"}},
		{"forces", []string{"mean", "none"}, []string{"gmn-ode"}}, {"messages", []string{"sum", "none"}, []string{"gmn-ode"}},
		{"clamp", []string{"component"}, []string{"egnn", "egnn-reg", "gmn", "gmn-l", "gmn-l-reg", "gmn-lh", "gmn-ode"}},
	} {
		for _, value := range c.values {
			for _, model := range Models() {
				config := Config{Model: model, Form: Published}
				for _, o := range options {
					if o.name == c.name {
						*o.field(&config) = value
					}
				}
				require.Equal(t, []string{c.name + " " + value}, config.Options())
				if config.Forces == NoForces {
					config.Integrator = Midpoint
					config.Forces = NoForces
				}
				if model == "gmn-ode" || config.Integrator == "" {
					require.Equal(t, contains(c.models, model), config.validateOptions() == nil, "%s %s of %s", c.name, value, model)
				}
			}
		}
	}
	require.Empty(t, Config{Model: "gmn"}.Options())
	require.Len(t, Config{Model: "gmn", Form: Published}.Variants(), 1+6+1+1+1)
	require.Len(t, Config{Model: "gmn-ode", Form: Published}.Variants(), 1+1+1+3+1+1+1+1+2+1)
	require.Empty(t, Config{Model: "linear", Form: Published}.Variants())
}
