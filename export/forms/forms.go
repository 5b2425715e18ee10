package forms

import (
	"math"

	"gmnc/export/emit"
	"gmnc/ir"
)

// form writes a value in fewer operators than its node and the nodes before it would take one
// by one, and reports whether it can. The file leaves out whatever is then not read.
type form func(e *Emitter, v *ir.Value, name func(*ir.Value) string) (value string, ok bool)

// forms are tried in this order. Without them, a file of gmn has a fifth more nodes, and one of
// gmn-ode more than a quarter.
var forms = []form{systemSumForm, lengthForm, rootForm, squareForm, gramForm, eitherForm, floorForm, factorForm, joinedForm, factorsForm, memberChoiceForm, hingeChoiceForm, choiceForm, membersForm, receiversForm, hingeForm, crossForm, squareSumForm, sumForm, throughForm, groupsForm, spreadForm, betweenForm, scoreForm}

// formed writes a value in the first form that fits.
func (e *Emitter) formed(v *ir.Value, scope string, name func(*ir.Value) string) (value string, ok bool) {
	for _, form := range forms {
		value = e.Named(scope+v.Name, func() (written string) {
			written, ok = form(e, v, name)
			return written
		})
		if ok {
			return value, true
		}
	}
	return "", false
}

// lengthForm writes sqrt(max(|x|^2, c)) as max(|x|, sqrt(c)), unless something else reads the
// square.
func lengthForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	x, floor := lengthOf(v)
	if x == nil || len(e.readBy[v.Node.Args[0]]) > 1 {
		return "", false
	}
	length := e.Reduce("ReduceL2", name(x))
	return e.Op("Max", nil, length, e.Floats([]float64{math.Sqrt(floor)}, 1, 1)), true
}

// lengthOf returns x and c if v is sqrt(max(|x|^2, c)), where x has one vector or several
// numbers in each row. Otherwise x is nil.
func lengthOf(v *ir.Value) (x *ir.Value, floor float64) {
	if !v.Is(ir.Sqrt) || !v.Node.Args[0].Is(ir.Maximum) {
		return nil, 0
	}
	square, floor, ok := ir.WithScalar(v.Node.Args[0].Node.Args)
	if !ok {
		return nil, 0
	}
	return squareOf(square), floor
}

// rootForm writes the square root of a square root as a power.
func rootForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Sqrt) || !v.Node.Args[0].Is(ir.Sqrt) || len(e.readBy[v.Node.Args[0]]) > 1 {
		return "", false
	}
	return e.Op("Pow", nil, name(v.Node.Args[0].Node.Args[0]), e.Floats([]float64{0.25})), true
}

// squareForm writes |x|^2.
func squareForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	x := squareOf(v)
	if x == nil {
		return "", false
	}
	return e.Reduce("ReduceSumSquare", name(x)), true
}

// squareOf returns x if v is |x|^2, where x has one vector or several numbers in each row, or
// else nil.
func squareOf(v *ir.Value) *ir.Value {
	switch {
	case v.Is(ir.Inner) && v.Node.Args[0] == v.Node.Args[1] && v.Type.Columns() == 1:
		return v.Node.Args[0]
	case v.Is(ir.SumColumns) && v.Node.Args[0].Is(ir.Square):
		return v.Node.Args[0].Node.Args[0]
	}
	return nil
}

// eitherForm writes the maximum of two comparisons of indices as a logical or.
func eitherForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Maximum) || !v.Node.Args[0].Is(ir.Same) || !v.Node.Args[1].Is(ir.Same) {
		return "", false
	}
	equal := func(same *ir.Value) string {
		return e.Op("Equal", nil, name(same.Node.Args[0]), name(same.Node.Args[1]))
	}
	either := e.Op("Or", nil, equal(v.Node.Args[0]), equal(v.Node.Args[1]))
	number := e.AsFloat(either)
	return e.Unsqueeze(number, 1), true
}

// floorForm writes the maximum of a size and a number.
func floorForm(e *Emitter, v *ir.Value, _ func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Maximum) {
		return "", false
	}
	size, floor, ok := ir.WithScalar(v.Node.Args)
	if !ok || !size.Is(ir.Size) {
		return "", false
	}
	number := e.AsFloat(e.Size(size.Node.Text("of")))
	return e.Op("Max", nil, number, e.Floats([]float64{floor}, 1, 1)), true
}

// receiversForm writes the row number of each edge's receiver.
func receiversForm(e *Emitter, v *ir.Value, _ func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Repeat) || !v.Node.Args[0].Is(ir.RowNumbers) {
		return "", false
	}
	return e.Receivers(v.Node.Args[0].Type.Rows().Symbol, v.Node.Text("count")), true
}

// systemSumForm writes the sum that ir.Builder.SumSystems makes. The rows of each system are
// contiguous, so it needs no index.
func systemSumForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !e.Within || !v.Is(ir.Gather) || !v.Node.Args[0].Is(ir.ScatterAdd) {
		return "", false
	}
	x, index := v.Node.Args[0].Node.Args[0], v.Node.Args[1]
	if index.Node != nil || index.Name != ir.SystemInput || v.Node.Args[0].Node.Args[1] != index {
		return "", false
	}
	columns := int64(v.Type.Columns())
	rows := e.Op("Reshape", emit.KeepZero, name(x), e.Concat(e.Batch(), e.SystemSize(), e.Ints([]int64{columns}, 1)))
	each := e.Op("Expand", nil, e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, rows, e.Ints([]int64{1}, 1)), e.PerParticle())
	return e.Op("Reshape", nil, each, e.Ints([]int64{-1, columns}, 2)), true
}
