package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

var rowsBindings = map[ir.OpName]binding{
	ir.RowNumbers: bindRowNumbers, ir.Same: bindSame, ir.OneHot: bindOneHot, ir.SumRows: bindSumRows,
	ir.Broadcast: bindBroadcast, ir.Gather: bindGather, ir.ScatterAdd: bindScatterAdd, ir.Repeat: bindRepeat,
	ir.SumGroups: bindSumGroups, lower.AddEdges.Name: addEdges, lower.SubtractEdges.Name: subtractEdges,
	lower.AddWhere.Name: bindAddWhere, lower.AddGathers.Name: bindAddGathers,
	lower.AddScatters.Name: bindAddScatters, lower.SumEndpoints.Name: bindSumEndpoints,
	lower.RepeatTimes.Name: bindRepeatTimes, lower.AddScatter.Name: bindAddScatter,
}

// bindSumRows adds up rows, and rows of systems over the shards of a lane.
func bindSumRows(p *plan, c call) kernel {
	to, x := c.result, c.args[0]
	sums := p.values[x].extent != fixed
	return func(v *frame) {
		if !sums || c.begins(v, to) {
			clear(v.floats[to])
		}
		kernels.SumRows(v.floats[to], v.floats[x])
	}
}

func bindBroadcast(p *plan, c call) kernel {
	to, x, width := c.result, c.args[0], p.values[c.result].columns
	return func(v *frame) { kernels.RepeatRows(v.floats[to], v.floats[x], len(v.floats[to])/width, width) }
}

func bindGather(p *plan, c call) kernel {
	to, x, at, width := c.result, c.args[0], c.args[1], p.values[c.result].columns
	if p.values[to].index {
		return func(v *frame) {
			for i, row := range v.indices[at] {
				v.indices[to][i] = v.indices[x][row]
			}
		}
	}
	return func(v *frame) { kernels.GatherRows(v.floats[to], v.floats[x], v.indices[at], width) }
}

func bindAddGathers(p *plan, c call) kernel {
	to, x, first, second, width := c.result, c.args[0], c.args[1], c.args[2], p.values[c.result].columns
	return func(v *frame) {
		dst, src := v.floats[to], v.floats[x]
		kernels.GatherRows(dst, src, v.indices[first], width)
		kernels.AddGatheredRows(dst, src, v.indices[second], width)
	}
}

// bindAddWhere adds the rows of each value for which its condition is met, or is not met.
func bindAddWhere(p *plan, c call) kernel {
	to, width, holds := c.result, p.values[c.result].columns, c.node.Values(lower.HoldsAttr)
	start, chosen := c.args[:len(c.args)%2], c.args[len(c.args)%2:]
	return func(v *frame) {
		dst := v.floats[to]
		if len(start) == 0 {
			clear(dst)
		} else {
			copyUnlessSame(dst, v.floats[start[0]])
		}
		for k, hold := range holds {
			kernels.AddRowsWhere(dst, v.floats[chosen[2*k+1]], v.floats[chosen[2*k]], hold != 0, width)
		}
	}
}

func bindScatterAdd(p *plan, c call) kernel {
	to, x, at, width := c.result, c.args[0], c.args[1], p.values[c.result].columns
	return func(v *frame) {
		clear(v.floats[to])
		kernels.ScatterAddRows(v.floats[to], v.floats[x], v.indices[at], width)
	}
}

func bindAddScatter(p *plan, c call) kernel {
	to, z, x, at, width := c.result, c.args[0], c.args[1], c.args[2], p.values[c.result].columns
	return func(v *frame) {
		copyUnlessSame(v.floats[to], v.floats[z])
		kernels.ScatterAddRows(v.floats[to], v.floats[x], v.indices[at], width)
	}
}

func bindAddScatters(p *plan, c call) kernel {
	to, x, first, second, width := c.result, c.args[0], c.args[1], c.args[2], p.values[c.result].columns
	return func(v *frame) {
		clear(v.floats[to])
		kernels.ScatterAddRows(v.floats[to], v.floats[x], v.indices[first], width)
		kernels.ScatterAddRows(v.floats[to], v.floats[x], v.indices[second], width)
	}
}

func bindSumEndpoints(p *plan, c call) kernel {
	to, senders, x, at, width := c.result, c.also[0], c.args[0], c.args[1], p.values[c.result].columns
	return func(v *frame) {
		clear(v.floats[senders])
		kernels.SumEndpoints(v.floats[to], v.floats[senders], v.floats[x], v.indices[at], v.neighbors, width)
	}
}

