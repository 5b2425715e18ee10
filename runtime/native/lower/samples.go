package lower

import "gmnc/ir"

// meaning writes what a lowered operator stands for.
type meaning = func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value

// rowColumns is the most columns of a value that row programs take: a cache line of
// a row, above which kernels of whole rows do better.
const rowColumns = 16

// wide is more columns than row programs take.
const wide = rowColumns + 4

func numbers(rows, columns int) ir.Type { return ir.Floats(ir.Fixed(rows), columns) }
func particleRows(columns int) ir.Type  { return ir.Floats(ir.Rows("particles"), columns) }
func edgeRows(columns int) ir.Type      { return ir.Floats(ir.Rows("edges"), columns) }

var (
	senders  = ir.Indices("particles", ir.Rows("edges"))
	partners = ir.Indices("particles", ir.Rows("particles"))
)

// samples is a single one, of arguments without attributes.
func samples(args ...ir.Type) []ir.Sample { return []ir.Sample{{Args: args}} }

// identity is the matrix [size,size] by which products change nothing.
func identity(size int) []float64 {
	ones := make([]float64, size*size)
	for i := range size {
		ones[i*size+i] = 1
	}
	return ones
}
