package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

var chooseBindings = map[ir.OpName]binding{
	lower.ChooseRows.Name: bindChooseRows, lower.PutRows.Name: bindPutRows,
}

// bindChooseRows sets the number of chosen rows for all values that have these rows.
func bindChooseRows(p *plan, c call) kernel {
	to, x, mask, width := c.result, c.args[0], c.args[1], p.values[c.result].columns
	return func(v *frame) {
		src := v.floats[x]
		rows := kernels.ChooseRows(v.floats[to][:len(src)], src, v.floats[mask], width) // the result has room for all rows
		for _, number := range p.chosen[p.values[to].extent-chosen] {
			v.floats[number] = v.floats[number][:rows*p.values[number].columns]
		}
	}
}

func bindPutRows(p *plan, c call) kernel {
	to, x, mask, width := c.result, c.args[0], c.args[1], p.values[c.result].columns
	return func(v *frame) { kernels.PutRows(v.floats[to], v.floats[x], v.floats[mask], width) }
}
