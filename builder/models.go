package builder

import (
	"maps"
	"slices"
)

// Description says what a model is and what it guarantees.
type Description struct {
	// Summary says in a line what the model is.
	Summary string
	// Symmetry names the transformations under which predictions turn as
	// their inputs do, besides the renumbering of particles.
	Symmetry string
	// Rigid models keep sticks and hinge bars exactly as long as they were.
	Rigid bool
	// TwoForms are models whose published code departs from the paper's
	// equations; the others have the form Published alone.
	TwoForms bool
	// Degrees is how many degrees of features share the hidden width; 0 where
	// features have none.
	Degrees int
	// Sizeless models have neither layers nor width: Config.Layers and Hidden
	// change nothing.
	Sizeless bool
	// ConstraintTerm models train with the constraint term in their loss.
	ConstraintTerm bool

	// write writes main between the inputs and the outputs.
	write func(w *writer)
}

// Values of Description.Symmetry.
const (
	euclidean    = "rotations, reflections, translations"
	proper       = "rotations, translations"
	translations = "translations"
)

// models are the models by name.
var models = map[string]Description{
	"linear": {write: writeLinear, Symmetry: euclidean, Sizeless: true,
		Summary: "x + v t with one learned time t"},
	"gnn": {write: writeGNN,
		Summary: "plain message passing on positions and velocities"},
	"rf": {write: writeRF, Symmetry: euclidean,
		Summary: "Radial Field: particles pull each other along the lines between them"},
	"egnn": {write: writeEGNN, Symmetry: euclidean, TwoForms: true,
		Summary: "EGNN with velocity: message passing moves every particle by itself"},
	"egnn-reg": {write: writeEGNN, Symmetry: euclidean, TwoForms: true, ConstraintTerm: true,
		Summary: "EGNN trained with a term for changes of the lengths of sticks and hinge bars"},
	"gmn": {write: writeGMN, Symmetry: euclidean, Rigid: true, TwoForms: true,
		Summary: "Graph Mechanics Network: forward kinematics keeps sticks and hinges rigid"},
	"gmn-l": {write: writeGMNL, Symmetry: euclidean, TwoForms: true,
		Summary: "GMN whose forward kinematics is learned"},
	"gmn-l-reg": {write: writeGMNL, Symmetry: euclidean, TwoForms: true, ConstraintTerm: true,
		Summary: "GMN-L trained with a term for changes of the lengths of sticks and hinge bars"},
	"gmn-lh": {write: writeGMNLH, Symmetry: euclidean, TwoForms: true,
		Summary: "GMN-L of particles and hinges, without sticks"},
	"se3-transformer": {write: writeSE3Transformer, Symmetry: proper, Degrees: degrees,
		Summary: "SE(3)-Transformer: attention between scalars, vectors and tensors of degree 2"},
	"tfn": {write: writeTFN, Symmetry: proper, Degrees: degrees,
		Summary: "Tensor Field Network: convolutions of scalars, vectors and tensors of degree 2"},
}

// Models returns the names of all models, sorted.
func Models() []string { return slices.Sorted(maps.Keys(models)) }

// Describe describes the model of that name, which is one of Models.
func Describe(model string) Description { return models[model] }

// Describe describes the model with the options that it has been given.
func (c Config) Describe() Description {
	description := Describe(c.Model)
	if phi2Forms[c.Phi2].perceptron {
		description.Symmetry = translations
	}
	return description
}

// Forms are the forms that the model has.
func (d Description) Forms() []string {
	if d.TwoForms {
		return []string{Published, Paper}
	}
	return []string{Published}
}
