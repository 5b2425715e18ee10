package native

import (
	"fmt"

	"gmnc/ir"
)

// phase is when a value is computed.
type phase uint8

const (
	before phase = iota
	within
	summed
	after
)

func (p phase) String() string { return [...]string{"before", "within", "summed", "after"}[p] }

// phases finds when each value is computed.
func phases(m *ir.Module) (map[*ir.Value]phase, error) {
	found := map[*ir.Value]phase{}
	for _, input := range m.Main.Inputs {
		if hasRows(input) {
			found[input] = within
		}
	}
	for _, node := range m.Main.Nodes {
		at, err := phaseOf(m, node, found)
		if err != nil {
			return nil, err
		}
		found[node.Result()] = at
	}
	return found, nil
}

func hasRows(v *ir.Value) bool { return v.Type.Rows().Symbol != "" }

// phaseOf is the phase of a node whose arguments have theirs.
func phaseOf(m *ir.Module, n *ir.Node, found map[*ir.Value]phase) (phase, error) {
	at, readsRows := before, false
	var shard, sum *ir.Value
	for _, arg := range n.Args {
		readsRows = readsRows || hasRows(arg)
		switch found[arg] {
		case within:
			shard = arg
		case summed, after:
			sum = arg
		}
	}
	result := n.Result()
	if shard != nil || hasRows(result) || countsNeighbors(m, n) {
		at = within
	}
	if sum != nil {
		if at == within {
			return 0, fmt.Errorf("%%%s = %s needs %%%s, a sum over the whole batch, beside values of single systems",
				result.Name, n.Kind(), sum.Name)
		}
		return after, nil
	}
	if readsRows && !hasRows(result) {
		return summed, nil
	}
	return at, nil
}

// countsNeighbors reports the size of a symbol that may differ between
// shards.
func countsNeighbors(m *ir.Module, n *ir.Node) bool {
	if n.Op.Name != "size" {
		return false
	}
	dim, _ := m.Dim(n.Text("of"))
	return !dim.Rows
}
