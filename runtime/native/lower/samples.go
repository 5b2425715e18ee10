package lower

import "gmnc/ir"

// meaning writes the computation of a lowered operator in operators of package ir.
type meaning = func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value

// rowColumns is the largest number of columns of a value in a row program: a cache line for
// each row. Above it, kernels of whole rows are faster.
const rowColumns = 16

// wide is a number of columns that row programs do not take.
const wide = rowColumns + 4

func numbers(rows, columns int) ir.Type { return ir.Floats(ir.Fixed(rows), columns) }
func particleRows(columns int) ir.Type  { return ir.Floats(ir.Rows("particles"), columns) }
func edgeRows(columns int) ir.Type      { return ir.Floats(ir.Rows("edges"), columns) }

var (
	senders  = ir.Indices("particles", ir.Rows("edges"))
	partners = ir.Indices("particles", ir.Rows("particles"))
)

// samples returns a single sample, with arguments but without attributes.
func samples(args ...ir.Type) []ir.Sample { return []ir.Sample{{Args: args}} }

// identity returns the identity matrix [size,size].
func identity(size int) []float64 {
	ones := make([]float64, size*size)
	for i := range size {
		ones[i*size+i] = 1
	}
	return ones
}
