package forms

import (
	"slices"

	"gmnc/export/systems"
	"gmnc/ir"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// byKind returns the numbers of v for the particles of each kind, in the order of the table of
// kinds. It is nil if the kind alone does not determine them.
func (e *Emitter) byKind(v *ir.Value) []float64 {
	switch {
	case !e.Within:
		return nil
	case v.Node == nil:
		return e.OfKinds(v)
	case !v.Is(ir.Add):
		return nil
	}
	x, y := e.byKind(v.Node.Args[0]), e.byKind(v.Node.Args[1])
	if x == nil || y == nil {
		return nil
	}
	sum := slices.Clone(x)
	for kind := range y {
		sum[kind] += y[kind]
	}
	return sum
}

// factorForm writes a choice between x and c x as x times a factor, which is the same in all
// layers.
func factorForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Select) || !v.Node.Args[2].Is(ir.Mul) {
		return "", false
	}
	mask, x := v.Node.Args[0], v.Node.Args[1]
	multiple, c, ok := ir.WithScalar(v.Node.Args[2].Node.Args)
	if !ok || multiple != x || mask.Type.Columns() != 1 {
		return "", false
	}
	factors := slices.Clone(e.byKind(mask))
	for kind, is := range factors {
		factors[kind] = c
		if is != 0 {
			factors[kind] = 1
		}
	}
	if factors != nil {
		return e.Op("Mul", nil, e.NumberOfKind(factors, x.Type.Columns()), name(x)), true
	}
	condition := e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_BOOL)}, name(mask))
	factor := e.Op("Where", nil, condition, e.Floats([]float64{1}, 1, 1), e.Floats([]float64{c}, 1, 1))
	return e.Op("Mul", nil, factor, name(x)), true
}

// choiceForm writes choices by kind between values as one Gather of rows of all values, for
// each particle. This takes half the time of a Where. Its indices are the same in all layers.
func choiceForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	choices := e.choices(v)
	if choices == nil {
		return "", false
	}
	names := make([]string, len(choices))
	for kind, choice := range choices {
		if !choice.Type.Equal(v.Type) {
			return "", false
		}
		names[kind] = name(e.ofOne(choice, e.TableKinds()[kind], choices))
	}
	values := e.joinedBefore(slices.Compact(slices.Sorted(slices.Values(names))), v.Type.Columns())
	indices := make([]int64, len(names))
	for kind, name := range names {
		indices[kind] = int64(slices.Index(values, name))
	}
	return e.chosen(values, indices), true
}

// ofOne returns another choice if that is the mean of v over a pair. For particles of a kind
// that are their own partners, this mean is v.
func (e *Emitter) ofOne(v *ir.Value, kind *system.Kind, choices []*ir.Value) *ir.Value {
	if kind.Members() == 1 && !e.Trains {
		for _, other := range choices {
			if sum := e.pairSum(other, kind); sum != nil && sum.isMeanOf(v) {
				return other
			}
		}
	}
	return v
}

// joinedBefore returns the values of an earlier choice if they include these, or else these.
// All have the given number of columns.
func (e *Emitter) joinedBefore(values []string, columns int) []string {
	for _, before := range e.joined[columns] {
		if !slices.ContainsFunc(values, func(value string) bool { return !slices.Contains(before, value) }) {
			return before
		}
	}
	e.joined[columns] = append(e.joined[columns], values)
	return values
}

// chosen concatenates values by rows and returns, for each particle, the one at its kind's
// index in indices.
func (e *Emitter) chosen(values []string, indices []int64) string {
	row := e.Named("objects/choice", func() string {
		before := e.Op("Mul", nil, e.Ints(indices, int64(len(indices))), e.Size(systems.Particles))
		first := e.Op("Gather", map[string]any{"axis": int64(0)}, before, e.Kinds())
		return e.Op("Add", nil, e.Count(e.Size(systems.Particles)), first)
	})
	return e.Op("Gather", map[string]any{"axis": int64(0)}, e.Concat(values...), row)
}

// choices returns the values between which v chooses, one for each kind. It is nil if something
// else decides.
func (e *Emitter) choices(v *ir.Value) []*ir.Value {
	if !v.Is(ir.Select) {
		return nil
	}
	chosen := e.byKind(v.Node.Args[0])
	if chosen == nil {
		return nil
	}
	values := make([]*ir.Value, len(chosen))
	for kind, is := range chosen {
		values[kind] = v.Node.Args[2]
		if is != 0 {
			values[kind] = v.Node.Args[1]
		}
		if further := e.choices(values[kind]); further != nil {
			values[kind] = further[kind]
		}
	}
	return values
}
