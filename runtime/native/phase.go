package native

import (
	"fmt"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// phase says when a value is computed.
type phase uint8

const (
	constant phase = iota
	before
	within
	summed
	after
)

// phases finds out when each value is computed.
func phases(m *ir.Module) (map[*ir.Value]phase, error) {
	found := map[*ir.Value]phase{}
	for _, input := range m.Main.Inputs {
		switch {
		case lower.HasRows(input):
			found[input] = within
		case !input.Param:
			found[input] = before
		}
	}
	for _, node := range m.Main.Nodes {
		at, err := phaseOf(m, node, found)
		if err != nil {
			return nil, err
		}
		for _, result := range node.Results {
			found[result] = at
		}
	}
	return found, nil
}

// phaseOf returns the phase of a node whose arguments have theirs. It is the latest of these,
// unless the node begins or ends the work on each shard.
func phaseOf(m *ir.Module, n *ir.Node, found map[*ir.Value]phase) (phase, error) {
	at, readsRows := ownPhase(m, n), false
	var sum *ir.Value
	for _, arg := range n.Args {
		readsRows = readsRows || lower.HasRows(arg)
		if found[arg] >= summed {
			sum = arg
		} else {
			at = max(at, found[arg])
		}
	}
	switch result := n.Result(); {
	case sum != nil && at == within:
		return 0, fmt.Errorf("%%%s = %s needs %%%s, a sum over the whole batch, beside values of single systems",
			result.Name, n.Kind(), sum.Name)
	case sum != nil:
		return after, nil
	case readsRows && !lower.HasRows(result):
		return summed, nil
	}
	return at, nil
}

// ownPhase returns the phase of a node without regard to its arguments. Of the sizes, only the
// number of neighbors may differ between shards.
func ownPhase(m *ir.Module, n *ir.Node) phase {
	if lower.HasRows(n.Result()) {
		return within
	}
	if !n.Is(ir.Size) {
		return constant
	}
	if dim, _ := m.Dim(n.Text("of")); dim.Rows {
		return before
	}
	return within
}
