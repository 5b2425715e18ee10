package graph

import (
	"maps"
	"slices"

	"gmnc/builder/config"
	"gmnc/ir"
	"gmnc/system"
)

// roundedShare is a little more than the shares by which values may differ (config.SameValue,
// config.SameShape), as files compute with float32: what data may have is not refused.
const roundedShare = 1.1

// anotherSystem is not a number in all rows of a system that is not the one that constants by particle
// or joint were learned on, and 0 in others: [particles,1]; nil where no input tells. It compares the
// fields and the shape at rest of config.LearnedOn, as far as the model takes them.
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
		isWrong := w.Greater(w.SumSystem(w.Concat(wrong...)), w.Scalar(0))
		any := w.Columns(isWrong, 0, 1)
		for column := 1; column < isWrong.Type.Columns(); column++ {
			any = w.Maximum(any, w.Columns(isWrong, column, column+1))
		}
		mark = w.Div(w.Scalar(0), w.Sub(w.Scalar(1), any))
	})
	return mark
}

// of is the input of a field; nil of one that the model does not take.
func (in Inputs) of(f *system.Field) *ir.Value {
	switch f {
	case system.Charge:
		return in.Charge
	case system.NodeFeatures:
		return in.NodeFeatures
	}
	return in.Given[f]
}

// ofParticles are the known values of each particle, by its number in its system: [particles,columns].
func (w *Writer) ofParticles(known []float32, particles int) *ir.Value {
	values := make([]float64, len(known))
	for i, x := range known {
		values[i] = float64(x)
	}
	number := w.OneHot(w.RowNumbers(Particles), w.systemOf(), particles)
	return w.MatMul(number, w.Const(particles, len(known)/particles, values...), false, false)
}

// differ marks values that differ from known ones by more than a share of the larger, which counts as
// no less than the share.
func (w *Writer) differ(x, known *ir.Value, share float64) *ir.Value {
	larger := w.Maximum(w.Maximum(w.Square(x), w.Square(known)), w.Scalar(share*share))
	return w.Greater(w.Square(w.Sub(x, known)), w.Mul(w.Scalar(roundedShare*roundedShare*share*share), larger))
}

// shape are the distances of config.LearnedOn.Rest, over their mean: [particles,2].
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
