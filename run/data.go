package run

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/system"
)

// ModelFor returns the model's configuration with the inputs that the data set has: charges,
// fields that the model takes, lists of neighbors, features by name, trees and rigid bodies. A
// model that knows the time of a prediction or the length of the data gets the values of the
// training samples. A shorter time is used if constant velocity predicts far worse than rest
// and no true velocity is asked for.
func ModelFor(c config.Config, data *datasets.Data) config.Config {
	c.Sparse, c.NoCharge = data.Sparse(), !data.Has(system.Charge)
	c.NodeFeatures, c.EdgeFeatures = data.NodeFeatures, data.EdgeFeatures
	c = withFields(c, data)
	c.PerFrame = perFrame(c, data)
	c.Depth = 0
	if data.Forest() && config.Describe(c.Model).Forests {
		c.Depth = depthFor(data.Depth())
	}
	c.Bodies = config.Cartesian(c.Integrator) && data.Bodies()
	c.OnTrees = c.Bodies && data.BodiesOnTrees()
	c.Joints, c.Planes = data.Joints(), 0
	if slices.Contains(c.Fields, system.Planes.Name) {
		c.Planes = data.Planes()
	}
	if len(data.Train) == 0 {
		return c
	}
	if data.Has(system.Mass) && config.Cartesian(c.Integrator) {
		first := data.First()
		c.Mass = mean(system.Mass.Of(&first))
	}
	scaled := config.Describe(c.Model).Scaled
	if scaled || c.TrueVelocity {
		c.Time = modelTime(data, c.TrueVelocity)
	}
	if scaled {
		c.Length = datasets.Length(data)
		if c.Messages == config.NoMessages {
			c.Deflection = datasets.Deflection(data.Train, c.Time)
		}
	}
	c.Learn = constantsFor(c, data)
	if c.LearnedOn == nil && c.Particles() > 0 {
		c.LearnedOn = learnedOn(c, data)
	}
	return c
}

// ofJoint reports whether a field holds a constant of joints.
func ofJoint(f *system.Field, constant string) bool {
	of := config.JointFields[constant]
	return slices.Contains(of[:], f)
}

// learns reports whether a learned constant of the model replaces a field.
func learns(c config.Config, f *system.Field) bool {
	return slices.ContainsFunc(c.Learn, func(l config.Constant) bool { return l.Name == f.Name || ofJoint(f, l.Name) })
}

// withFields returns the configuration with the fields that the model takes and the data have,
// except for those that it learns. If some of these need it, a law of motion is integrated in
// the positions and velocities of particles unless the configuration says otherwise.
func withFields(c config.Config, data *datasets.Data) config.Config {
	takes := func() (names []string) {
		for _, f := range c.Describe().Fields {
			if data.Has(f) && !learns(c, f) {
				names = append(names, f.Name)
			}
		}
		return names
	}
	if first := data.First(); config.Describe(c.Model).Law && first.Jointed() {
		c.Integrator = ""                         // joints have steps of their own
		c.Fields = []string{system.TurnAxis.Name} // which tells the model that it moves joints
		c.Fields = takes()
		return c
	}
	if config.Describe(c.Model).Law && data.Has(system.Planes) {
		c.Integrator = "" // contact has steps of its own
		c.Fields = []string{system.Planes.Name}
		c.Fields = takes()
		return c
	}
	asked := c.Integrator != "" || c.Dynamics != "" || c.Order != ""
	c.Fields = takes()
	if config.Describe(c.Model).Law && !asked {
		c.Integrator = config.RungeKutta4
		if more := takes(); len(more) > len(c.Fields) {
			c.Fields = more
		} else {
			c.Integrator = ""
		}
	}
	return c
}

