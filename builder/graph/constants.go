package graph

import (
	"slices"

	"gmnc/builder/config"
	"gmnc/internal/fields"
	"gmnc/ir"
)

// LearnedConstant declares the parameters of a constant and returns its values: [1,values].
func (w *Writer) LearnedConstant(c *config.Constant) (values *ir.Value) {
	begin := c.Starts()
	count := len(begin)
	w.Scope("constants", func() {
		param := w.Param(Param{Name: c.Name, Rows: 1, Columns: count})
		if c.Fixed != nil {
			moves := make([]float64, count)
			for i, held := range c.Fixed {
				if held == "" {
					moves[i] = 1
				}
			}
			param = w.Mul(param, w.Const(1, count, moves...))
		}
		start := w.Const(1, count, begin...)
		if c.Positive() {
			values = w.Mul(start, w.Exp(param))
		} else {
			values = w.Add(start, w.Mul(param, w.Scalar(c.Unit)))
		}
	})
	return values
}

// LearnedOfParticles is LearnedConstant with a value for each particle: [particles,1].
func (w *Writer) LearnedOfParticles(c *config.Constant) *ir.Value {
	values := w.LearnedConstant(c)
	switch c.By {
	case config.ByJoint:
		number := w.OneHot(w.RowNumbers(Particles), w.systemOf(), max(1, len(c.Joints)))
		return w.Name(c.Name, w.MatMul(w.MatMul(number, w.fractions(c), false, false), values, false, true))
	case config.ByParticle:
		number := w.OneHot(w.RowNumbers(Particles), w.systemOf(), len(c.Starts()))
		return w.Name(c.Name, w.MatMul(number, values, false, true))
	case config.ByType:
		if c.Labels != nil {
			return w.Name(c.Name, w.MatMul(w.types(c), values, false, true))
		}
	}
	return w.Name(c.Name, w.Broadcast(values, Particles))
}

// fractions returns each particle's fraction of the value of its joint: all of it, or for masses an
// equal part.
func (w *Writer) fractions(c *config.Constant) *ir.Value {
	count := len(c.Starts())
	of := make([]float64, count)
	for _, joint := range c.Joints {
		of[joint]++
	}
	fractions := make([]float64, max(1, len(c.Joints))*count)
	for i, joint := range c.Joints {
		if fractions[i*count+joint] = 1; c.Name == config.LearnedMass {
			fractions[i*count+joint] = 1 / of[joint]
		}
	}
	return w.Const(max(1, len(c.Joints)), count, fractions...)
}

// types returns the features of particles for which a constant has values.
func (w *Writer) types(c *config.Constant) *ir.Value {
	var columns []*ir.Value
	for _, label := range c.Labels {
		at := slices.Index(w.Config.NodeFeatures, label)
		if at < 0 {
			w.Fail("%w", fields.Errorf("{learn} %s by type: the data have no feature %s", c.Name, label))
		}
		columns = append(columns, w.Columns(w.Inputs.NodeFeatures, at, at+1))
	}
	return w.Concat(columns...)
}
