package lower

import (
	"testing"

	"gmnc/ir"
)

// TestFusedBlocks: products of blocks are fused with outer products of groups and with the matrices by which groups are multiplied.
func TestFusedBlocks(t *testing.T) {
	one := func(v *ir.Value) []*ir.Value { return []*ir.Value{v} }
	outer := func(b parts) *ir.Value { return b.OuterGroups(b.edge, b.Columns(b.edge, 0, 3), "neighbors") } // 4 blocks of 15 columns
	weights := func(b parts, rows, columns int) *ir.Value { return b.Param("u", ir.Floats(ir.Fixed(rows), columns)) }
	transposed := func(b parts, v *ir.Value) *ir.Value { return b.Apply(Transpose, nil, v)[0] }
	matrices := func(b parts, columns int) *ir.Value {
		return b.MatMulBlocks(b.x, weights(b, 5, columns), 4, false, false)
	}
	for _, c := range []struct {
		pass   string
		before []string
		of     fusionCase
	}{
		{"outer", nil, fusionCase{"sums times transposed weights", func(b parts) []*ir.Value {
			return one(b.MatMulBlocks(outer(b), transposed(b, weights(b, 7, 15)), 4, false, false))
		}, 1, OuterMatMul.Name}},
		{"outer", nil, fusionCase{"sums times weights", func(b parts) []*ir.Value {
			return one(b.MatMulBlocks(outer(b), weights(b, 15, 7), 4, false, false))
		}, 0, ""}},
		{"outer", nil, fusionCase{"a value times transposed weights", func(b parts) []*ir.Value {
			return one(b.MatMulBlocks(b.x, transposed(b, weights(b, 7, 5)), 4, false, false))
		}, 0, ""}},
		{"outer", nil, fusionCase{"gradients of weights", func(b parts) []*ir.Value { return one(b.MatMulBlocks(b.x, outer(b), 4, true, false)) }, 1, OuterGrads.Name}},
		{"outer", nil, fusionCase{"gradients of other weights", func(b parts) []*ir.Value { return one(b.MatMulBlocks(b.x, b.y, 4, true, false)) }, 0, ""}},
		{"blocks", nil, fusionCase{"groups times matrices", func(b parts) []*ir.Value {
			return one(b.MatMulGroups(b.Columns(b.edge, 0, 4), matrices(b, 6), "neighbors", false))
		}, 1, BlocksGroups.Name}},
		{"blocks", nil, fusionCase{"groups times transposed matrices", func(b parts) []*ir.Value {
			return one(b.MatMulGroups(b.Columns(b.edge, 0, 6), matrices(b, 6), "neighbors", true))
		}, 1, BlocksGroupsTransposed.Name}},
		{"blocks", nil, fusionCase{"groups times matrices of two blocks", func(b parts) []*ir.Value {
			return one(b.MatMulGroups(b.Columns(b.edge, 0, 2), matrices(b, 6), "neighbors", false))
		}, 0, ""}},
		{"blocks", nil, fusionCase{"groups times a value", func(b parts) []*ir.Value {
			return one(b.MatMulGroups(b.Columns(b.edge, 0, 4), b.x, "neighbors", false))
		}, 0, ""}},
		{"add blocks", []string{"blocks"}, fusionCase{"a sum with such a product", func(b parts) []*ir.Value {
			return one(b.Add(b.Columns(b.edge, 0, 4), b.MatMulGroups(b.Columns(b.edge, 0, 6), matrices(b, 6), "neighbors", true)))
		}, 1, AddBlocksTransposed.Name}},
		{"add blocks", []string{"blocks"}, fusionCase{"a product and a sum", func(b parts) []*ir.Value {
			return one(b.Add(b.MatMulGroups(b.Columns(b.edge, 0, 6), matrices(b, 6), "neighbors", true), b.Columns(b.edge, 0, 4)))
		}, 1, AddBlocksTransposed.Name}},
		{"add blocks", []string{"blocks"}, fusionCase{"a sum with a column", func(b parts) []*ir.Value {
			return one(b.Add(b.factor, b.MatMulGroups(b.Columns(b.edge, 0, 6), matrices(b, 6), "neighbors", true)))
		}, 0, ""}},
		{"add blocks", []string{"blocks"}, fusionCase{"a sum with a product that is returned", func(b parts) []*ir.Value {
			product := b.MatMulGroups(b.Columns(b.edge, 0, 6), matrices(b, 6), "neighbors", true)
			return []*ir.Value{b.Add(b.Columns(b.edge, 0, 4), product), product}
		}, 0, ""}},
		{"add blocks", []string{"blocks"}, fusionCase{"a sum with a product that is not transposed", func(b parts) []*ir.Value {
			return one(b.Add(b.Columns(b.edge, 0, 6), b.MatMulGroups(b.Columns(b.edge, 0, 4), matrices(b, 6), "neighbors", false)))
		}, 0, ""}},
	} {
		c.of.check(t, c.pass, c.before...)
	}
}
