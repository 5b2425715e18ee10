package runtime_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// changing a sample's field: one number of it, of a copy.
func changing(f *system.Field, at int, value float32) func(s *system.Sample) {
	return func(s *system.Sample) {
		values := slices.Clone(f.Of(s))
		values[at] = value
		f.Set(s, values)
	}
}

// both are several changes, one after the other.
func both(changes ...func(s *system.Sample)) func(s *system.Sample) {
	return func(s *system.Sample) {
		for _, change := range changes {
			change(s)
		}
	}
}

// resting has a particle without velocity.
func resting(particle int) func(s *system.Sample) {
	return func(s *system.Sample) {
		s.Velocity = slices.Clone(s.Velocity)
		clear(s.Velocity[3*particle : 3*particle+3])
	}
}

// bounds are changes of the first number of a field to either side of what it may be.
func bounds(f *system.Field) map[string]contradiction {
	all := map[string]contradiction{
		f.Name + " least": {changing(f, 0, float32(f.Least)), false},
		f.Name + " less":  {changing(f, 0, float32(f.Least)-1e-30), true}, // which is not flushed to 0
	}
	if f.Most < math.MaxFloat32 {
		all[f.Name+" most"] = contradiction{changing(f, 0, float32(f.Most)), false}
		all[f.Name+" more"] = contradiction{changing(f, 0, math.Nextafter32(float32(f.Most), math.MaxFloat32)), true}
	}
	if f.Whole {
		all[f.Name+" of a half"] = contradiction{changing(f, 0, 0.5), true}
	}
	return all
}

// TestRules: of each rule, and of the range of each field, systems on either side have numbers or none
// in every engine.
func TestRules(t *testing.T) {
	held := map[*system.Rule]map[string]contradiction{
		system.PinnedRest: {
			"pinned, rests": {both(changing(system.Pinned, 1, 1), resting(1)), false},
			"pinned, moves": {changing(system.Pinned, 1, 1), true},
		},
		system.SomeFree: {
			"all but one pinned": {both(pinning(0, 1, 2), resting(0), resting(1), resting(2)), false},
			"all pinned":         {both(pinning(0, 1, 2, 3), resting(0), resting(1), resting(2), resting(3)), true},
		},
		system.MasslessPinned: {
			"without mass, pinned": {both(changing(system.Mass, 1, 0), changing(system.Pinned, 1, 1), resting(1)), false},
			"without mass":         {changing(system.Mass, 1, 0), true},
			"with a little mass":   {changing(system.Mass, 1, 1e-3), false},
		},
		system.PlanesNormal: {
			"plane without an offset": {changing(system.Planes, 2, 1), false},
			"offset without a normal": {both(changing(system.Planes, 2, 0), changing(system.Planes, 3, 1)), true},
			"no plane":                {both(changing(system.Planes, 2, 0), changing(system.Planes, 3, 0)), false},
		},
		system.PlaneCapacity: {
			"as many planes as there is room for": {both(changing(system.Planes, 6, 1), changing(system.Planes, 7, -100)), false},
			"one plane more":                      {both(changing(system.Planes, 10, 1), changing(system.Planes, 11, -100)), true},
		},
		system.NearestImages: {
			"a skewed cell":      {inCell(20, 4), false},
			"a more skewed cell": {inCell(20, 15), true},
			"many cells away":    {both(inCell(20, 0), changing(system.Position, 0, 90)), true},
			"some cells away":    {both(inCell(20, 0), changing(system.Position, 0, 50)), false},
			"no cell":            {func(*system.Sample) {}, false},
		},
	}
	for _, ofJoints := range []map[*system.Rule]map[string]contradiction{jointContradictions, afloatContradictions} {
		maps.Copy(held, ofJoints) // which TestJointRules holds
	}
	sample := fixtures.Samples(system.Composition{4, 0, 0}, 1, 1)[0]
	planes := make([]float32, system.Planes.Columns)
	planes[2], planes[3] = 1, -100 // far below
	ones := []float32{1, 1, 1, 1}
	for _, f := range []*system.Field{system.Mass, system.Friction, system.Restitution, system.Pinned, system.Planes} {
		f.Set(&sample, map[*system.Field][]float32{system.Friction: {0.5}, system.Restitution: {0.5}, system.Pinned: make([]float32, 4), system.Planes: planes}[f])
	}
	system.Mass.Set(&sample, ones)
	pins := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Integrator: config.Midpoint, NoCharge: true, Fields: []string{"mass", "pinned"}}
	contact := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, NoCharge: true, Forces: config.NoForces,
		Time: 0.02, Length: 0.5, Planes: 2, Depth: 4, Fields: []string{"planes", "friction", "restitution"},
	}
	cell := config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4, Fields: []string{"cell_a", "cell_b", "cell_c"}}
	for _, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
		f.Set(&sample, make([]float32, 3))
	}
	for _, config := range []config.Config{pins, contact, cell} {
		takes := func(f *system.Field) bool { return f.IsState() || slices.Contains(config.Fields, f.Name) }
		changes := map[string]contradiction{"nothing": {func(*system.Sample) {}, false}}
		add := func(more map[string]contradiction) {
			for name, change := range more {
				changes[name] = change
			}
		}
		for _, rule := range system.Rules() {
			require.NotEmpty(t, held[rule], "a rule without inputs on either side: %s", rule.Name)
			if rule.Holds(takes) {
				add(held[rule])
			}
		}
		for _, f := range system.GivenFields() {
			if takes(f) && f.Bounded() && f != system.Pinned && f != system.Mass { // whose ends other rules are of
				add(bounds(f))
			}
		}
		if takes(system.Mass) {
			add(map[string]contradiction{
				"mass below 0":    {changing(system.Mass, 0, -1e-30), true},
				"half a pin":      {both(changing(system.Pinned, 0, 0.5), resting(0)), true},
				"more than a pin": {both(changing(system.Pinned, 0, 2), resting(0)), true},
			})
		}
		model, values := newModel(t, config, false, 1)
		holdRules(t, model, values, forestFile(t, model, values, 4), sample, changes)
	}
}

