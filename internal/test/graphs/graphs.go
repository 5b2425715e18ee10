// Package graphs compares the graphs of models with testdata/graphs.txt. It serves the tests of
// each package that writes a part of the graphs.
package graphs

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/formulas"
	"gmnc/builder/joints"
	"gmnc/internal/test/digests"
	"gmnc/internal/test/testenv"
	"gmnc/internal/test/variants"
	"gmnc/ir"
	"gmnc/system"
)

// Compare compares the parameters and the graphs of the models whose names match a pattern with
// those in the file.
func Compare(t *testing.T, pattern string) {
	t.Helper()
	names := regexp.MustCompile(pattern)
	known := slices.DeleteFunc(digests.Read(t, path()), func(line string) bool {
		name, _, _ := strings.Cut(line, ": ")
		return !names.MatchString(name)
	})
	require.NotEmpty(t, known)
	digests.Require(t, known, lines(t, names), "another graph than testdata/graphs.txt has; go test ./builder -update renews it")
}

// Renew writes the file.
func Renew(t *testing.T) {
	t.Helper()
	digests.Renew(t, path(), lines(t, regexp.MustCompile("")))
}

func path() string { return filepath.Join(testenv.Root(), "testdata", "graphs.txt") }

func lines(t *testing.T, names *regexp.Regexp) (all []string) {
	t.Helper()
	cases := Cases()
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		if names.MatchString(name) {
			for _, line := range describe(t, cases[name]) {
				all = append(all, name+": "+line)
			}
		}
	}
	return all
}

// describe returns a line for each of several parts of a model. These are the graph, the
// parameters with their first values, the watched limits, the gradients with respect to
// positions, and the model in joint coordinates. If the model cannot be built, it says so.
func describe(t *testing.T, c config.Config) []string {
	t.Helper()
	m, err := builder.New(c, c.Sparse)
	if err != nil {
		return []string{"refused"}
	}
	lines := []string{moduleLine("graph", m.Module)}
	params := fmt.Sprintf("%v %d %t %t", m.Params, m.Count(), m.HasNetworks(), m.CarriesVelocity())
	drawn := m.Draw(3)
	for _, name := range slices.Sorted(maps.Keys(drawn)) {
		params += fmt.Sprintf("%s %x", name, drawn[name])
	}
	lines = append(lines, fmt.Sprintf("parameters %d %s", m.Count(), sum(params)))
	for _, predictions := range []bool{false, true} {
		if acting, err := builder.Acting(m, predictions); err != nil {
			lines = append(lines, "limits refused")
		} else if acting != nil {
			lines = append(lines, moduleLine("limits", acting))
		}
	}
	if m.Module.Main.Output("velocity") != nil && c.Layers == 1 && c.Joints+c.Planes == 0 {
		inputs := m.Differentiable()
		if pullback, err := m.Pullback(inputs[:1]); err != nil {
			lines = append(lines, "gradients refused")
		} else {
			lines = append(lines, moduleLine("gradients", pullback))
		}
	}
	if c.Joints > 0 {
		inCoordinates, err := joints.InCoordinates(c, false)
		require.NoError(t, err)
		lines = append(lines, moduleLine("joint coordinates", inCoordinates.Module))
	}
	slices.Sort(lines)
	return lines
}

func moduleLine(of string, m *ir.Module) string {
	text := ir.Print(m)
	return fmt.Sprintf("%s of %d lines %s", of, strings.Count(text, "\n"), sum(text))
}

func sum(text string) string { return digests.Of([]byte(text), 16) }

// Cases returns configurations of every kind, by name: all forms and options of the published
// models, what data may have, and what laws of motion may have.
func Cases() map[string]config.Config {
	all := map[string]config.Config{}
	for _, model := range config.Models() {
		for _, form := range config.Describe(model).Forms() {
			c := config.Config{Model: model, Form: form, Layers: 2, Hidden: 8}
			if config.Describe(model).Degrees > 0 {
				c.Layers = 1
			}
			for _, v := range append(c.Variants(), c) {
				all[variants.Name(v)+fmt.Sprint(v.Options())] = v
			}
			if form == config.Published {
				maps.Copy(all, ofData(c))
			}
		}
	}
	maps.Copy(all, ofLaws())
	return all
}

