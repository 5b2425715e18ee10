package native

import "gmnc/runtime/native/kernels"

// bindChooseRows says how many rows are chosen to all values that have them.
func bindChooseRows(p *plan, c call) kernel {
	to, x, mask, width := c.result, c.args[0], c.args[1], p.values[c.result].columns
	return func(v *frame) {
		src := v.floats[x]
		rows := kernels.ChooseRows(v.floats[to][:len(src)], src, v.floats[mask], width) // there is a place for all
		for _, number := range p.chosen[p.values[to].extent-chosen] {
			v.floats[number] = v.floats[number][:rows*p.values[number].columns]
		}
	}
}

func bindPutRows(p *plan, c call) kernel {
	to, x, mask, width := c.result, c.args[0], c.args[1], p.values[c.result].columns
	return func(v *frame) { kernels.PutRows(v.floats[to], v.floats[x], v.floats[mask], width) }
}
