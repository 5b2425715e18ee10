package run

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/system"
)

// ModelFor is the model with the inputs that the data set has: charges, fields that
// the model takes, lists of neighbours, features by name, trees and rigid bodies. A model that
// knows the time of a prediction or the length of the data gets the values of the
// training samples. The time is another where straight lines are far worse than rest and
// no true velocity is asked for.
func ModelFor(config builder.Config, data *datasets.Data) builder.Config {
	config.Sparse, config.NoCharge = data.Sparse(), !data.Has(system.Charge)
	config.NodeFeatures, config.EdgeFeatures = data.NodeFeatures, data.EdgeFeatures
	config = withFields(config, data)
	config.PerFrame = perFrame(config, data)
	config.Depth = 0
	if data.Forest() && builder.Describe(config.Model).Forests {
		config.Depth = depthFor(data.Depth())
	}
	config.Bodies = builder.Cartesian(config.Integrator) && data.Bodies()
	config.Held = config.Bodies && data.Held()
	config.Joints, config.Planes = data.Joints(), 0
	if slices.Contains(config.Fields, system.Planes.Name) {
		config.Planes = data.Planes()
	}
	if len(data.Train) == 0 {
		return config
	}
	if data.Has(system.Mass) && builder.Cartesian(config.Integrator) {
		first := data.First()
		config.Mass = mean(system.Mass.Of(&first))
	}
	scaled := builder.Describe(config.Model).Scaled
	if scaled || config.TrueVelocity {
		config.Time = modelTime(data, config.TrueVelocity)
	}
	if scaled {
		config.Length = datasets.Length(data)
		if config.Messages == builder.NoMessages {
			config.Deflection = datasets.Deflection(data.Train, config.Time)
		}
	}
	config.Learn = constantsFor(config, data)
	return config
}

// ofJointConstants are the constants that stand in place of fields of joints.
var ofJointConstants = map[*system.Field]string{
	system.TurnDamping: builder.LearnedDamping, system.SlideDamping: builder.LearnedDamping,
	system.TurnFriction: builder.LearnedFriction, system.SlideFriction: builder.LearnedFriction,
	system.RotorMass: builder.LearnedRotor, system.StopMass: builder.LearnedStop,
}

// learns reports whether a constant of the model stands in place of a field.
func learns(config builder.Config, f *system.Field) bool {
	return config.Learns(f.Name) != nil || config.Learns(ofJointConstants[f]) != nil
}

// withFields is the model with the fields that it takes and the data have, except for
// those that it learns. A law of motion of data with some is integrated in the
// positions and velocities of particles unless it is told otherwise.
func withFields(config builder.Config, data *datasets.Data) builder.Config {
	takes := func() (names []string) {
		for _, f := range config.Describe().Fields {
			if data.Has(f) && !learns(config, f) {
				names = append(names, f.Name)
			}
		}
		return names
	}
	if first := data.First(); builder.Describe(config.Model).Law && first.Jointed() {
		config.Integrator = ""                         // joints have steps of their own
		config.Fields = []string{system.TurnAxis.Name} // from which the model knows
		config.Fields = takes()
		return config
	}
	if builder.Describe(config.Model).Law && data.Has(system.Planes) {
		config.Integrator = "" // contact has steps of its own
		config.Fields = []string{system.Planes.Name}
		config.Fields = takes()
		return config
	}
	asked := config.Integrator != "" || config.Dynamics != "" || config.Order != ""
	config.Fields = takes()
	if builder.Describe(config.Model).Law && !asked {
		config.Integrator = builder.RungeKutta4
		if more := takes(); len(more) > len(config.Fields) {
			config.Fields = more
		} else {
			config.Integrator = ""
		}
	}
	return config
}

// perFrame are the model's inputs that differ from frame to frame in the data.
func perFrame(config builder.Config, data *datasets.Data) (names []string) {
	trajectory := data.First().Trajectory
	if trajectory == nil {
		return nil
	}
	for _, given := range trajectory.Given {
		if name := given.Field.Name; given.Field.Named() || slices.Contains(config.Fields, name) {
			names = append(names, name)
		}
	}
	return names
}

// CheckData reports a data set that lacks an input of the model, or has
// another.
func CheckData(config builder.Config, data *datasets.Data) error {
	return data.About.NameParticles(checkData(config, data))
}

func checkData(config builder.Config, data *datasets.Data) error {
	needed, present := InputsOf(config), InputsOf(ModelFor(config, data))
	if needed != present {
		return fmt.Errorf("the model takes %s; the data set has %s", needed, present)
	}
	for split, samples := range data.Splits() {
		if err := cmp.Or(CheckForests(config, *samples), CheckGeometry(*samples)); err != nil {
			return fmt.Errorf("%s: %w", split, err)
		}
	}
	return nil
}

// usualDepth is how deep trees may be if the trees of the data are no deeper.
const usualDepth = 32

// depthFor is a power of two that trees of a depth fit in.
func depthFor(depth int) int {
	fits := usualDepth
	for fits < depth {
		fits *= 2
	}
	return fits
}