// ofData returns a model for data with features, lists of neighbors, cells, trees, scales and
// runs.
func ofData(c config.Config) map[string]config.Config {
	all := map[string]config.Config{}
	c.Layers = 1
	add := func(name string, change func(c *config.Config)) {
		other := c
		change(&other)
		all[c.Model+" "+name] = other
	}
	add("no charge", func(c *config.Config) { c.NoCharge = true })
	add("features", func(c *config.Config) { c.NodeFeatures = []string{"a", "b"} })
	add("sparse", func(c *config.Config) { c.Sparse, c.EdgeFeatures = true, []string{"length"} })
	add("cell", func(c *config.Config) { c.Fields = names(config.CellFields...) })
	add("trees", func(c *config.Config) { c.Depth = 4 })
	add("scale", func(c *config.Config) { c.Scale, c.TrueVelocity = config.Scale{Length: 2, Velocity: 3}, true })
	add("scale and trees", func(c *config.Config) { c.Scale, c.Depth = config.Scale{Length: 2, Velocity: 3}, 8 })
	add("runs", func(c *config.Config) { c.Runs = 2 })
	add("lengths of vectors limited", func(c *config.Config) { c.Clamp = config.LengthClamp })
	add("components limited", func(c *config.Config) { c.Clamp = config.ComponentClamp })
	add("radius", func(c *config.Config) { c.TrueVelocity, c.Radius = true, radius(*c) })
	add("radius and runs", func(c *config.Config) { c.TrueVelocity, c.Runs = true, 2; c.Radius = radius(*c) })
	return all
}

func radius(c config.Config) *config.Radius {
	head := &config.RadiusHead{Offset: 0.5}
	r := &config.Radius{Level: 0.9, Time: 0.5, Position: head, Velocity: head, System: 1.5}
	for i, name := range c.RadiusFeatures() {
		r.Features = append(r.Features, config.RadiusFeature{Name: name, Soft: 0.01 + c.RadiusSoftness()[i], Low: -1, High: 1 + float64(i)})
		head.Weights = append(head.Weights, 0.1*float64(i+1))
	}
	return r
}

func names(fields ...*system.Field) (all []string) {
	for _, f := range fields {
		all = append(all, f.Name)
	}
	return all
}

