package artifact

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/run"
	"gmnc/system"
)

// TestSizeOf: a model says its layers or steps, whether it has networks, and what it has learned.
func TestSizeOf(t *testing.T) {
	law := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 3, Hidden: 8, Integrator: config.Midpoint, Forces: config.NoForces, NoCharge: true, TrueVelocity: true}
	weighed, pairs := law, law
	weighed.Learn = []config.Constant{{Name: config.LearnedMass, By: config.ByParticle, Labels: []string{"0", "1"}, Start: []float64{1, 1}}}
	weighed.Fields = []string{system.Mass.Name}
	pairs.Forces, pairs.Integrator = "", ""
	const steps = "equations of motion, integrated in 3 steps for each prediction, "
	for want, config := range map[string]config.Config{
		steps + "learned parameters: 0 (equations only)":                                    law,
		steps + "learned parameters: 2 (constants of the equations: 2 of mass; no network)": weighed,
		"published form, layers: 1, networks of width 2, learned parameters: ":              {Model: "gmn", Form: config.Published, Layers: 1, Hidden: 2},
		steps + "networks of width 8, learned parameters: ":                                 pairs,
	} {
		model, err := builder.New(config, false)
		require.NoError(t, err)
		size := sizeOf(&run.Run{Config: run.Config{Model: config}, Model: model}, model.HasNetworks(), model.Count())
		require.Contains(t, size, want)
	}
}

// TestUnitOfField: units follow from those of positions and velocities, where these say the unit of time.
func TestUnitOfField(t *testing.T) {
	for _, c := range []struct {
		field            *system.Field
		length, velocity string
		want             string
	}{
		{system.Gravity, "m", "m/s", "m / s^2"},
		{system.Gravity, "m", "m a frame", ""},
		{system.Rest, "m", "m a frame", "m"},
		{system.Torque, "m", "m/s", "N m, with masses in kg"},
		{system.Torque, "cm", "cm/s", "(unit of mass) cm^2 / s^2"},
		{system.Torque, "m", "m/ms", "(unit of mass) m^2 / ms^2"},
		{system.Mass, "m", "m/s", ""},
		{system.Friction, "m", "m/s", ""},
		{system.Planes, "m", "m/s", ""},
		{nil, "m", "m/s", ""},
	} {
		require.Equal(t, c.want, unitOfField(c.field, c.length, c.velocity))
	}
}

// TestMeanings: files say what their velocities are, whether they are a next input, and what the
// parents of bodies on joints are.
func TestMeanings(t *testing.T) {
	const key = "meaning.predicted_velocity"
	for want, c := range map[string]config.Config{
		"velocities one prediction interval later, which can be fed back as the next input velocity":                        {Model: "gmn", TrueVelocity: true},
		"displacements by the last layer, not velocities: do not feed them back as the next input velocity":                 {Model: "gmn"},
		"velocities after the last step, which were not part of the loss: do not feed them back as the next input velocity": {Model: "gmn-ode"},
	} {
		c.Form, c.Layers, c.Hidden = config.Published, 1, 2
		model, err := builder.New(c, false)
		require.NoError(t, err)
		trained := &run.Run{Config: run.Config{Model: c}, Model: model}
		require.Equal(t, map[string]string{key: want}, meanings(trained))
		_, said := Units(trained)["units.predicted_velocity"]
		require.Equal(t, want[0] == 'd', said, "displacements have another unit than velocities")
	}
}

// TestSystemsOfEquations: what is limited per system is said of models of contact and of joints.
func TestSystemsOfEquations(t *testing.T) {
	law := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 3, Hidden: 8, Depth: 5}
	contact, contact2, joints := law, law, law
	contact.Fields = []string{system.Planes.Name}
	contact2.Fields, contact2.Planes = contact.Fields, 2
	joints.Joints, joints.Fields = 1, []string{system.TurnAxis.Name}
	for want, config := range map[string]config.Config{
		"at most 1 plane in a system, ":                                    contact,
		"at most 2 planes in a system, ":                                   contact2,
		"have at most 1 axis, and each of its chains has at most 4 bodies": joints,
	} {
		var text strings.Builder
		printSystems(&text, config, nil)
		require.Contains(t, text.String(), want)
	}
}

// TestWholeInterval: an interval of frames of a known length is said as a time, too.
func TestWholeInterval(t *testing.T) {
	for interval, want := range map[string]string{
		"3000 frames of 0.5 fs": "1500 fs (3000 frames of 0.5 fs)",
		"30 frames":             "30 frames",
		"0.02 s":                "0.02 s",
		"3 frames of a film":    "3 frames of a film",
		"":                      "",
	} {
		require.Equal(t, want, wholeInterval(interval))
	}
}

// TestOverLargest: the divisor of z is said where the data have the atomic numbers, too.
func TestOverLargest(t *testing.T) {
	fields := []system.FieldRange{{Column: "hop", Range: system.Range{Most: 2}}, {Column: "z_receiver", Range: system.Range{Most: 8}}}
	require.Equal(t, " (the atomic number over 8)", overLargest("z 0.125 to 1", fields))
	require.Empty(t, overLargest("z_receiver 0 to 8", fields))
	require.Empty(t, overLargest("z 0.125 to 1", fields[:1]))
}