// CheckForests reports a sample with a tree or a rigid body that the model does
// not take, or that no law of motion moves. One that takes some takes none as well.
func CheckForests(config builder.Config, samples []system.Sample) error {
	for i := range samples {
		if err := cmp.Or(checkForest(config, samples[i].Objects), checkContact(config, &samples[i])); err != nil {
			return system.SampleError(i, func(i int) error { return fmt.Errorf("sample %d has %w", i, err) })
		}
		if err := checkMechanics(config, &samples[i]); err != nil {
			return system.SampleError(i, func(i int) error { return fmt.Errorf("sample %d: %w", i, err) })
		}
	}
	return nil
}

// checkForest reports what a sample has that the model does not take.
func checkForest(config builder.Config, objects system.Objects) error {
	switch depth := objects.Depth(); {
	case !objects.Forest():
	case !builder.Describe(config.Model).Forests && builder.Known(config.Model):
		return fields.Errorf("trees or rigid bodies, which {model} %s does not take: choose another, such as gmn", config.Model)
	case config.Depth == 0:
		return errors.New("trees or rigid bodies, and the model was trained on data without any: train one on data that have some")
	case builder.Cartesian(config.Integrator) && !config.Bodies && objects.Count(system.Body) > 0:
		return errors.New("rigid bodies, and the model was trained on data without any: train one on data that have some")
	case config.Bodies && !config.Held && objects.Joined():
		return errors.New("a rigid body that is joined to a tree, and the model was trained on data without any: train one on data that have some")
	case depth > config.Depth:
		return fields.Errorf("a tree with %d bars between its root and a leaf, and the model takes %d: export it with a larger {depth}, or give the tree a root in its middle", depth, config.Depth)
	}
	return nil
}

// checkContact reports what a sample has that a model of contact with planes does not take.
func checkContact(config builder.Config, s *system.Sample) error {
	if !config.Contacting() {
		return nil
	}
	for _, object := range s.Objects {
		if object.Kind != system.Body {
			return fmt.Errorf("a %s, and the model moves particles and rigid bodies alone among planes", object.Kind.Name)
		}
	}
	if count := s.Planes(); count > max(1, config.Planes) {
		return fmt.Errorf("%d planes, and the model takes %d, as its training data have: leave some out, or train on data with as many", count, max(1, config.Planes))
	}
	return checkBodyMasses(s)
}

// checkBodyMasses reports a particle or a body that nothing could move.
func checkBodyMasses(s *system.Sample) error {
	mass := system.Mass.Of(s)
	if mass == nil {
		return nil
	}
	of := slices.Clone(mass)
	for _, object := range s.Objects {
		var total float32
		for _, i := range object.Members {
			total += mass[i]
		}
		for _, i := range object.Members {
			of[i] = total
		}
	}
	if i := slices.IndexFunc(of, func(m float32) bool { return !(m > 0) }); i >= 0 {
		return fmt.Errorf("particle %d, of which the mass, or its body's, is %g: expected one above 0", i, of[i])
	}
	return nil
}

// FieldNotes say which fields the data set has that the model does not read, and which
// it reads that the data set does not have, a line each.
func FieldNotes(config builder.Config, data *datasets.Data) (notes []string) {
	for _, f := range system.GivenFields() {
		if Unread(f, config, data) {
			notes = append(notes, fmt.Sprintf("the data set has %s (%s), which the model %s does not read", f.Name, f.Doc, config.Model))
		}
		notes = append(notes, absentNote(f, config, data)...)
	}
	return notes
}

// AbsentNotes are those FieldNotes that say which fields a data set does not have.
func AbsentNotes(config builder.Config, data *datasets.Data) (notes []string) {
	for _, f := range system.GivenFields() {
		notes = append(notes, absentNote(f, config, data)...)
	}
	return notes
}

// Unread reports whether the data set has an optional field that the model does not
// read, as a feature of particles neither.
func Unread(f *system.Field, config builder.Config, data *datasets.Data) bool {
	takes := learns(config, f) || slices.Contains(config.Fields, f.Name) || f == system.Mass && slices.Contains(config.NodeFeatures, datasets.MassFeature)
	return f.Optional() && data.Has(f) && !takes
}

func absentNote(f *system.Field, config builder.Config, data *datasets.Data) []string {
	if !f.Optional() || data.Has(f) || !slices.Contains(config.Fields, f.Name) {
		return nil
	}
	return []string{fmt.Sprintf("the model reads %s (%s), which the data set does not have: it is taken as %g", f.Name, f.Doc, f.Default)}
}

// InputsOf says which inputs beside positions, velocities and objects the
// model takes.
func InputsOf(config builder.Config) string {
	inputs := []string{"all other particles as neighbours"}
	if config.Sparse {
		inputs[0] = "lists of neighbours"
	}
	if !config.NoCharge {
		inputs = append(inputs, "charges")
	}
	for _, features := range []struct {
		of    string
		names []string
	}{{"particles", config.NodeFeatures}, {"edges", config.EdgeFeatures}} {
		if len(features.names) > 0 {
			inputs = append(inputs, fmt.Sprintf("the features %s of %s", strings.Join(features.names, ", "), features.of))
		}
	}
	return strings.Join(inputs, ", ")
}
