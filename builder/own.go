package builder

import (
	"math"

	"gmnc/ir"
)

// Own writes a model of your own, of which config gives the name and what the
// data set brings; the rest of it is yours to use or not. Write declares its
// weights by b.Param, under names of their own, reads the inputs that all
// models have, and gives the outputs "position" and, if it likes, "velocity",
// [particles,3] each. What Equivariant writes keeps to the symmetry;
// everything else may be anything whose rows keep to their system.
//
// The result can be trained, run and exported as other models are, but has
// no name for a run's config.json: that takes a row in the table of models.
// Weights are drawn uniform in +-1/sqrt(rows); change Params for another.
func Own(config Config, padded bool, write func(b *ir.Builder, in Inputs)) (*Model, error) {
	model := &Model{Config: config, Module: newModule(config.Model)}
	err := ir.Build(model.Module, func(b *ir.Builder) { write(b, declareInputs(b, config, padded)) })
	if err != nil {
		return nil, err
	}
	for _, param := range model.Module.Main.Params() {
		rows, columns := param.Type.Rows().Number, param.Type.Columns()
		model.Params = append(model.Params, Param{
			Name: param.Name, Rows: rows, Columns: columns, Bound: 1 / math.Sqrt(float64(rows)),
		})
	}
	return model, nil
}