// holdRules holds the sessions of every engine to changes of a sample beside another one, past what
// predictors refuse.
func holdRules(t *testing.T, model *graph.Model, values weights, file []byte, sample system.Sample, changes map[string]contradiction) {
	hold := func(t *testing.T, run func(samples []system.Sample) runtime.Batch, session runtime.Session) {
		want, err := session.Run(run([]system.Sample{sample}))
		require.NoError(t, err)
		for name, c := range changes {
			wrong := sample
			c.change(&wrong)
			outputs, err := session.Run(run([]system.Sample{wrong, sample}))
			if err != nil && c.wrong {
				continue // files refuse the batch for some
			}
			require.NoError(t, err, name)
			for output, got := range outputs {
				half := len(got.Float) / 2
				allclose.Within(t, want[output].Float, got.Float[half:], 1e-5, "%s: %s of the other system", name, output)
				for _, value := range got.Float[:half] {
					require.Equal(t, c.wrong, math.IsNaN(float64(value)), "%s: %s", name, output)
				}
			}
		}
	}
	for _, engine := range []runtime.Engine{engines.Reference(), engines.ForModules()} {
		t.Run(engine.Name, func(t *testing.T) {
			session, err := engine.Modes[0].Open(model.Module, run.WithShapes(model, values))
			require.NoError(t, err)
			hold(t, func(samples []system.Sample) runtime.Batch { return predict.Inputs(system.NewBatch(samples)) }, predict.ForModule(session, model.Module))
		})
	}
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		hold(t, func(samples []system.Sample) runtime.Batch {
			return runtime.Batch{Inputs: predict.FileInputs(samples, fileInputs(t, file))}
		}, session)
	})
}

// pinning are particles that are pinned.
func pinning(particles ...int) func(s *system.Sample) {
	return func(s *system.Sample) {
		pinned := make([]float32, s.Particles())
		for _, i := range particles {
			pinned[i] = 1
		}
		system.Pinned.Set(s, pinned)
	}
}

// inCell has a system in a cell of which the second vector is skewed along the first.
func inCell(width, skew float32) func(s *system.Sample) {
	return func(s *system.Sample) {
		system.CellA.Set(s, []float32{width, 0, 0})
		system.CellB.Set(s, []float32{skew, width, 0})
		system.CellC.Set(s, []float32{0, 0, width})
		s.Position = []float32{0, 0, 0, 12, 9, 1, 3, 5, 2, 8, 2, 9}
	}
}