func bindScatterMore(p *plan, c call) kernel {
	to, x, at, width := c.result, c.args[0], c.args[1], p.values[c.result].columns
	return func(v *frame) { kernels.ScatterAddRows(v.floats[to], v.floats[x], v.indices[at], width) }
}

func bindRepeat(p *plan, c call) kernel {
	to, x, width := c.result, c.args[0], p.values[c.result].columns
	if p.values[to].index {
		return func(v *frame) {
			for dst, at := v.indices[to], v.receivers.at; len(dst) > 0; dst, at = dst[v.neighbors:], at+1 {
				entry := v.indices[x][at]
				for i := range dst[:v.neighbors] {
					dst[i] = entry
				}
			}
		}
	}
	return func(v *frame) { kernels.RepeatRows(v.floats[to], v.ofReceivers(x, width), v.neighbors, width) }
}

// bindRepeatTimes repeats rows, each multiplied by a factor of its own.
func bindRepeatTimes(p *plan, c call) kernel {
	to, x, z, width := c.result, c.args[0], c.args[1], p.values[c.result].columns
	return func(v *frame) {
		dst, factors, receivers, group := v.floats[to], v.floats[z], v.ofReceivers(x, width), v.neighbors*width
		for i := range len(receivers) / width {
			kernels.Broadcast(kernels.Product, dst[i*group:(i+1)*group], v.neighbors, width,
				kernels.Row(receivers[i*width:(i+1)*width]), kernels.Column(factors[i*v.neighbors:(i+1)*v.neighbors]))
		}
	}
}

func bindSumGroups(p *plan, c call) kernel {
	to, x, width := c.result, c.args[0], p.values[c.result].columns
	return func(v *frame) { kernels.SumGroups(v.ofReceivers(to, width), v.floats[x], v.neighbors, width) }
}

// addEdges adds, for each edge, the receiver's row of x and the sender's row of y.
func addEdges(p *plan, c call) kernel {
	to, width, begin := c.result, p.values[c.result].columns, p.edges(c)
	return func(v *frame) { begin(v).Add(v.floats[to], width) }
}

// edges returns a function for the values from which the rows of a call's result start: the
// first arguments of the call are those of add_edges.
func (p *plan) edges(c call) func(v *frame) kernels.Edges {
	x, y, at, width := c.args[0], c.args[1], c.args[2], p.values[c.result].columns
	return func(v *frame) kernels.Edges {
		return kernels.Edges{Receivers: v.ofReceivers(x, width), Senders: v.floats[y], Index: v.indices[at], Neighbors: v.neighbors}
	}
}

// subtractEdges subtracts, for each edge, the sender's row of y from the receiver's row of x.
// It gathers the senders' rows and broadcasts each receiver's row to its group of edges. Rows
// of a few columns take less time than the call of a kernel for a group.
func subtractEdges(p *plan, c call) kernel {
	to, x, y, at, width := c.result, c.args[0], c.args[1], c.args[2], p.values[c.result].columns
	if width < line {
		return func(v *frame) {
			dst, receivers, senders := v.floats[to], v.ofReceivers(x, width), v.floats[y]
			for i, sender := range v.indices[at] {
				receiver, sender := receivers[i/v.neighbors*width:], senders[int(sender)*width:]
				for j := range width {
					dst[i*width+j] = receiver[j] - sender[j]
				}
			}
		}
	}
	return func(v *frame) {
		dst, receivers, group := v.floats[to], v.ofReceivers(x, width), v.neighbors*width
		kernels.GatherRows(dst, v.floats[y], v.indices[at], width)
		for i := range len(receivers) / width {
			edges := dst[i*group : (i+1)*group]
			kernels.Broadcast(kernels.Difference, edges, v.neighbors, width,
				kernels.Row(receivers[i*width:(i+1)*width]), kernels.Full(edges, width))
		}
	}
}

// bindRowNumbers counts from the shard's first row, like all indices.
func bindRowNumbers(_ *plan, c call) kernel {
	to := c.result
	return func(v *frame) {
		for i := range v.indices[to] {
			v.indices[to][i] = int64(i)
		}
	}
}

func bindSame(_ *plan, c call) kernel {
	to, x, y := c.result, c.args[0], c.args[1]
	return func(v *frame) { kernels.Same(v.floats[to], v.indices[x], v.indices[y]) }
}

func bindOneHot(p *plan, c call) kernel {
	to, x, first, columns := c.result, c.args[0], c.args[1], p.values[c.result].columns
	return func(v *frame) { kernels.OneHot(v.floats[to], columns, v.indices[x], v.indices[first]) }
}