// ofLaws returns laws of motion: with every field of mechanics, springs, formulas of forces,
// learned constants, contact and joints.
func ofLaws() map[string]config.Config {
	all := map[string]config.Config{}
	add := func(name string, c config.Config) {
		c.Model, c.Form, c.Hidden = "gmn-ode", config.Published, 4
		c.Layers = max(c.Layers, 1)
		all["law, "+name] = c
	}
	mechanics := names(system.Mass, system.Pinned, system.Gravity, system.Force)
	for _, integrator := range []string{"", config.Verlet, config.Midpoint, config.RungeKutta4} {
		add("integrator "+integrator, config.Config{Integrator: integrator, Layers: 2, Time: 0.1, Length: 2, Deflection: 0.3})
		if config.Cartesian(integrator) {
			add("mechanics by "+integrator, config.Config{Integrator: integrator, Layers: 2, Fields: mechanics, Depth: 4, Mass: 2, Time: 0.1, Length: 2, TrueVelocity: true})
			add("bodies by "+integrator, config.Config{Integrator: integrator, Fields: mechanics, Depth: 4, Bodies: true})
			add("bodies on trees by "+integrator, config.Config{Integrator: integrator, Fields: mechanics, Depth: 4, Bodies: true, OnTrees: true})
		}
	}
	one := func(name, by string, start ...float64) config.Constant {
		return config.Constant{Name: name, By: by, Start: start, Unit: 0.5}
	}
	particles := config.Config{Integrator: config.RungeKutta4, Forces: config.NoForces, NoCharge: true}
	for name, learned := range map[string][]config.Constant{
		"gravity":            {one(config.LearnedGravity, config.BySystem, 0, 0, -9)},
		"mass and damping":   {one(config.LearnedMass, config.ByParticle, 1, 2, 3), one(config.LearnedDamping, config.ByParticle, 0.1, 0.2, 0)},
		"damping of systems": {one(config.LearnedDamping, config.BySystem, 0.3)},
	} {
		c := particles
		c.Learn = learned
		add("learned "+name, c)
	}
	typed := particles
	typed.NodeFeatures = []string{"a", "b"}
	typed.Learn = []config.Constant{{Name: config.LearnedMass, By: config.ByType, Labels: typed.NodeFeatures, Start: []float64{1, 2}, Fixed: []string{"", "known"}}}
	add("learned mass by type", typed)
	springs := particles
	springs.Sparse, springs.EdgeFeatures = true, []string{system.StiffnessFeature, system.RestLengthFeature}
	add("springs", springs)
	springs.EdgeFeatures, springs.Learn = nil, []config.Constant{one(config.LearnedStiffness, config.BySystem, 10), one(config.LearnedRestLength, config.BySystem, 0.5)}
	add("learned springs", springs)
	springs.Fields = names(config.CellFields...)
	add("learned springs in a cell", springs)

	for form, f := range formulas.All {
		constants := map[string]float64{}
		for i, name := range f.Constants {
			constants[name] = 1 + 0.5*float64(i)
		}
		add("formula "+form, config.Config{Messages: config.NoMessages, Law: []config.PairFormula{{Charges: true, Form: form, Constants: constants}}})
	}
	power := config.PairFormula{Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}
	power.Pairs = &config.PairKind{Ends: []map[string]float32{{"a": 0}, {"a": 1}}}
	same := power
	same.Pairs = &config.PairKind{Ends: []map[string]float32{{"a": 1}, {"a": 1}}}
	add("formulas by kinds", config.Config{Messages: config.NoMessages, NoCharge: true, NodeFeatures: []string{"a"}, Law: []config.PairFormula{power, same}})

	contact := config.Config{Forces: config.NoForces, NoCharge: true, Depth: 4, Planes: 2, Time: 0.5, Length: 2, TrueVelocity: true,
		Fields: names(system.Planes, system.Mass, system.Gravity, system.Force)}
	add("contact", contact)
	rough := contact
	rough.Fields = append(slices.Clone(contact.Fields), names(system.Friction, system.Restitution, system.Gyration)...)
	add("contact with friction", rough)
	boxes := rough
	boxes.Fields = append(slices.Clone(rough.Fields), system.Box.Name)
	add("boxes", boxes)
	contact.Learn = []config.Constant{one(config.LearnedGravity, config.BySystem, 0, 0, -9), one(config.LearnedFriction, config.BySystem, 0.2), one(config.LearnedRetardation, config.BySystem, 0.1)}
	add("contact, learned", contact)
	contact.Learn = []config.Constant{one(config.LearnedRestitution, config.BySystem, 0.4)}
	add("contact, learned restitution", contact)

	robot := config.Config{Forces: config.NoForces, NoCharge: true, Depth: 4, Joints: 2, Time: 0.1, Length: 1, TrueVelocity: true}
	for name, fields := range map[string][]*system.Field{
		"that turn":         {system.TurnAxis, system.TurnDamping, system.TurnFriction, system.TurnLimits, system.RotorInertia, system.StopInertia, system.StopTime, system.Torque},
		"that slide":        {system.SlideAxis, system.SlideDamping, system.SlideFriction, system.SlideLimits, system.RotorMass, system.StopMass, system.StopTime, system.Thrust},
		"of all kinds":      {system.TurnAxis, system.SlideAxis, system.JointType, system.TurnDamping, system.SlideFriction, system.Torque, system.Thrust},
		"without loads":     {system.TurnAxis},
		"with friction":     {system.TurnAxis, system.TurnFriction},
		"with limits alone": {system.TurnAxis, system.SlideAxis, system.TurnLimits, system.SlideLimits},
	} {
		c := robot
		c.Fields = names(append([]*system.Field{system.Rest, system.JointAnchor, system.Mass, system.Gravity}, fields...)...)
		add("joints "+name, c)
		c.Learn = []config.Constant{
			{Name: config.LearnedMass, By: config.ByJoint, Labels: []string{"upper", "lower"}, Start: []float64{1, 2}, Joints: []int{0, 0, 1, 1}},
			{Name: config.LearnedDamping, By: config.ByJoint, Labels: []string{"upper", "lower"}, Start: []float64{0.1, 0.2}, Joints: []int{0, 0, 1, 1}},
			{Name: config.LearnedFriction, By: config.ByJoint, Labels: []string{"upper", "lower"}, Start: []float64{0.1, 0.2}, Joints: []int{0, 0, 1, 1}},
			{Name: config.LearnedRotor, By: config.ByJoint, Labels: []string{"upper", "lower"}, Start: []float64{0.1, 0.2}, Joints: []int{0, 0, 1, 1}},
			one(config.LearnedGravity, config.BySystem, 0, 0, -9),
		}
		if slices.Contains(fields, system.JointType) { // joints of any type have no rotors
			c.Learn = append(c.Learn[:3], c.Learn[4])
		}
		add("joints "+name+", learned", c)
	}
	return all
}
