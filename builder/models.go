package builder

import (
	"maps"
	"slices"
)

// entry is a model of the table.
type entry struct {
	// write writes main between the inputs and the outputs.
	write func(w *writer)
	// summary says in a line what the model is.
	summary string
	// symmetry names the transformations under which predictions turn as
	// their inputs do, besides the renumbering of particles.
	symmetry string
	// rigid models keep sticks and hinge bars exactly as long as they were.
	rigid bool
}

const euclidean = "rotations, reflections, translations"

// models are the models by name.
var models = map[string]entry{
	"gmn": {write: writeGMN, symmetry: euclidean, rigid: true,
		summary: "Graph Mechanics Network: forward kinematics keeps sticks and hinges rigid"},
	"gmn-l": {write: writeGMNL, symmetry: euclidean,
		summary: "GMN whose forward kinematics is learned"},
	"gmn-lh": {write: writeGMNLH, symmetry: euclidean,
		summary: "GMN-L of particles and hinges, without sticks"},
}

// Models returns the names of all models, sorted.
func Models() []string { return slices.Sorted(maps.Keys(models)) }
