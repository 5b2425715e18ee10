package export

import (
	"math"
	"slices"

	"gmnc/ir"
)

// form writes a value in fewer operators than its node and those before it
// take one by one, and reports whether it can. The file leaves out all
// that nothing reads then.
type form func(e *emitter, v *ir.Value, name func(*ir.Value) string) (value string, ok bool)

// forms are tried in this order.
var forms = []form{lengthForm, squareForm, kindForm, factorForm, choiceForm, membersForm, receiversForm}

// formed writes a value in the first form that fits.
func (e *emitter) formed(v *ir.Value, scope string, name func(*ir.Value) string) (value string, ok bool) {
	for _, form := range forms {
		value = e.named(scope+v.Name, func() (written string) {
			written, ok = form(e, v, name)
			return written
		})
		if ok {
			return value, true
		}
	}
	return "", false
}

// lengthForm writes sqrt(max(|x|^2, c)) as max(|x|, sqrt(c)).
func lengthForm(e *emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Sqrt) || !v.Node.Args[0].Is(ir.Maximum) {
		return "", false
	}
	square, floor, ok := ir.WithScalar(v.Node.Args[0].Node.Args)
	if !ok || squareOf(square) == nil {
		return "", false
	}
	length := e.reduce("ReduceL2", name(squareOf(square)))
	return e.Op("Max", nil, length, e.Floats([]float64{math.Sqrt(floor)}, 1, 1)), true
}

// squareForm writes |x|^2.
func squareForm(e *emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	x := squareOf(v)
	if x == nil {
		return "", false
	}
	return e.reduce("ReduceSumSquare", name(x)), true
}

// squareOf is x where v is |x|^2, x being one vector or numbers a row; else nil.
func squareOf(v *ir.Value) *ir.Value {
	switch {
	case v.Is(ir.Inner) && v.Node.Args[0] == v.Node.Args[1] && v.Type.Columns() == 1:
		return v.Node.Args[0]
	case v.Is(ir.SumColumns) && v.Node.Args[0].Is(ir.Square):
		return v.Node.Args[0].Node.Args[0]
	}
	return nil
}

// membersForm writes the sum of vectors over three members of a particle's object,
// or a multiple of it, as one gather of all of them and one product. Where a constant
// matrix makes the vectors, it is in that product.
func membersForm(e *emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	factor, sum := 1.0, v
	if v.Is(ir.Mul) {
		of, c, ok := ir.WithScalar(v.Node.Args)
		if !ok || e.readers[of] != 1 {
			return "", false
		}
		factor, sum = c, of
	}
	x, members := e.membersOf(sum)
	if x == nil || len(members) < 3 || x.Type.Columns() != 3 {
		return "", false
	}
	x, matrix := e.beforeProduct(x, len(members))
	table := e.named("objects/members_of_particle", func() string {
		return e.Op("Gather", map[string]any{"axis": int64(1)}, e.objectTable(), e.Ints(members, int64(len(members))))
	})
	columns := x.Type.Columns() * len(members)
	gathered := e.Op("Gather", map[string]any{"axis": int64(0)}, name(x), table)
	rows := e.Op("Reshape", nil, gathered, e.Ints([]int64{-1, int64(columns)}, 2))
	adding := slices.Repeat(matrix, len(members))
	for i := range adding {
		adding[i] *= factor
	}
	return e.Op("MatMul", nil, rows, e.Floats(adding, int64(columns), 3)), true
}

// beforeProduct is what a constant matrix makes vectors of that are read so often, and
// the matrix; without one, the vectors and the identity.
func (e *emitter) beforeProduct(x *ir.Value, readers int) (*ir.Value, []float64) {
	if isProduct(x) && !x.Node.Bool("transpose_y") && x.Node.Args[1].Is(ir.Const) && e.readers[x] == readers {
		return x.Node.Args[0], x.Node.Args[1].Node.Values("values")
	}
	return x, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
}

// membersOf is x where v adds up x at several members of each particle's object,
// and which those are, as columns of the table; else nil.
func (e *emitter) membersOf(v *ir.Value) (x *ir.Value, members []int64) {
	if !e.within || !v.Is(ir.Add) {
		return nil, nil
	}
	for _, arg := range v.Node.Args {
		of, at := e.memberOf(arg)
		if of == nil && e.readers[arg] == 1 {
			of, at = e.membersOf(arg)
		}
		if of == nil || x != nil && of != x {
			return nil, nil
		}
		x, members = of, append(members, at...)
	}
	return x, members
}

// memberOf is x where v is x at one member, whose column is at. The partner in a
// tree is not in the table.
func (e *emitter) memberOf(v *ir.Value) (x *ir.Value, at []int64) {
	if !v.Is(ir.Gather) || v.Type.DType != ir.Float {
		return nil, nil
	}
	index := v.Node.Args[1]
	if index.Node != nil || !isColumn(index) || e.depth > 0 && index.Name == partnerColumn {
		return nil, nil
	}
	return v.Node.Args[0], []int64{column(index.Name)}
}

// receiversForm writes the row number of each edge's receiver.
func receiversForm(e *emitter, v *ir.Value, _ func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Repeat) || !v.Node.Args[0].Is(ir.RowNumbers) {
		return "", false
	}
	return e.Receivers(v.Node.Args[0].Type.Rows().Symbol, v.Node.Text("count")), true
}

// reduce reduces the columns of each row to one. The axis became an input in
// opset 18.
func (e *emitter) reduce(kind, x string) string {
	if e.opset < 18 {
		return e.Op(kind, map[string]any{"axes": []int64{1}, "keepdims": int64(1)}, x)
	}
	return e.Op(kind, map[string]any{"keepdims": int64(1)}, x, e.Ints([]int64{1}, 1))
}
