package lower

import (
	"maps"
	"slices"

	"gmnc/ir"
)

// moves holds the narrow operators that read other rows than they write. The rows that they
// read must exist before the program runs.
var moves = map[ir.OpName]bool{ir.Gather: true, ir.Repeat: true, AddEdges.Name: true, SubtractEdges.Name: true}

// scatters reports whether a node writes other rows than it reads, which a program does at its
// end.
func scatters(n *ir.Node) bool { return n.Is(ir.ScatterAdd) || n.Op == AddScatter }

// narrow reports whether a node can be in a row program: it reads and writes few columns, and
// each row separately.
func narrow(n *ir.Node) bool {
	result := n.Result().Type
	if !rowOperators[n.Op.Name] || result.DType != ir.Float || result.Rows().Symbol == "" || result.Columns() > rowColumns {
		return false
	}
	return !slices.ContainsFunc(n.Args, func(arg *ir.Value) bool {
		t := arg.Type
		return t.DType == ir.Float && (t.Columns() > rowColumns || t.Rows().Symbol == "" && t.Rows() != ir.Fixed(1)) ||
			scatters(n) && t.Rows() != result.Rows()
	})
}

// rowOperators holds the operators that row programs support.
var rowOperators = map[ir.OpName]bool{
	ir.Add: true, ir.Sub: true, ir.Mul: true, ir.Div: true, ir.Maximum: true, ir.Minimum: true, ir.Greater: true, ir.Select: true,
	ir.Sqrt: true, ir.Sin: true, ir.Cos: true, ir.Neg: true, ir.Square: true, ir.Clamp: true, ir.Inside: true,
	ir.Concat: true, ir.Columns: true, ir.SumColumns: true, ir.Cross: true, ir.Inner: true, ir.Mix: true,
	ir.Broadcast: true, ir.Gather: true, ir.Repeat: true, ir.ScatterAdd: true,
	AddScatter.Name: true, AddEdges.Name: true, SubtractEdges.Name: true,
}

// RowOperators returns the names of the operators that row programs support, sorted.
func RowOperators() []ir.OpName { return slices.Sorted(maps.Keys(rowOperators)) }
