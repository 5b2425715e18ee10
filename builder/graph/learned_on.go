package graph

import (
	"maps"
	"slices"

	"gmnc/builder/config"
	"gmnc/ir"
	"gmnc/system"
)

// roundedFactor multiplies the fractions by which values may differ (config.SameValue and
// config.SameShape). Files compute in float32, and must not refuse values that data may have.
const roundedFactor = 1.1

// anotherSystem returns NaN in all rows of a system other than the one on which constants by
// particle or joint were learned, and 0 in all other rows: [particles,1]. It compares the fields
// and the shape at rest in config.LearnedOn, as far as the model takes them. It returns nil if
// the model takes none of them.
func (w *Writer) anotherSystem() (mark *ir.Value) {
	on := w.Config.LearnedOn
	if on == nil {
		return nil
	}
	w.Scope("learned_on", func() {
		var wrong []*ir.Value
		particles := w.Config.Particles()
		for _, name := range slices.Sorted(maps.Keys(on.Fields)) {
			if value, known := w.declared.of(system.FieldNamed(name)), on.Fields[name]; value != nil && len(known) == particles*value.Type.Columns() {
				wrong = append(wrong, w.differ(value, w.ofParticles(known, particles), config.SameValue))
			}
		}
		rest, anchor := w.declared.of(system.Rest), w.declared.of(system.JointAnchor)
		if len(on.Rest) == config.RestColumns*particles && rest != nil && anchor != nil {
			wrong = append(wrong, w.differ(w.shape(rest, anchor), w.ofParticles(on.Rest, particles), config.SameShape))
		}
		if len(wrong) == 0 {
			return
		}
		isAnother := w.Greater(w.SumSystem(w.SumColumns(w.Concat(wrong...))), w.Scalar(0))
		mark = w.Div(w.Scalar(0), w.Sub(w.Scalar(1), isAnother))
	})
	return mark
}

// of returns the input of a field, or nil if the model does not take it.
func (in Inputs) of(f *system.Field) *ir.Value {
	switch f {
	case system.Charge:
		return in.Charge
	case system.NodeFeatures:
		return in.NodeFeatures
	}
	return in.Given[f]
}

// ofParticles returns known values for each particle, by its number in its system:
// [particles,columns].
func (w *Writer) ofParticles(known []float32, particles int) *ir.Value {
	values := make([]float64, len(known))
	for i, x := range known {
		values[i] = float64(x)
	}
	number := w.OneHot(w.RowNumbers(Particles), w.systemOf(), particles)
	return w.MatMul(number, w.Const(particles, len(known)/particles, values...), false, false)
}

// differ is 1 for values that differ from known ones by more than a fraction of the larger of the
// two, which counts as at least the fraction, and 0 for others.
func (w *Writer) differ(x, known *ir.Value, fraction float64) *ir.Value {
	larger := w.Maximum(w.Maximum(w.Square(x), w.Square(known)), w.Scalar(fraction*fraction))
	return w.Greater(w.Square(w.Sub(x, known)), w.Mul(w.Scalar(roundedFactor*roundedFactor*fraction*fraction), larger))
}

// shape returns the distances of config.LearnedOn.Rest, divided by their mean: [particles,2].
func (w *Writer) shape(rest, anchor *ir.Value) *ir.Value {
	length := func(x *ir.Value) *ir.Value { return w.Sqrt(w.Inner(x, x)) }
	arm := length(w.Sub(rest, anchor))
	link := w.Mul(w.Inputs.Is[system.Tree], length(w.Sub(anchor, w.Gather(rest, w.Inputs.Partner))))
	sums := w.SumSystem(w.Concat(arm, link))
	one := w.Broadcast(w.Scalar(config.RestColumns), Particles)
	count := w.SumSystem(one)
	mean := w.Div(w.Add(w.Columns(sums, 0, 1), w.Columns(sums, 1, 2)), count)
	return w.Div(w.Concat(arm, link), mean)
}
