// Package builder writes models as IR. Each model is one file that reads like the paper's
// equations. The packages below have what models share.
package builder

import (
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// New builds the model. Inputs documents its inputs. Its outputs are "position" and "velocity"
// [particles,3] after the last layer. Unless the configuration has a TrueVelocity, no loss sees
// the velocity. It is then the displacement of the last layer in units of position, where each
// layer has an equal share of the prediction interval. A model that carries no velocity from
// layer to layer returns the whole displacement, the output minus the input position. A Scaled
// model returns its velocity in the unit of velocities, trained or not.
//
// In a padded model the systems of a batch may differ in size. It has one more input,
// "edge_mask" [edges,1], which is 0 for padding. A model of sparse data is always padded.
func New(c config.Config, padded bool) (*graph.Model, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	description := config.Describe(c.Model)
	all := !description.IsRegistered() && !description.Fitted
	if all || description.ConstraintTerm { // which reads bars
		return graph.Write(c, padded, writerOf(c.Model))
	}
	return graph.Own(c, padded, writerOf(c.Model))
}

// Acting returns graph.Model.Acting of a model of the table: a module with the model's weights
// and an output for each limit that can act.
func Acting(m *graph.Model, predictions bool) (*ir.Module, error) {
	return m.Acting(predictions, writerOf(m.Config.Model))
}
