package native

import "gmnc/runtime/native/kernels"

// bindSumRows adds up rows: those of systems over the shards of a lane.
func bindSumRows(p *plan, c call) kernel {
	to, x := c.result, c.args[0]
	sums := p.values[x].extent != fixed
	return func(v *frame) {
		if !sums || v.first {
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
	return func(v *frame) { kernels.GatherRows(v.floats[to], v.floats[x], v.indices[at], 0, width) }
}

func bindAddGathers(p *plan, c call) kernel {
	to, x, first, second, width := c.result, c.args[0], c.args[1], c.args[2], p.values[c.result].columns
	return func(v *frame) {
		dst, src := v.floats[to], v.floats[x]
		kernels.GatherRows(dst, src, v.indices[first], 0, width)
		kernels.AddGatheredRows(dst, src, v.indices[second], 0, width)
	}
}

// addWhere adds rows where the condition holds, or where it does not.
func addWhere(holds bool) func(p *plan, c call) kernel {
	return func(p *plan, c call) kernel {
		to, z, condition, x, width := c.result, c.args[0], c.args[1], c.args[2], p.values[c.result].columns
		return func(v *frame) {
			dst, src := v.floats[to], v.floats[x]
			copyUnlessSame(dst, v.floats[z])
			for i, chosen := range v.floats[condition] {
				if (chosen != 0) == holds {
					row := dst[i*width : (i+1)*width]
					addRow(row, row, src[i*width:(i+1)*width])
				}
			}
		}
	}
}

func bindScatterAdd(p *plan, c call) kernel {
	to, x, at, width := c.result, c.args[0], c.args[1], p.values[c.result].columns
	return func(v *frame) {
		clear(v.floats[to])
		kernels.ScatterAddRows(v.floats[to], v.floats[x], v.indices[at], 0, width)
	}
}

func bindAddScatter(p *plan, c call) kernel {
	to, z, x, at, width := c.result, c.args[0], c.args[1], c.args[2], p.values[c.result].columns
	return func(v *frame) {
		copyUnlessSame(v.floats[to], v.floats[z])
		kernels.ScatterAddRows(v.floats[to], v.floats[x], v.indices[at], 0, width)
	}
}

func bindScatterMore(p *plan, c call) kernel {
	to, x, at, width := c.result, c.args[0], c.args[1], p.values[c.result].columns
	return func(v *frame) { kernels.ScatterAddRows(v.floats[to], v.floats[x], v.indices[at], 0, width) }
}

func bindRepeat(p *plan, c call) kernel {
	to, x, width := c.result, c.args[0], p.values[c.result].columns
	if p.values[to].index {
		return func(v *frame) {
			for i := range v.indices[to] {
				v.indices[to][i] = v.indices[x][v.receivers.at+i/v.neighbors]
			}
		}
	}
	return func(v *frame) { kernels.RepeatRows(v.floats[to], v.ofReceivers(x, width), v.neighbors, width) }
}

func bindSumGroups(p *plan, c call) kernel {
	to, x, width := c.result, c.args[0], p.values[c.result].columns
	return func(v *frame) { kernels.SumGroups(v.ofReceivers(to, width), v.floats[x], v.neighbors, width) }
}

// edgewise combines, for each edge, the receiver's row of x with the
// sender's of y: the senders' are gathered, and each receiver's is broadcast
// to its group of edges. Rows of a few columns take less time than the call
// of a kernel for a group.
func edgewise(op kernels.Binary, each func(dst, x, y []float32)) func(*plan, call) kernel {
	return func(p *plan, c call) kernel {
		to, x, y, at, width := c.result, c.args[0], c.args[1], c.args[2], p.values[c.result].columns
		if width < line {
			return func(v *frame) {
				dst, receivers, senders := v.floats[to], v.ofReceivers(x, width), v.floats[y]
				for i, sender := range v.indices[at] {
					receiver, sender := i/v.neighbors*width, int(sender)*width
					each(dst[i*width:(i+1)*width], receivers[receiver:receiver+width], senders[sender:sender+width])
				}
			}
		}
		return func(v *frame) {
			dst, receivers, group := v.floats[to], v.ofReceivers(x, width), v.neighbors*width
			kernels.GatherRows(dst, v.floats[y], v.indices[at], 0, width)
			for i := range len(receivers) / width {
				edges := dst[i*group : (i+1)*group]
				kernels.Broadcast(op, edges, v.neighbors, width,
					kernels.Row(receivers[i*width:(i+1)*width]), kernels.Full(edges, width))
			}
		}
	}
}

var addEdges = edgewise(kernels.Sum, addRow)

func addRow(dst, x, y []float32) {
	for j := range dst {
		dst[j] = x[j] + y[j]
	}
}

func subtractRow(dst, x, y []float32) {
	for j := range dst {
		dst[j] = x[j] - y[j]
	}
}

// bindRowNumbers counts from the shard's first row, as all indices do.
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
