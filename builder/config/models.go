package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sync"

	"gmnc/system"
)

// Description says what a model is and which properties it guarantees.
type Description struct {
	// Summary says in a line what the model is.
	Summary string
	// Symmetry names the transformations to which the model is equivariant, besides the
	// permutation of particles.
	Symmetry string
	// Rigid says that the bars of sticks and hinges keep their lengths exactly.
	Rigid bool
	// TwoForms says that the published code departs from the paper's equations. Other models
	// have only the form Published.
	TwoForms bool
	// Degrees is the number of degrees of features that share the hidden width. It is 0 if
	// features have no degrees.
	Degrees int
	// Sizeless says that the model has neither layers nor a width, so that Config.Layers and
	// Config.Hidden have no effect.
	Sizeless bool
	// Scaled says that the model uses Config.Time and Config.Length.
	Scaled bool
	// EqualMasses says that the model moves objects by Newton's equations for particles of
	// equal mass.
	EqualMasses bool
	// Law says that the model follows a law of motion. With an integrator of positions and
	// velocities it takes the fields of mechanics and learns constants.
	Law bool
	// Fields are the fields that the model takes, if the data have them, besides charges and
	// features. Writer.Field reads them.
	Fields []*system.Field
	// ConstraintTerm says that the training loss has the constraint term.
	ConstraintTerm bool

	// Fitted says that the weights come from a regression and not from training (package
	// regression, gmnc fit). Models does not list such a model.
	Fitted bool
	// Framed says that the model takes a frame of reference from the positions of a body, which
	// a flat body does not have.
	Framed bool

	// Forests says that the model takes trees and rigid bodies. A Rigid model moves them as
	// such; for others the bars are a feature of edges.
	Forests bool

	registered bool // by a program of its own
}

// These are the values of Description.Symmetry.
const (
	euclidean    = "rotations, reflections, translations"
	proper       = "rotations, translations"
	translations = "translations"
)

// descriptions holds the models by name.
var descriptions = map[string]Description{
	"linear": {Forests: true, Symmetry: euclidean, Sizeless: true,
		Summary: "x + v t with one learned time t"},
	"gnn": {Forests: true,
		Summary: "plain message passing on positions and velocities"},
	"rbf": {Forests: true, Symmetry: euclidean, Rigid: true, Fitted: true, Framed: true,
		Summary: "radial basis functions of the pose of one body whose particles have names"},
	"rf": {Fields: CellFields, Forests: true, Symmetry: euclidean,
		Summary: "Radial Field: particles pull each other along the lines between them"},
	"egnn": {Fields: CellFields, Forests: true, Symmetry: euclidean, TwoForms: true,
		Summary: "EGNN with velocity: message passing moves every particle by itself"},
	"egnn-reg": {Fields: CellFields, Symmetry: euclidean, TwoForms: true, ConstraintTerm: true,
		Summary: "EGNN trained with a term for changes of the lengths of sticks and hinge bars"},
	"gmn": {Fields: CellFields, Forests: true, Symmetry: euclidean, Rigid: true, TwoForms: true,
		Summary: "Graph Mechanics Network: forward kinematics keeps sticks and hinges rigid"},
	"gmn-ode": {Fields: CellFields, Forests: true, Symmetry: euclidean, Rigid: true, Scaled: true, EqualMasses: true, Law: true,
		Summary: "one law of motion applied step by step: second order, shared weights, sticks and hinges rigid"},
	"gmn-l": {Fields: CellFields, Symmetry: euclidean, TwoForms: true,
		Summary: "GMN whose forward kinematics is learned"},
	"gmn-l-reg": {Fields: CellFields, Symmetry: euclidean, TwoForms: true, ConstraintTerm: true,
		Summary: "GMN-L trained with a term for changes of the lengths of sticks and hinge bars"},
	"gmn-lh": {Fields: CellFields, Symmetry: euclidean, TwoForms: true,
		Summary: "GMN-L of particles and hinges, without sticks"},
	"se3-transformer": {Fields: CellFields, Forests: true, Symmetry: proper, Degrees: TensorDegrees,
		Summary: "SE(3)-Transformer: attention between scalars, vectors and tensors of degree 2"},
	"tfn": {Fields: CellFields, Forests: true, Symmetry: proper, Degrees: TensorDegrees,
		Summary: "Tensor Field Network: convolutions of scalars, vectors and tensors of degree 2"},
}

// registering guards models.
var registering sync.RWMutex

// nameForm is the form of a model's name, which becomes part of files and command lines.
var nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)

// AddDescription adds the model of another program to the table. Its name consists of
// lower-case letters, digits, - and _. A name that is taken is an error.
func AddDescription(model string, d Description) error {
	registering.Lock()
	defer registering.Unlock()
	_, taken := descriptions[model]
	switch {
	case !nameForm.MatchString(model):
		return fmt.Errorf("a model cannot be called %q: a name has small letters, digits, - and _", model)
	case taken:
		return fmt.Errorf("there is a model %q already: choose another name", model)
	}
	d.registered, d.Forests = true, !d.ConstraintTerm
	descriptions[model] = d
	return nil
}

// IsRegistered reports whether a program registered the model, with promises of its own.
func (d Description) IsRegistered() bool { return d.registered }

// Models returns the sorted names of all models that can be trained.
func Models() []string {
	registering.RLock()
	defer registering.RUnlock()
	return slices.DeleteFunc(slices.Sorted(maps.Keys(descriptions)), func(name string) bool { return descriptions[name].Fitted })
}

// Known reports whether there is a model of that name.
func Known(model string) bool {
	registering.RLock()
	defer registering.RUnlock()
	_, known := descriptions[model]
	return known
}

// Describe returns the description of a model, which is one of Models.
func Describe(model string) Description {
	registering.RLock()
	defer registering.RUnlock()
	return descriptions[model]
}

// Describe returns the description of the model with its options.
func (c Config) Describe() Description {
	description := Describe(c.Model)
	if c.Runs > 0 {
		description.Rigid = false // a mean of positions keeps no lengths
	}
	if c.Phi2 == Phi2MLP {
		description.Symmetry = translations
	}
	if c.Dynamics == LearnedDynamics {
		description.EqualMasses = false
	}
	switch {
	case !description.Law:
	case c.Jointed():
		description.EqualMasses, description.Fields = false, jointFields
	case c.Contacting():
		description.EqualMasses, description.Fields = false, contactFields
	case Cartesian(c.Integrator):
		description.EqualMasses = false
		description.Fields = append([]*system.Field{system.Mass, system.Pinned, system.Gravity, system.Force}, CellFields...)
	}
	if c.Learns(LearnedGravity) != nil {
		description.Symmetry = translations
	}
	return description
}

// Forms returns the forms in which the model can be built.
func (d Description) Forms() []string {
	if d.TwoForms {
		return []string{Published, Paper}
	}
	return []string{Published}
}

// Watched reports whether the model may have limits about which predictions say when they act:
// those of a law of motion, and ComponentClamp.
func (c Config) Watched() bool { return Describe(c.Model).Law || c.Clamp == ComponentClamp }
