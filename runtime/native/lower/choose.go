package lower

import (
	"fmt"

	"gmnc/ir"
)

// The rows that a mask chooses are contiguous and in order, from the first choice until they
// are put back, so that operators in between run on them alone. They have an extent of their
// own, and the first choice sets their number.
//
// In the module the chosen rows are declared as one neighbor for each particle, so that
// operators keep their shape rules. In the arena they have room for all rows.
var (
	// choose_rows(x, mask) returns the rows of x for which the mask is 1.
	ChooseRows = &ir.Op{
		Name: "choose_rows", Arity: 2, Attrs: []ir.AttrSpec{{Name: eachAttr, Kind: ir.SymbolAttr}},
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Repeat(b.Mul(args[0], args[1]), n.Text(eachAttr))}
		},
	}
	// put_rows(x, mask) puts chosen rows back to where they came from. The other rows are 0.
	PutRows = &ir.Op{
		Name: "put_rows", Arity: 2, Attrs: ChooseRows.Attrs,
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Mul(b.SumGroups(args[0], n.Text(eachAttr)), args[1])}
		},
	}
)

// eachAttr names the number of chosen rows for each particle, which is 1.
const eachAttr = "each"

// chooseRows is the pass that gives chosen rows their own extent.
func chooseRows(m *ir.Module) (changed int, err error) {
	names, err := SymbolsOf(m)
	if err != nil {
		return 0, err
	}
	dims := map[*ir.Value]ir.Dimension{} // of masks
	for _, node := range m.Main.Nodes {
		if node.IsChoice() && node.Is(ir.Mul) {
			mask := node.Args[1]
			if _, known := dims[mask]; !known {
				dims[mask] = declareChosen(m, names.Particles, len(dims))
			}
			node.Op = PutRows
			if node.Args[0].Type.Rows().Symbol == names.Particles {
				node.Op = ChooseRows
			}
			node.Attrs = ir.Attrs{eachAttr: dims[mask].Inner}
			changed++
		}
		if changed == 0 {
			continue // no type has changed so far
		}
		if err := node.InferAgain(m); err != nil {
			return 0, fmt.Errorf("%%%s mixes chosen rows with others: %w", node.Result().Name, err)
		}
	}
	for _, output := range m.Main.Outputs {
		if dim, _ := m.Dim(output.Value.Type.Rows().Symbol); isChosen(m, dim) {
			return 0, fmt.Errorf("output %s has the rows that a mask chooses alone: choose it once more by the same mask, which puts them back", output.Name)
		}
	}
	return changed, nil
}

// declareChosen declares a dimension for the rows that another mask chooses.
func declareChosen(m *ir.Module, particles string, number int) ir.Dimension {
	each := ir.Dimension{Symbol: fmt.Sprint("each", number), Number: 1}
	rows := ir.Dimension{Symbol: fmt.Sprint("chosen", number), Rows: true, Outer: particles, Inner: each.Symbol}
	m.Dims = append(m.Dims, each, rows)
	return rows
}
