package lower

import (
	"fmt"

	"gmnc/ir"
)

// Rows that a mask chooses lie together, in their order, from the first choice to
// where they are put back: what is computed between runs on them alone. They have an
// extent of their own, of which the first choice says how many rows there are.
//
// In the module the rows are one neighbor for each particle, so that operators keep their
// shape rules; in the arena they have the place of all.
var (
	// choose_rows(x, mask) are the rows of x where the mask is 1.
	ChooseRows = &ir.Op{
		Name: "choose_rows", Arity: 2, Attrs: []ir.AttrSpec{{Name: eachAttr, Kind: ir.SymbolAttr}},
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Repeat(b.Mul(args[0], args[1]), n.Text(eachAttr))}
		},
	}
	// put_rows(x, mask) puts chosen rows back where they came from, beside rows of 0.
	PutRows = &ir.Op{
		Name: "put_rows", Arity: 2, Attrs: ChooseRows.Attrs,
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Mul(b.SumGroups(args[0], n.Text(eachAttr)), args[1])}
		},
	}
)

// eachAttr names the count, 1, of chosen rows for each particle.
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

// declareChosen declares the rows that another mask chooses.
func declareChosen(m *ir.Module, particles string, number int) ir.Dimension {
	each := ir.Dimension{Symbol: fmt.Sprint("each", number), Number: 1}
	rows := ir.Dimension{Symbol: fmt.Sprint("chosen", number), Rows: true, Outer: particles, Inner: each.Symbol}
	m.Dims = append(m.Dims, each, rows)
	return rows
}
