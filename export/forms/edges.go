package forms

import (
	"gmnc/export/emit"
	"gmnc/export/systems"
	"gmnc/ir"
)

// A file has far more rows of edges than of particles. onnxruntime takes some 8 ns to gather,
// add up or multiply a row, however few columns it has. All receivers of a batch have the same
// number of neighbors. So products with matrices of zeros and ones can handle all rows of a
// particle at once. Files that train keep the operators of their gradients. Values of receivers
// are repeated for their edges without such products: these are no faster there, and tract 0.23
// cannot fold them.

// fewColumns is the largest number of columns in such a product, whose time grows with its
// square.
const fewColumns = 8

// isOfEdges reports whether v has numbers for each edge of a file that predicts.
func (e *Emitter) isOfEdges(v *ir.Value) bool {
	return e.Within && !e.Trains && v.Type.DType == ir.Float && v.Type.Rows() == ir.Rows(systems.Edges)
}

// groupsForm writes the sum over the edges of each receiver, or their mean, if they have few
// columns.
func groupsForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	sum, number := meanOf(v)
	if !sum.Is(ir.SumGroups) || !e.isOfEdges(sum.Node.Args[0]) || sum.Type.Columns() > fewColumns {
		return "", false
	}
	columns, count := int64(sum.Type.Columns()), sum.Node.Text("count")
	matrix := e.addedUp(count, columns)
	if number != nil {
		matrix = e.Op("Div", nil, matrix, name(number))
	}
	side := e.Op("Reshape", emit.KeepZero, name(sum.Node.Args[0]), e.Named("sizes/"+count+"/side", func() string {
		return e.Concat(e.Size(sum.Type.Rows().Symbol), e.Op("Mul", nil, e.Size(count), e.Ints([]int64{columns}, 1)))
	}))
	return e.Op("MatMul", nil, e.Op("Pad", nil, side, e.Ints([]int64{0, 0, 0, 1}, 4)), matrix), true
}

// meanOf returns the sum over groups that v divides by their size, and that size. If v is not
// such a mean, it returns v itself and nil.
func meanOf(v *ir.Value) (sum, number *ir.Value) {
	if !v.Is(ir.Div) || !v.Node.Args[0].Is(ir.SumGroups) || !v.Node.Args[1].Is(ir.Maximum) {
		return v, nil
	}
	sum, number = v.Node.Args[0], v.Node.Args[1]
	if size, _, ok := ir.WithScalar(number.Node.Args); !ok || !size.Is(ir.Size) {
		return v, nil
	}
	return sum, number
}

// addedUp returns the matrix that adds up columns which are repeated side by side, once for
// each neighbor, after a column of zeros. Without neighbors, onnxruntime would otherwise have
// no column to add up.
func (e *Emitter) addedUp(count string, columns int64) string {
	defer e.InScope("sizes/" + count + "/added_up")()
	size := e.Ints([]int64{columns}, 1)
	units := e.Op("Expand", nil, e.Floats(unit(int(columns)), 1, columns, columns), e.Concat(e.Size(count), size, size))
	return e.Op("Pad", nil, e.Op("Reshape", nil, units, e.Ints([]int64{-1, columns}, 2)), e.Ints([]int64{0, 0, 1, 0}, 4))
}

// spreadForm multiplies the columns of edges by one number for each edge.
func spreadForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Mul) || !e.isOfEdges(v) || v.Type.Columns() > fewColumns {
		return "", false
	}
	x, factor := v.Node.Args[0], v.Node.Args[1]
	if x.Type.Columns() == 1 {
		x, factor = factor, x
	}
	if !x.Type.Equal(v.Type) || factor.Type.Columns() != 1 || !e.isOfEdges(factor) || x.Type.Columns() == 1 {
		return "", false
	}
	columns := v.Type.Columns()
	ones := make([]float64, columns)
	for i := range ones {
		ones[i] = 1
	}
	return e.Op("Mul", nil, name(x), e.Op("MatMul", nil, name(factor), e.Floats(ones, 1, int64(columns)))), true
}

// betweenForm adds many columns of receivers and senders. Those of a receiver are broadcast.
func betweenForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Add) || !e.isOfEdges(v) || v.Type.Columns() <= fewColumns {
		return "", false
	}
	receivers, senders := v.Node.Args[0], v.Node.Args[1]
	if receivers.Is(ir.Gather) {
		receivers, senders = senders, receivers
	}
	if !receivers.Is(ir.Repeat) || !senders.Is(ir.Gather) {
		return "", false
	}
	index := e.Op("Reshape", emit.KeepZero, name(senders.Node.Args[1]), e.Named("sizes/neighbors/of_each", func() string {
		return e.Concat(e.Size(systems.Particles), e.Size(receivers.Node.Text("count")))
	}))
	rows := e.Op("Gather", map[string]any{"axis": int64(0)}, name(senders.Node.Args[0]), index)
	sum := e.Op("Add", nil, e.Unsqueeze(name(receivers.Node.Args[0]), 1), rows)
	return e.Op("Reshape", nil, sum, e.Ints([]int64{-1, int64(v.Type.Columns())}, 2)), true
}

// scoreForm writes one number for each edge as the product of its columns with a weight.
// onnxruntime takes a fifth of the time if the weight is on the left.
func scoreForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !isProduct(v) || !e.isOfEdges(v) || v.Type.Columns() != 1 || v.Node.Bool("transpose_y") {
		return "", false
	}
	x, weight := v.Node.Args[0], v.Node.Args[1]
	turned := e.Op("Transpose", map[string]any{"perm": []int64{1, 0}}, name(weight))
	row := e.Op("Gemm", map[string]any{"transB": int64(1)}, turned, name(x))
	return e.Op("Reshape", nil, row, e.Ints([]int64{-1, 1}, 2)), true
}