// perFrame returns the names of the model's inputs that differ from frame to frame in the data.
func perFrame(config config.Config, data *datasets.Data) (names []string) {
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

// CheckData returns an error if a data set lacks an input of the model, or has one that the
// model does not take. Masses and other optional fields may be absent, and a model that reads
// them with none of its data ignores them.
func CheckData(config config.Config, data *datasets.Data) error {
	return data.About.NameParticles(checkData(config, data))
}

func checkData(config config.Config, data *datasets.Data) error {
	needed, present := InputsOf(config), InputsOf(ModelFor(config, data))
	if needed != present {
		return fmt.Errorf("the model takes %s; the data set has %s", needed, present)
	}
	if err := checkSurplus(config, data); err != nil {
		return fmt.Errorf("the data set %w", err)
	}
	if err := checkNames(config.LearnedOn, data.About.ParticleNames()); err != nil {
		return err
	}
	for split, samples := range data.Splits() {
		if err := cmp.Or(CheckForests(config, *samples), CheckGeometry(*samples)); err != nil {
			return fmt.Errorf("%s: %w", split, err)
		}
	}
	return nil
}

// defaultDepth is the depth of trees that a model takes if the trees of the data are no deeper.
const defaultDepth = 32

// depthFor returns defaultDepth times the least power of two for which trees of the given depth
// fit.
func depthFor(depth int) int {
	fits := defaultDepth
	for fits < depth {
		fits *= 2
	}
	return fits
}

// CheckForests returns an error if a sample has a tree or a rigid body that the model does not
// take, or that no law of motion can move. A model that takes trees also takes samples without
// any.
func CheckForests(config config.Config, samples []system.Sample) error {
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

// checkForest returns an error that names what the objects of a sample have that the model does
// not take.
func checkForest(c config.Config, objects system.Objects) error {
	switch depth := objects.Depth(); {
	case !objects.Forest():
	case !config.Describe(c.Model).Forests && config.Known(c.Model):
		return fields.Errorf("trees or rigid bodies, which {model} %s does not take: choose another, such as gmn", c.Model)
	case c.Depth == 0:
		return errors.New("trees or rigid bodies, and the model was trained on data without any: train one on data that have some")
	case config.Cartesian(c.Integrator) && !c.Bodies && objects.Count(system.Body) > 0:
		return errors.New("rigid bodies, and the model was trained on data without any: train one on data that have some")
	case c.Bodies && !c.OnTrees && objects.Joined():
		return errors.New("a rigid body that is joined to a tree, and the model was trained on data without any: train one on data that have some")
	case depth > c.Depth:
		return fields.Errorf("a tree with %d bars between its root and a leaf, and the model takes %d: export it with a larger {depth}, or give the tree a root in its middle", depth, c.Depth)
	}
	return nil
}

// checkContact returns an error that names what a sample has that a model of contact with
// planes does not take.
func checkContact(config config.Config, s *system.Sample) error {
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

// checkBodyMasses returns an error if the mass of a particle or a body is not above 0.
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

// FieldNotes returns a line for each field that the data set has and the model does not read,
// and for each field that the model reads and the data set lacks.
func FieldNotes(config config.Config, data *datasets.Data) (notes []string) {
	for _, f := range system.GivenFields() {
		if Unread(f, config, data) {
			notes = append(notes, fmt.Sprintf("the data set has %s (%s), which the model %s does not read", f.Name, f.Doc, config.Model))
		}
		notes = append(notes, absentNote(f, config, data)...)
	}
	return notes
}

// AbsentNotes returns those lines of FieldNotes that name fields that the data set lacks.
func AbsentNotes(config config.Config, data *datasets.Data) (notes []string) {
	for _, f := range system.GivenFields() {
		notes = append(notes, absentNote(f, config, data)...)
	}
	return notes
}

// Unread reports whether the data set has an optional field that the model reads neither as a
// field nor as a feature of particles.
func Unread(f *system.Field, config config.Config, data *datasets.Data) bool {
	takes := learns(config, f) || slices.Contains(config.Fields, f.Name) || f == system.Mass && slices.Contains(config.NodeFeatures, datasets.MassFeature)
	return f.Optional() && data.Has(f) && !takes
}

func absentNote(f *system.Field, config config.Config, data *datasets.Data) []string {
	if !f.Optional() || data.Has(f) || !slices.Contains(config.Fields, f.Name) {
		return nil
	}
	return []string{fmt.Sprintf("the model reads %s (%s), which the data set does not have: it is taken as %g", f.Name, f.Doc, f.Default)}
}

// InputsOf describes the inputs that the model takes besides positions, velocities and objects.
func InputsOf(config config.Config) string {
	inputs := []string{"all other particles as neighbors"}
	if config.Sparse {
		inputs[0] = "lists of neighbors"
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
