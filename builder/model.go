// Package builder writes models as IR. A model is one file that reads like
// the paper's equations; what models share stands in the packages below, once.
package builder

import (
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// New writes the model. Inputs says what its inputs are; its outputs are "position" and
// "velocity" [particles,3] after the last layer. Unless the configuration has a
// TrueVelocity, no loss sees the velocity: it is the last layer's displacement, in units
// of position for each prediction interval divided among the layers. Of a model that
// carries no velocity from layer to layer it is the whole displacement, the output less
// the input position. A Scaled model returns its velocity in the unit of velocities,
// trained or not.
//
// In a padded model systems of one batch may differ in size; it has one
// input more, "edge_mask" [edges,1], which is 0 for padding. A model of
// sparse data is always padded.
func New(c config.Config, padded bool) (*graph.Model, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	description := config.Describe(c.Model)
	all := !description.Registered() && !description.Fitted
	if all || description.ConstraintTerm { // which reads bars
		return graph.Write(c, padded, writerOf(c.Model))
	}
	return graph.Own(c, padded, writerOf(c.Model))
}

// Acting is a module with the weights of a model of the table and an output for each of its limits that
// can act, as graph.Model.Acting has it.
func Acting(m *graph.Model, predictions bool) (*ir.Module, error) {
	return m.Acting(predictions, writerOf(m.Config.Model))
}
